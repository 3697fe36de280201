/** Judging by stages: URLs meet by the forms that rules give them, and what meets is counted by the functions that work in memory (DustLin-MR, jobs 2 and 3). */
import { byteLength, compareCodePoints } from '../../base/index.ts';
import { type Cluster, type Labels, labelUrls, TextHash } from '../../clusters/index.ts';
import { type AllMatches, matchAllRules } from '../../normalize/index.ts';
import { applyRule, type Example, emitsUrl, formLimit, type Rule } from '../../rules/index.ts';
import { sun } from '../../url/index.ts';
import { judgeRules, type PairCounts, selectRules } from '../../validate/index.ts';
import type { Member } from './clusters.ts';
import { FAILS, FormBatch, HAS_FORM, IS_FORM, type Labeled, type RuleForm } from './form-batch.ts';
import type { Stage } from './stage.ts';
import { hex, padded, shortKeyOf } from './texts.ts';

export type JudgeParams = {
  readonly rules: readonly Rule[];
  /** For each rule the halves whose clusters count for it: bit 0 the first, bit 1 the second. */
  readonly counted: readonly number[];
  readonly confidence: number;
  /** For what else is needed of accepted rules, not for their counts. */
  readonly isReach: boolean;
  /** Whether it is asked what covers them. */
  readonly isCovering: boolean;
  /** Whether rules see URLs in their standard form. */
  readonly sun: boolean;
};

/** What is known of a rule, of all forms or of some. */
export type RuleCounts = Readonly<PairCounts> & {
  /** Outputs that are in the data, and those of them that are right. */
  readonly checked: number;
  readonly ok: number;
};

/** What else is needed of an accepted rule. */
export type RuleReach = {
  /** Rules that join all that this one joins; null if it joins nothing here. */
  readonly coveredBy: readonly number[] | null;
  readonly examples: readonly Example[];
  readonly counterExamples: readonly Example[];
};

export const NO_COUNTS: RuleCounts = {
  pairs: 0,
  truePairs: 0,
  falsePairs: 0,
  forms: 0,
  impureForms: 0,
  falseWithoutSingles: 0,
  checked: 0,
  ok: 0,
};

const EXAMPLES = 5;

/** In: URLs by cluster, and URLs that did not answer. Out: both by form. */
export const matchForms: Stage = {
  name: 'map:match',
  kind: 'map',
  open(params, emit) {
    const { rules, isReach, sun: isSun } = params as JudgeParams;
    const all = matchAllRules(rules);
    // A URL that is a form takes part where it is left alone, and where outputs are checked.
    const isOwnWanted = rules.some((rule) => rule.directed || (!isReach && emitsUrl(rule)));
    const hash = new TextHash();
    return {
      row({ k, v }) {
        if (k === 'f') {
          const url = JSON.parse(v) as string;
          emit(shortKeyOf(url), FAILS, url);
          return;
        }
        const labeled = [k.slice(1), ...(JSON.parse(v) as Member)] satisfies Labeled;
        const text = isSun ? sun(labeled[1]) : labeled[1];
        if (isOwnWanted) emit(shortKeyOf(text), IS_FORM, labeled);
        all.each(text, (rule, form, length) => {
          if (isTooLong(length, text)) return;
          const { a, b } = hash.ofBytes(form, length);
          emit(hex(a) + hex(b), `${HAS_FORM}${padded(rule, 9)}`, labeled);
        });
      },
    };
  },
};

/** In: URLs by form. Out: for each rule what these forms say of it (`j`). */
export const judgeForms: Stage = {
  name: 'reduce:judge',
  kind: 'reduce',
  open(params, emit) {
    const { rules, counted, ...how } = params as JudgeParams;
    const totals = new Map<number, RuleCounts>();
    const batch = new FormBatch((rule, forms) => {
      const found = countForms(rules[rule]!, forms, counted[rule]!, how);
      totals.set(rule, addCounts(totals.get(rule) ?? NO_COUNTS, found));
    });
    return {
      group: (_form, rows) => batch.add(rows),
      end() {
        batch.flush();
        for (const [rule, counts] of totals) emit('j', padded(rule), [rule, counts]);
      },
    };
  },
};

