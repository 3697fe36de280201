/** Examples for and against a rule: the smallest by code point, one a bucket, so that any order of the data gives the same. */
import { type UrlOrder, urlText } from '../clusters/index.ts';
import { applyBody, type Example, type Rule } from '../rules/index.ts';
import { type Buckets, urlOf } from './buckets.ts';
import type { PackedData } from './judge.ts';
import type { RuleMatches } from './matches.ts';

type Labels = PackedData['labels'];

const EXAMPLES = 5;

export function findExamples(
  rule: Rule,
  buckets: Buckets,
  { labels, texts, order }: PackedData,
  falsePairs: number,
  matches?: RuleMatches,
): { examples: Example[]; counterExamples: Example[] } {
  const show = ([a, b]: Pair): Example => {
    const member = a >= 0 ? a : b;
    const urls = [urlText(labels.urls, urlOf(a)), urlText(labels.urls, urlOf(b))] as const;
    if (matches) return { urls, form: matches.formOf(member) };
    const matched = urlText(texts, member);
    return { urls, form: applyBody(rule, matched) ?? matched };
  };
  return {
    examples: smallestPairs(buckets, labels, order(), samePage).map(show),
    counterExamples: falsePairs === 0 ? [] : smallestPairs(buckets, labels, order(), differentPages).map(show),
  };
}

/** Members of a bucket; one of them at least is matched by the rule. */
type Pair = readonly [number, number];
type Finder = (sorted: readonly number[], labels: Labels) => Pair | null;

function smallestPairs({ starts, members }: Buckets, labels: Labels, order: UrlOrder, find: Finder): Pair[] {
  const compare = (a: number, b: number) => order.compare(urlOf(a), urlOf(b));
  const found: Pair[] = [];
  for (let b = 0; b + 1 < starts.length; b++) {
    const from = starts[b]!;
    const to = starts[b + 1]!;
    // Most buckets lie past the last pair kept, and need not be sorted.
    if (found.length === EXAMPLES && areAfter(order, members, from, to, urlOf(found[EXAMPLES - 1]![0]))) continue;
    const pair = find([...members.subarray(from, to)].sort(compare), labels);
    if (!pair) continue;
    found.push(pair);
    found.sort((x, y) => compare(x[0], y[0]) || compare(x[1], y[1]));
    found.length = Math.min(found.length, EXAMPLES);
  }
  return found;
}

/** True if all these members come after a URL. */
function areAfter(order: UrlOrder, members: Int32Array, from: number, to: number, bound: number): boolean {
  for (let i = from; i < to; i++) if (order.compare(urlOf(members[i]!), bound) <= 0) return false;
  return true;
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
