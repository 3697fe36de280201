/** What speaks for and against a rule that works after others: URLs that it brings together and that were not together before, counted by groups. */
import { compareCodePoints } from '../base/index.ts';
import type { Labels } from '../clusters/index.ts';
import type { Example } from '../rules/index.ts';
import type { PairCounter, PairCounts } from './pairs.ts';

/** URLs that get one form, by the forms they had before: two of one part were together already. */
export type Joined = { readonly text: string; readonly parts: readonly (readonly number[])[] };

export function countJoined(joined: readonly Joined[], counter: PairCounter): PairCounts {
  const total = { pairs: 0, truePairs: 0, falsePairs: 0, forms: 0, impureForms: 0, falseWithoutSingles: 0 };
  for (const { parts } of joined) {
    const members = Int32Array.from(parts.flat());
    const starts = [0];
    for (const part of parts) starts.push(starts.at(-1)! + part.length);
    const now = counter.count({ starts: Int32Array.of(0, members.length), members }, always);
    const before = counter.count({ starts: Int32Array.from(starts), members }, always);
    const [truePairs, falsePairs] = [now.truePairs - before.truePairs, now.falsePairs - before.falsePairs];
    total.pairs += now.pairs - before.pairs;
    total.truePairs += truePairs;
    total.falsePairs += falsePairs;
    total.falseWithoutSingles += now.falseWithoutSingles - before.falseWithoutSingles;
    if (truePairs + falsePairs > 0) total.forms++;
    if (falsePairs > 0) total.impureForms++;
  }
  return total;
}

const EXAMPLES = 5;

/** The smallest by code point, one a form, so that any order of the data gives the same. */
export function findJoinedExamples(
  joined: readonly Joined[],
  labels: Labels,
): { examples: Example[]; counterExamples: Example[] } {
  const examples: Example[] = [];
  const counterExamples: Example[] = [];
  const compareUrls = (a: Member, b: Member) => compareCodePoints(labels.urls[a.url]!, labels.urls[b.url]!);
  for (const { text, parts } of joined) {
    const sorted = parts.flatMap((urls, part) => urls.map((url): Member => ({ url, part }))).sort(compareUrls);
    const add = (to: Example[], pair: Pair | null) => {
      if (pair) keep(to, { urls: [labels.urls[pair[0].url]!, labels.urls[pair[1].url]!], form: text });
    };
    add(examples, samePage(sorted, labels));
    add(counterExamples, differentPages(sorted, labels));
  }
  return { examples, counterExamples };
}

type Member = { readonly url: number; readonly part: number };
type Pair = readonly [Member, Member];

function keep(examples: Example[], example: Example): void {
  examples.push(example);
  examples.sort((x, y) => compareCodePoints(x.urls[0], y.urls[0]) || compareCodePoints(x.urls[1], y.urls[1]));
  examples.length = Math.min(examples.length, EXAMPLES);
}

function samePage(sorted: readonly Member[], { page }: Labels): Pair | null {
  const firsts = new Map<number, Member>();
  const pairs = new Map<number, Pair>();
  for (const member of sorted) {
    const its = page[member.url]!;
    const first = firsts.get(its);
    if (first === undefined) firsts.set(its, member);
    else if (first.part !== member.part && !pairs.has(its)) pairs.set(its, [first, member]);
  }
  // Pages stand in the order of their first URLs.
  for (const its of firsts.keys()) if (pairs.has(its)) return pairs.get(its)!;
  return null;
}

function differentPages(sorted: readonly Member[], { wide }: Labels): Pair | null {
  const tried = new Set<string>();
  for (const [i, a] of sorted.entries()) {
    const name = `${wide[a.url]} ${a.part}`;
    if (tried.has(name)) continue;
    tried.add(name);
    let isOneWide = true;
    let isOnePart = true;
    for (let k = i + 1; k < sorted.length; k++) {
      const b = sorted[k]!;
      const isWide = wide[a.url] === wide[b.url];
      if (!isWide && a.part !== b.part) return [a, b];
      isOneWide &&= isWide;
      isOnePart &&= a.part === b.part;
    }
    // All that follow are of one page, or were together before: there is no pair further on.
    if (isOneWide || isOnePart) return null;
  }
  return null;
}

function always(): boolean {
  return true;
}