/** In: URLs by form. Out: for each rule what covers it in these forms, and its smallest examples (`v`). */
export const reachForms: Stage = {
  name: 'reduce:reach',
  kind: 'reduce',
  open(params, emit) {
    const { rules, isCovering, ...how } = params as JudgeParams;
    const all = matchAllRules(rules);
    const found = new Map<number, RuleReach>();
    const covering = (bucket: readonly string[]) => (isCovering ? coveringRules(bucket, all, rules) : []);
    const batch = new FormBatch((number, forms) => {
      const reach = reachOf(rules[number]!, forms, how, covering);
      found.set(number, mergeReach(found.get(number), reach));
    });
    return {
      group: (_form, rows) => batch.add(rows),
      end() {
        batch.flush();
        for (const [rule, reach] of found) emit('v', padded(rule), [rule, reach]);
      },
    };
  },
};

export function addCounts(a: RuleCounts, b: RuleCounts): RuleCounts {
  const names = Object.keys(NO_COUNTS) as (keyof RuleCounts)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as RuleCounts;
}

/** What two parts of the forms say of a rule, together. */
export function mergeReach(a: RuleReach | undefined, b: RuleReach): RuleReach {
  if (!a) return b;
  const isInB = new Set(b.coveredBy);
  return {
    coveredBy:
      a.coveredBy && b.coveredBy ? a.coveredBy.filter((rule) => isInB.has(rule)) : (a.coveredBy ?? b.coveredBy),
    examples: smallestExamples([...a.examples, ...b.examples]),
    counterExamples: smallestExamples([...a.counterExamples, ...b.counterExamples]),
  };
}

/**
 * Pairs are counted among the URLs that have the forms; what a URL that only is a form would become is another form's business. Outputs
 * are checked with those URLs too: only forms that are here can be found among them.
 */
function countForms(rule: Rule, forms: readonly RuleForm[], counted: number, how: How): RuleCounts {
  const judged = judge(rule, bucketsOf(rule, forms, how).flat(), counted, how);
  const { support, falsePairs, forms: size = 0, impureForms = 0, withoutSingles } = judged.evidence;
  const failing = forms.flatMap((form) => form.failing ?? []);
  const isChecked = emitsUrl(rule) && (failing.length > 0 || forms.some(({ own }) => own.length > 0));
  const every = forms.flatMap(({ matched, own }) => [...matched, ...own]);
  const { fetchable } = isChecked ? judge(rule, every, counted, how, failing).evidence : {};
  return {
    pairs: judged.pairs,
    truePairs: support - falsePairs,
    falsePairs,
    forms: size,
    impureForms,
    falseWithoutSingles: withoutSingles?.falsePairs ?? 0,
    checked: fetchable?.checked ?? 0,
    ok: fetchable?.ok ?? 0,
  };
}

/** How rules are judged. */
type How = Pick<JudgeParams, 'confidence' | 'sun'>;

function judge(rule: Rule, urls: readonly Labeled[], counted: number, how: How, failing: string[] = []) {
  const { labels, halves } = labelsOf(urls);
  const isCounted = (_: number, cluster: number) => ((counted >> halves[cluster]!) & 1) === 1;
  const { confidence } = how;
  return judgeRules([rule], { labels, texts: textsOf(labels, how), failing }, { confidence, isCounted })[0]!;
}

