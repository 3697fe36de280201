/** Judges rules on labeled URLs: what speaks for each and against it, counted and never enumerated (ROD Algorithm 3). */
import { type LabelColumns, packOf, type Texts, UrlOrder, type UrlPack } from '../clusters/index.ts';
import { matchAllRules, type UrlHashes } from '../normalize/index.ts';
import { type Evidence, emitsUrl, type Rule } from '../rules/index.ts';
import { clopperPearsonUpper } from './binomial.ts';
import { type Buckets, FormGroups } from './buckets.ts';
import { checkOutputs } from './fetchable.ts';
import { startCountKernel } from './kernel.ts';
import { eachRuleMatches, formsBy, hashTexts, type RuleMatches } from './matches.ts';
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
  return new Int32Array(2 * count);
}

export type JudgeOptions = {
  readonly confidence: number;
  /** Whose true pairs count; those of all clusters when absent. Contradictions always count. */
  readonly counted?: Counted;
};

/** The part of the data that each cluster is in, 0 to 7, and for each rule a bit for each part that counts. */
export type Counted = { readonly parts: Uint8Array; readonly ofRule: ArrayLike<number> };

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
  return judgeByKernel(rules, data, options, isKept) ?? judgePlainly(rules, data, options, isKept);
}

/** In WebAssembly; null where there is none, and for rules and data that it does not know. */
function judgeByKernel(
  rules: readonly Rule[],
  { labels, texts, failing = [] }: PackedData,
  { confidence, counted }: JudgeOptions,
  isKept: (judgement: Judgement) => boolean,
): Judgement[] | null {
  if (texts !== labels.urls || failing.length > 0 || rules.some(({ directed }) => directed)) return null;
  const kernel = startCountKernel(labels, rules.length, counted?.parts);
  if (kernel === null) return null;
  const all = matchAllRules(rules);
  all.eachHashed(texts, kernel, kernel.hashes);
  if (!kernel.start()) return null;
  return rules.map((rule, r) => {
    const isUrl = emitsUrl(rule);
    const { counts, fetchable, buckets } = kernel.judge(r, isUrl, counted ? counted.ofRule[r]! : -1);
    const evidence = { ...evidenceOf(counts, confidence), ...(isUrl && { fetchable }) };
    const judgement = { rule, evidence, pairs: counts.pairs };
    if (!isKept(judgement)) return judgement;
    kernel.keep();
    const matches = { ...kernel.matchesOf(r), formOf: formsBy(all, texts, r), inKernel: { kernel, rule: r } };
    return { ...judgement, buckets, matches };
  });
}

function judgePlainly(
  rules: readonly Rule[],
  data: PackedData,
  { confidence, counted }: JudgeOptions,
  isKept: (judgement: Judgement) => boolean,
): Judgement[] {
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
    const counts = counter.count(
      buckets,
      counted ? (c) => ((counted.ofRule[r]! >> counted.parts[c]!) & 1) === 1 : always,
    );
    const judgement = {
      rule,
      evidence: { ...evidenceOf(counts, confidence), ...fetchable },
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
      falsePairs: falseWithoutSingles,
      fpr: share(falseWithoutSingles, supportWithoutSingles),
      support: supportWithoutSingles,
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
