/** Judges rules on labeled URLs: what speaks for each and against it, counted and never enumerated (ROD Algorithm 3). */
import { type LabelColumns, packOf, type Texts, UrlOrder, type UrlPack } from '../clusters/index.ts';
import type { UrlHashes } from '../normalize/index.ts';
import { type Evidence, emitsUrl, type Rule } from '../rules/index.ts';
import { clopperPearsonUpper } from './binomial.ts';
import { type Buckets, FormGroups } from './buckets.ts';
import { checkOutputs } from './fetchable.ts';
import { eachRuleMatches, hashTexts, type RuleMatches } from './matches.ts';
import { PairCounter, type PairCounts } from './pairs.ts';
import { TextIndex } from './text-index.ts';

/** What the rules are judged on. */
export type JudgingData = {
  readonly labels: LabelColumns & { readonly urls: Texts };
  /** What the rules see of each URL: the URL, or its standard-normalized form. */
  readonly texts: Texts;
  /** URLs known not to answer with a page. */
  readonly failing?: readonly string[];
};

/** The same, in bytes. */
export type PackedData = JudgingData & {
  readonly labels: LabelColumns & { readonly urls: UrlPack };
  readonly texts: UrlPack;
  /** Finds texts; made at first need, and then kept. `hashes`: those of the texts, if they are known. */
  readonly index: (hashes?: UrlHashes) => TextIndex;
  /** Compares the URLs of the labels; likewise. */
  readonly order: () => UrlOrder;
};

export function packData(data: JudgingData | PackedData): PackedData {
  if ('index' in data) return data;
  const { urls } = data.labels;
  const texts = packOf(data.texts);
  const labels = { ...data.labels, urls: data.texts === urls ? texts : packOf(urls) };
  let index: TextIndex | null = null;
  let order: UrlOrder | null = null;
  return {
    ...data,
    labels,
    texts,
    index: (hashes) => {
      index ??= new TextIndex(hashes ?? hashesOf(texts));
      return index;
    },
    order: () => {
      order ??= new UrlOrder(labels.urls);
      return order;
    },
  };
}

function hashesOf(texts: UrlPack): UrlHashes {
  const hashes = newHashes(texts.count);
  hashTexts(texts, hashes);
  return hashes;
}

function newHashes(count: number): UrlHashes {
  return { a: new Int32Array(count), b: new Int32Array(count) };
}

export type JudgeOptions = {
  readonly confidence: number;
  /** Whether one page's URLs count for a rule; all do when absent. Contradictions always count. */
  readonly isCounted?: (rule: number, cluster: number) => boolean;
};

export type Judgement = {
  readonly rule: Rule;
  /** The counts, without examples. */
  readonly evidence: Evidence & { readonly support: number; readonly falsePairs: number; readonly fpr: number | null };
  /** All pairs of the rule's buckets, also those that count for nothing. */
  readonly pairs: number;
  /** Present if asked for. */
  readonly buckets?: Buckets;
  /** Where the rule's matches are, if asked for and if there is room for those of all rules. */
  readonly matches?: RuleMatches;
};

/** One judgement for each rule, in order; buckets only of those that `isKept`. */
export function judgeRules(
  rules: readonly Rule[],
  given: JudgingData,
  options: JudgeOptions,
  isKept: (judgement: Judgement) => boolean = () => false,
): Judgement[] {
  const data = packData(given);
  const { labels, texts } = data;
  const groups = new FormGroups(texts.count, data.failing);
  const counter = new PairCounter(labels);
  const judgements: Judgement[] = [];
  const hashes = newHashes(texts.count);
  const visit = (r: number, matches: RuleMatches): void => {
    const rule = rules[r]!;
    const isUrl = emitsUrl(rule);
    const index = data.index(hashes);
    groups.load(matches, isUrl || rule.directed ? index : null, rule.directed);
    const fetchable = isUrl ? { fetchable: checkOutputs(groups, index, labels) } : {};
    const buckets = groups.buckets(rule.directed);
    const counts = counter.count(buckets, options.isCounted ? (c) => options.isCounted!(r, c) : always);
    const judgement = {
      rule,
      evidence: { ...evidenceOf(counts, options.confidence), ...fetchable },
      pairs: counts.pairs,
    };
    judgements.push(isKept(judgement) ? { ...judgement, buckets, matches } : judgement);
  };
  const isWhole = eachRuleMatches(rules, texts, visit, undefined, hashes);
  return isWhole ? judgements : judgements.map(({ matches: _gone, ...judgement }) => judgement);
}

/** `support` is what is known: true and false pairs. Pairs of which nothing is known are not in it. */
export function evidenceOf(counts: PairCounts, confidence: number): Judgement['evidence'] {
  const { truePairs, falsePairs, forms, impureForms, falseWithoutSingles } = counts;
  const support = truePairs + falsePairs;
  const supportWithoutSingles = truePairs + falseWithoutSingles;
  return {
    support,
    falsePairs,
    fpr: share(falsePairs, support),
    forms,
    impureForms,
    impureUpper: rounded(clopperPearsonUpper(impureForms, forms, confidence)),
    confidence,
    withoutSingles: {
      support: supportWithoutSingles,
      falsePairs: falseWithoutSingles,
      fpr: share(falseWithoutSingles, supportWithoutSingles),
    },
  };
}

function always(): boolean {
  return true;
}

/** Null for an empty denominator. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Six digits: more would differ between machines whose logarithms differ in the last bit, and say nothing. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(6));
}