function reachOf(
  rule: Rule,
  forms: readonly RuleForm[],
  how: How,
  coveredBy: (bucket: readonly string[]) => readonly number[],
): RuleReach {
  const buckets = bucketsOf(rule, forms, how);
  const { labels } = labelsOf(buckets.flat());
  const taken = { confidence: how.confidence, minSupport: 1, maxFpr: 1, style: 'none' } as const;
  const [shown] = selectRules([rule], { labels, texts: textsOf(labels, how) }, taken).rules;
  let reach: RuleReach = {
    coveredBy: null,
    examples: shown?.evidence?.examples ?? [],
    counterExamples: shown?.evidence?.counterExamples ?? [],
  };
  for (const bucket of buckets) {
    // Once nothing covers it, nothing will.
    if (bucket.length < 2 || reach.coveredBy?.length === 0) continue;
    const covering = coveredBy(bucket.map(([, url]) => url));
    reach = mergeReach({ coveredBy: covering, examples: [], counterExamples: [] }, reach);
  }
  return reach;
}

/** The URLs of each form: those that the rule gives it, and for a directed rule the URL that is the form and is left alone. */
function bucketsOf(rule: Rule, forms: readonly RuleForm[], how: How): Labeled[][] {
  return forms.map(({ matched, own }) => {
    if (!rule.directed) return [...matched];
    return [...matched, ...own.filter(([, url]) => !isMatched(rule, how.sun ? sun(url) : url))];
  });
}

function isMatched(rule: Rule, url: string): boolean {
  const form = applyRule(rule, url);
  return form !== null && !isTooLong(byteLength(form), url);
}

function isTooLong(length: number, url: string): boolean {
  return length > formLimit(0) && length > formLimit(byteLength(url));
}

/** What rules see of the URLs. */
function textsOf({ urls }: Labels, how: How): readonly string[] {
  return how.sun ? urls.map(sun) : urls;
}

/** Labels of these URLs alone. A cluster of several URLs stays one, also when only one of them is here. */
function labelsOf(urls: readonly Labeled[]): { labels: Labels; halves: number[] } {
  const found = new Map<string, { urls: Map<string, string>; half: number; size: number }>();
  for (const [cluster, url, wide, half, isPlural] of urls) {
    const known = found.get(cluster) ?? { urls: new Map(), half, size: isPlural + 1 };
    known.urls.set(url, wide);
    found.set(cluster, known);
  }
  const groups = [...found.values()];
  const clusters = [...found].map(
    ([id, { urls }]): Cluster => ({ id, urls: [...urls.keys()], wide: [...urls.values()] }),
  );
  const clusterSize = Int32Array.from(groups, ({ size }) => size);
  return { labels: { ...labelUrls(clusters), clusterSize }, halves: groups.map(({ half }) => half) };
}

/** The rules that give all these URLs one form, at least one of them by matching it. */
function coveringRules(bucket: readonly string[], all: AllMatches, rules: readonly Rule[]): number[] {
  let covering: Map<number, { form: string; isMatched: boolean }> | null = null;
  for (const url of bucket) {
    const forms = formsOf(url, all, rules);
    if (covering === null) {
      covering = forms;
      continue;
    }
    for (const [rule, { form, isMatched }] of covering) {
      const other = forms.get(rule);
      if (other?.form !== form) covering.delete(rule);
      else if (other.isMatched && !isMatched) covering.set(rule, other);
    }
    if (covering.size === 0) return [];
  }
  return [...(covering ?? [])].flatMap(([rule, { isMatched }]) => (isMatched ? [rule] : []));
}

const decoder = new TextDecoder();

/** What each rule makes of a URL; a directed rule that does not match leaves it as it is. */
function formsOf(url: string, all: AllMatches, rules: readonly Rule[]) {
  const forms = new Map<number, { form: string; isMatched: boolean }>();
  for (const [r, rule] of rules.entries()) if (rule.directed) forms.set(r, { form: url, isMatched: false });
  all.each(url, (rule, form, length) => {
    if (!isTooLong(length, url)) forms.set(rule, { form: decoder.decode(form.subarray(0, length)), isMatched: true });
  });
  return forms;
}

/** The smallest by code point. */
export function smallestExamples(examples: readonly Example[]): Example[] {
  const sorted = [...examples].sort(
    (x, y) => compareCodePoints(x.urls[0], y.urls[0]) || compareCodePoints(x.urls[1], y.urls[1]),
  );
  return sorted.slice(0, EXAMPLES);
}
