/** Judging by stages: URLs meet by the forms that rules give them, and what meets is counted by the functions that work in memory (DustLin-MR, jobs 2 and 3). */
import { byteLength, compareCodePoints } from '../../base/index.ts';
import { type Cluster, type Labels, labelUrls, TextHash } from '../../clusters/index.ts';
import { type AllMatches, matchAllRules } from '../../normalize/index.ts';
import { applyRule, type Example, emitsUrl, formLimit, type Rule } from '../../rules/index.ts';
import { judgeRules, selectRules } from '../../validate/index.ts';
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
};

/** What is known of a rule, of all forms or of some. */
export type RuleCounts = {
  readonly support: number;
  readonly falsePairs: number;
  readonly forms: number;
  readonly impureForms: number;
  /** Without clusters of one URL. */
  readonly pluralSupport: number;
  readonly pluralFalse: number;
  /** Also those of which nothing is known. */
  readonly pairs: number;
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
  support: 0,
  falsePairs: 0,
  forms: 0,
  impureForms: 0,
  pluralSupport: 0,
  pluralFalse: 0,
  pairs: 0,
  checked: 0,
  ok: 0,
};

const EXAMPLES = 5;

/** In: URLs by cluster, and URLs that did not answer. Out: both by form. */
export const matchForms: Stage = {
  name: 'map:match',
  kind: 'map',
  open(params, emit) {
    const { rules, isReach } = params as JudgeParams;
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
        const [, url] = labeled;
        if (isOwnWanted) emit(shortKeyOf(url), IS_FORM, labeled);
        all.each(url, (rule, form, length) => {
          if (isTooLong(length, url)) return;
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
    const { rules, counted, confidence } = params as JudgeParams;
    const totals = new Map<number, RuleCounts>();
    const batch = new FormBatch((rule, forms) => {
      const found = countForms(rules[rule]!, forms, counted[rule]!, confidence);
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
    const { rules, confidence, isCovering } = params as JudgeParams;
    const all = matchAllRules(rules);
    const found = new Map<number, RuleReach>();
    const covering = (bucket: readonly string[]) => (isCovering ? coveringRules(bucket, all, rules) : []);
    const batch = new FormBatch((number, forms) => {
      const reach = reachOf(rules[number]!, forms, confidence, covering);
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
function countForms(rule: Rule, forms: readonly RuleForm[], counted: number, confidence: number): RuleCounts {
  const judged = judge(rule, bucketsOf(rule, forms).flat(), counted, confidence);
  const { support, falsePairs, forms: size = 0, impureForms = 0, withoutSingles } = judged.evidence;
  const failing = forms.flatMap((form) => form.failing ?? []);
  const isChecked = emitsUrl(rule) && (failing.length > 0 || forms.some(({ own }) => own.length > 0));
  const every = forms.flatMap(({ matched, own }) => [...matched, ...own]);
  const { fetchable } = isChecked ? judge(rule, every, counted, confidence, failing).evidence : {};
  return {
    support,
    falsePairs,
    forms: size,
    impureForms,
    pluralSupport: withoutSingles?.support ?? 0,
    pluralFalse: withoutSingles?.falsePairs ?? 0,
    pairs: judged.pairs,
    checked: fetchable?.checked ?? 0,
    ok: fetchable?.ok ?? 0,
  };
}

function judge(rule: Rule, urls: readonly Labeled[], counted: number, confidence: number, failing: string[] = []) {
  const { labels, halves } = labelsOf(urls);
  const isCounted = (_: number, cluster: number) => ((counted >> halves[cluster]!) & 1) === 1;
  return judgeRules([rule], { labels, texts: labels.urls, failing }, { confidence, isCounted })[0]!;
}

function reachOf(
  rule: Rule,
  forms: readonly RuleForm[],
  confidence: number,
  coveredBy: (bucket: readonly string[]) => readonly number[],
): RuleReach {
  const buckets = bucketsOf(rule, forms);
  const { labels } = labelsOf(buckets.flat());
  const taken = { confidence, minSupport: 1, maxFpr: 1, style: 'none' } as const;
  const [shown] = selectRules([rule], { labels, texts: labels.urls }, taken).rules;
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
function bucketsOf(rule: Rule, forms: readonly RuleForm[]): Labeled[][] {
  return forms.map(({ matched, own }) => {
    if (!rule.directed) return [...matched];
    return [...matched, ...own.filter(([, url]) => !isMatched(rule, url))];
  });
}

function isMatched(rule: Rule, url: string): boolean {
  const form = applyRule(rule, url);
  return form !== null && !isTooLong(byteLength(form), url);
}

function isTooLong(length: number, url: string): boolean {
  return length > formLimit(0) && length > formLimit(byteLength(url));
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

function smallestExamples(examples: readonly Example[]): Example[] {
  const sorted = [...examples].sort(
    (x, y) => compareCodePoints(x.urls[0], y.urls[0]) || compareCodePoints(x.urls[1], y.urls[1]),
  );
  return sorted.slice(0, EXAMPLES);
}
