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
    // Fields as rule files have them: then a rule is printed as it is.
    if (matches) return { form: matches.formOf(member), urls };
    const matched = urlText(texts, member);
    return { form: applyBody(rule, matched) ?? matched, urls };
  };
  const byKernel = falsePairs === 0 ? (buckets.kernel?.smallestPairs(buckets, EXAMPLES) ?? null) : null;
  if (byKernel) return { examples: byKernel.map(show), counterExamples: [] };
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
  const look = (b: number): void => {
    const pair = find([...members.subarray(starts[b], starts[b + 1])].sort(compare), labels);
    if (!pair) return;
    found.push(pair);
    found.sort((x, y) => compare(x[0], y[0]) || compare(x[1], y[1]));
    found.length = Math.min(found.length, EXAMPLES);
  };
  // Those that are likely to have the smallest pairs are looked at first, so that most others are seen to lie past them.
  const likely = likelySmallest(order, starts, members);
  likely.forEach(look);
  for (let b = 0; b + 1 < starts.length; b++) {
    const last = found[EXAMPLES - 1];
    if (last && areAfter(order, members, starts[b]!, starts[b + 1]!, urlOf(last[0]))) continue;
    if (!likely.includes(b)) look(b);
  }
  return found;
}

/** Some buckets with small URLs. */
function likelySmallest(order: UrlOrder, starts: Int32Array, members: Int32Array): number[] {
  const chosen: number[] = [];
  const keys: number[] = [];
  for (let b = 0; b + 1 < starts.length; b++) {
    const key = order.key(urlOf(members[starts[b]!]!));
    if (chosen.length === EXAMPLES && key >= keys[EXAMPLES - 1]!) continue;
    let at = Math.min(chosen.length, EXAMPLES - 1);
    for (; at > 0 && keys[at - 1]! > key; at--) {
      keys[at] = keys[at - 1]!;
      chosen[at] = chosen[at - 1]!;
    }
    keys[at] = key;
    chosen[at] = b;
  }
  return chosen;
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
