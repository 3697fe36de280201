/** Examples for and against a rule: the smallest by code point, one a bucket, so that any order of the data gives the same. */
import { compareCodePoints } from '../base/index.ts';
import type { Labels } from '../clusters/index.ts';
import { applyBody, type Example, type Rule } from '../rules/index.ts';
import { type Buckets, urlOf } from './buckets.ts';
import type { JudgingData } from './judge.ts';

const EXAMPLES = 5;

export function findExamples(
  rule: Rule,
  buckets: Buckets,
  { labels, texts }: JudgingData,
): { examples: Example[]; counterExamples: Example[] } {
  const show = ([a, b]: Pair): Example => {
    const matched = texts[a >= 0 ? a : b]!;
    return { urls: [labels.urls[urlOf(a)]!, labels.urls[urlOf(b)]!], form: applyBody(rule, matched) ?? matched };
  };
  return {
    examples: smallestPairs(buckets, labels, samePage).map(show),
    counterExamples: smallestPairs(buckets, labels, differentPages).map(show),
  };
}

/** Members of a bucket; one of them at least is matched by the rule. */
type Pair = readonly [number, number];
type Finder = (sorted: readonly number[], labels: Labels) => Pair | null;

function smallestPairs({ starts, members }: Buckets, labels: Labels, find: Finder): Pair[] {
  const compare = (a: number, b: number) => compareCodePoints(labels.urls[urlOf(a)]!, labels.urls[urlOf(b)]!);
  const found: Pair[] = [];
  for (let b = 0; b + 1 < starts.length; b++) {
    const bucket = members.subarray(starts[b]!, starts[b + 1]!);
    // Most buckets lie past the last pair kept, and need not be sorted.
    if (found.length === EXAMPLES && bucket.every((member) => compare(member, found.at(-1)![0]) > 0)) continue;
    const pair = find([...bucket].sort(compare), labels);
    if (!pair) continue;
    found.push(pair);
    found.sort((x, y) => compare(x[0], y[0]) || compare(x[1], y[1]));
    found.length = Math.min(found.length, EXAMPLES);
  }
  return found;
}

/** The smallest pair of one page. */
function samePage(sorted: readonly number[], { page }: Labels): Pair | null {
  const firsts = new Map<number, number>();
  const pairs = new Map<number, Pair>();
  for (const member of sorted) {
    const its = page[urlOf(member)]!;
    const first = firsts.get(its);
    if (first === undefined) firsts.set(its, member);
    else if (!pairs.has(its) && (first >= 0 || member >= 0)) pairs.set(its, [first, member]);
  }
  // Pages stand in the order of their first URLs.
  for (const its of firsts.keys()) if (pairs.has(its)) return pairs.get(its)!;
  return null;
}

/** The smallest pair of different pages. */
function differentPages(sorted: readonly number[], { wide }: Labels): Pair | null {
  for (const [i, a] of sorted.entries()) {
    for (let k = i + 1; k < sorted.length; k++) {
      const b = sorted[k]!;
      if ((a >= 0 || b >= 0) && wide[urlOf(a)] !== wide[urlOf(b)]) return [a, b];
    }
    // What follows a matched URL was all of its page: there is no pair further on.
    if (a >= 0) return null;
  }
  return null;
}
