/** What rules that are taken do, as it is put together of parts: examples for them and against them, and which others join all that they join. */
import { compareCodePoints } from '../../base/index.ts';
import type { Example } from '../../rules/index.ts';

/** What else is needed of an accepted rule. */
export type RuleReach = {
  /** Other rules that join all that this one joins; null if it joins nothing here. */
  readonly coveredBy: readonly number[] | null;
  readonly examples: readonly Example[];
  readonly counterExamples: readonly Example[];
};

export const NO_REACH: RuleReach = { coveredBy: null, examples: [], counterExamples: [] };

const EXAMPLES = 5;

/** What two parts of the data say of a rule, together. */
export function mergeReach(a: RuleReach | undefined, b: RuleReach): RuleReach {
  if (!a) return b;
  return {
    coveredBy: bothOf(a.coveredBy, b.coveredBy),
    examples: smallestExamples([...a.examples, ...b.examples]),
    counterExamples: smallestExamples([...a.counterExamples, ...b.counterExamples]),
  };
}

function bothOf(a: readonly number[] | null, b: readonly number[] | null): readonly number[] | null {
  if (a === null || b === null) return a ?? b;
  const isInB = new Set(b);
  return a.filter((rule) => isInB.has(rule));
}

/** The smallest by code point, one a form: parts of a form may have been looked at in several places. */
export function smallestExamples(examples: readonly Example[]): Example[] {
  const sorted = [...examples].sort(
    (x, y) => compareCodePoints(x.urls[0], y.urls[0]) || compareCodePoints(x.urls[1], y.urls[1]),
  );
  const forms = new Set<string>();
  const found: Example[] = [];
  for (const example of sorted) {
    if (forms.has(example.form)) continue;
    forms.add(example.form);
    if (found.push(example) === EXAMPLES) break;
  }
  return found;
}

/** A URL with its page. */
export type Low = readonly [url: string, wide: string, cluster: string];

/** What is needed of the URLs that a rule gives one form. */
export type FormReach = {
  /** The smallest URLs: of pages that are whole the smallest, and the smallest of another wide group; of others the two smallest of each. */
  readonly lows: readonly Low[];
  readonly cover: Cover | null;
};

/** Whether there are two URLs or more, and rules that give all of them one form, with that form. */
export type Cover = {
  readonly isSeveral: boolean;
  readonly others: readonly (readonly [rule: number, form: string])[];
};

/** Of two parts of the URLs. */
export function mergeCovers(a: Cover | null, b: Cover | null): Cover | null {
  if (a === null || b === null) return a ?? b;
  const forms = new Map(b.others);
  return { isSeveral: true, others: a.others.filter(([rule, form]) => forms.get(rule) === form) };
}

/** The smallest URL, and the smallest of another wide group. */
export function twoPages(lows: readonly Low[]): Low[] {
  let first: Low | undefined;
  for (const low of lows) if (!first || compareCodePoints(low[0], first[0]) < 0) first = low;
  let second: Low | undefined;
  for (const low of lows) {
    if (low[1] !== first![1] && (!second || compareCodePoints(low[0], second[0]) < 0)) second = low;
  }
  return second ? [first!, second] : first ? [first] : [];
}
