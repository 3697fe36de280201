/** Counts the pairs of URLs in a bucket by what is known of them, from the sizes of groups alone. */
import type { LabelColumns } from '../clusters/index.ts';
import { type Buckets, urlOf } from './buckets.ts';

export type PairCounts = {
  /** All pairs, also those of which nothing is known. */
  pairs: number;
  /** Pairs of one page. */
  truePairs: number;
  /** Pairs that are certainly of different pages. */
  falsePairs: number;
  /** Buckets with a true or false pair. */
  forms: number;
  /** Buckets with a false pair. */
  impureForms: number;
  /** False pairs among URLs whose cluster has other URLs. */
  falseWithoutSingles: number;
};

/** Clusters that count for a rule: all, or by what made it. */
export type Counting = (cluster: number) => boolean;

export class PairCounter {
  readonly #labels: LabelColumns;
  readonly #wide: Int32Array;
  readonly #page: Int32Array;

  constructor(labels: LabelColumns) {
    this.#labels = labels;
    this.#wide = new Int32Array(labels.wides);
    this.#page = new Int32Array(labels.pages);
  }

  /** True pairs count only in clusters that `isCounted` says; false pairs count everywhere. */
  count({ starts, members }: Buckets, isCounted: Counting): PairCounts {
    const total: PairCounts = {
      pairs: 0,
      truePairs: 0,
      falsePairs: 0,
      forms: 0,
      impureForms: 0,
      falseWithoutSingles: 0,
    };
    for (let b = 0; b + 1 < starts.length; b++) {
      const from = starts[b]!;
      const to = starts[b + 1]!;
      // Most buckets are of two URLs, one of them matched.
      if (to === from + 2) {
        this.#addPair(urlOf(members[from]!), urlOf(members[from + 1]!), isCounted, total);
        continue;
      }
      const counts = this.#tally(members, from, to, isCounted);
      // Two URLs that the rule leaves alone are no instance of it; without standard normalization there is one at most.
      let alone = to;
      while (alone > from && members[alone - 1]! < 0) alone--;
      if (to - alone > 1) subtract(counts, this.#tally(members, alone, to, isCounted));
      total.pairs += counts.pairs;
      total.truePairs += counts.truePairs;
      total.falsePairs += counts.falsePairs;
      total.falseWithoutSingles += counts.falseWithoutSingles;
      if (counts.truePairs + counts.falsePairs > 0) total.forms++;
      if (counts.falsePairs > 0) total.impureForms++;
    }
    return total;
  }

  /** Counts a bucket of two. */
  #addPair(u: number, v: number, isCounted: Counting, total: PairCounts): void {
    const { cluster, wide, page, clusterSize } = this.#labels;
    const isFalse = wide[u] !== wide[v];
    const isTrue = page[u] === page[v] && isCounted(cluster[v]!);
    total.pairs++;
    if (isTrue) total.truePairs++;
    if (isTrue || isFalse) total.forms++;
    if (!isFalse) return;
    total.falsePairs++;
    total.impureForms++;
    if (clusterSize[cluster[u]!]! > 1 && clusterSize[cluster[v]!]! > 1) total.falseWithoutSingles++;
  }

  #tally(members: Int32Array, from: number, to: number, isCounted: Counting): BucketCounts {
    const { cluster, wide, page, clusterSize } = this.#labels;
    const seenWide = this.#wide;
    const seenPage = this.#page;
    let sameWide = 0;
    let truePairs = 0;
    for (let i = from; i < to; i++) {
      const url = urlOf(members[i]!);
      sameWide += seenWide[wide[url]!]!++;
      const before = seenPage[page[url]!]!++;
      if (before > 0 && isCounted(cluster[url]!)) truePairs += before;
    }
    clear(seenWide, wide, members, from, to);
    clear(seenPage, page, members, from, to);
    let plural = 0;
    let samePlural = 0;
    for (let i = from; i < to; i++) {
      const url = urlOf(members[i]!);
      if (clusterSize[cluster[url]!]! < 2) continue;
      plural++;
      samePlural += seenWide[wide[url]!]!++;
    }
    clear(seenWide, wide, members, from, to);
    const pairs = pairsOf(to - from);
    return { pairs, truePairs, falsePairs: pairs - sameWide, falseWithoutSingles: pairsOf(plural) - samePlural };
  }
}

type BucketCounts = Omit<PairCounts, 'forms' | 'impureForms'>;

/** Pairs among n things. */
export function pairsOf(n: number): number {
  return (n * (n - 1)) / 2;
}

function clear(seen: Int32Array, label: Int32Array, members: Int32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) seen[label[urlOf(members[i]!)]!] = 0;
}

function subtract(counts: BucketCounts, less: BucketCounts): void {
  counts.pairs -= less.pairs;
  counts.truePairs -= less.truePairs;
  counts.falsePairs -= less.falsePairs;
  counts.falseWithoutSingles -= less.falseWithoutSingles;
}
