/** Finds likely substitutions in groups of URLs: buckets, pairs of their URLs, and what shows often enough (Fig. 5.1). */
import { BucketFinder } from './buckets.ts';
import { comparePairs, eliminate, type SizedPair } from './eliminate.ts';
import { InstanceLog, type VisitInstance } from './instance-log.ts';
import type { DustBusterOptions } from './options.ts';
import { MAY_SHIFT, PairTable, SHIFTS, STAYS } from './pair-table.ts';
import { compareSides } from './sides.ts';
import { type Likeness, likenessOf, UNLIKE } from './similarity.ts';
import { BASE_A, BASE_B, finish, powers, TokenRows } from './token-rows.ts';
import type { UrlList } from './url-list.ts';

/** URLs that are compared with each other, as rows; `fill` is called for each batch as often as the group is gone through. */
export type Group = {
  readonly batches: number;
  fill(rows: TokenRows, batch: number): void;
  /** Whether two URLs of a bucket count; all do when absent. */
  readonly counts?: (u: number, v: number) => boolean;
};

export type LikelyPair = SizedPair & {
  /** Number in the table, and whether the order of its sides there is another one. */
  readonly pair: number;
  readonly isTurned: boolean;
  /** Pairs of URLs within T_low; `size` is those within T_high. */
  readonly low: number;
};

/** Pairs held at a time; more than that, and those seen too rarely are kept out by counting them first. */
const HELD_PAIRS = 1_000_000;
/** 64 MB of counters. */
const COUNTERS = 2 ** 26;

export class Detector {
  readonly #list: UrlList;
  readonly #options: DustBusterOptions;
  readonly #held: number;
  readonly #rows = new TokenRows();
  readonly #buckets: BucketFinder;
  readonly #table = new PairTable();
  readonly #log = new InstanceLog();
  readonly #powersA: Int32Array;
  readonly #powersB: Int32Array;
  #counters: Uint8Array | null = null;
  /** Pairs of URLs already counted of pairs that can shift, so that each counts once. */
  #counted = new Map<number, Set<number>>();

  constructor(list: UrlList, options: DustBusterOptions, held: { envelopes?: number; pairs?: number } = {}) {
    this.#list = list;
    this.#options = options;
    this.#held = held.pairs ?? HELD_PAIRS;
    this.#buckets = new BucketFinder(options.maxTokens, options.tHigh, held.envelopes);
    this.#powersA = powers(BASE_A, options.maxTokens);
    this.#powersB = powers(BASE_B, options.maxTokens);
  }

  /** All pairs with enough support, in order; valid until the next call. */
  detect(group: Group): LikelyPair[] {
    this.#table.clear();
    this.#counted.clear();
    if (!this.#count(group, false)) {
      this.#counters = this.#counters?.fill(0) ?? new Uint8Array(COUNTERS);
      this.#precount(group);
      this.#table.clear();
      this.#counted.clear();
      this.#count(group, true);
    }
    const found: LikelyPair[] = [];
    for (let pair = 0; pair < this.#table.count; pair++) {
      if (this.#table.low[pair]! >= this.#options.minPairs) found.push(this.#describe(pair));
    }
    return found.sort(comparePairs);
  }

  /** Those of them that no other makes redundant. */
  keep(pairs: readonly LikelyPair[]): LikelyPair[] {
    return eliminate(pairs, this.#options);
  }

  /** Calls `visit` for each pair of URLs that shows one of these pairs within T_low, once its text is compared. */
  eachInstance(
    group: Group,
    pairs: readonly LikelyPair[],
    visit: (place: number, u: number, v: number, likeness: Likeness) => void,
  ): void {
    const places = new Int32Array(this.#table.count).fill(-1);
    for (const [place, { pair }] of pairs.entries()) places[pair] = place;
    const check: VisitInstance = (pair, u, v, start, likeness) => {
      const place = places[pair]!;
      const likely = pairs[place]!;
      if (!this.#shows(likely, u, v, start)) return;
      if (this.#table.shifts[pair] !== STAYS && !this.#isNew(pair, u, v, true)) return;
      if (likely.isTurned) visit(place, v, u, likeness);
      else visit(place, u, v, likeness);
    };
    this.#counted.clear();
    if (this.#log.each((pair) => places[pair]! >= 0, check)) return;
    this.#eachPair(group, (a, b, likeness, isLow, r, s, before) => {
      if (!isLow) return;
      const pair = this.#table.find(a, b);
      const { ids, at, base } = this.#rows;
      if (pair >= 0 && places[pair]! >= 0) check(pair, ids[r]!, ids[s]!, at[base[r]! + before]!, likeness);
    });
  }

  /** Equal hashes are no proof of equal texts. */
  #shows({ alpha, beta, isTurned }: LikelyPair, u: number, v: number, start: number): boolean {
    const [larger, smaller] = [this.#list.urls[u]!, this.#list.urls[v]!];
    const [sideU, sideV] = isTurned ? [beta, alpha] : [alpha, beta];
    return (
      larger.startsWith(sideU, start) &&
      smaller.startsWith(sideV, start) &&
      larger.slice(0, start) === smaller.slice(0, start) &&
      larger.slice(start + sideU.length) === smaller.slice(start + sideV.length)
    );
  }

  /** False if there are too many pairs to hold; `isFiltered` leaves out those that the counters say are too rare. */
  #count(group: Group, isFiltered: boolean): boolean {
    const table = this.#table;
    const least = Math.min(this.#options.minPairs, 255);
    let isFull = false;
    this.#log.clear();
    const goesOn = () => !isFull;
    const count: VisitPair = (a, b, likeness, isLow, r, s, before, behind) => {
      if (isFull || (isFiltered && this.#counters![a & (COUNTERS - 1)]! < least)) return;
      const known = table.count;
      const pair = table.add(a, b);
      if (pair === known) {
        this.#note(pair, r, s, before, behind);
        isFull = !isFiltered && table.count > this.#held;
      }
      if (isLow)
        this.#log.add(
          pair,
          this.#rows.ids[r]!,
          this.#rows.ids[s]!,
          this.#rows.at[this.#rows.base[r]! + before]!,
          likeness,
        );
      if (!this.#canShift(pair, r, s, before, behind)) {
        table.high[pair]!++;
        if (isLow) table.low[pair]!++;
        return;
      }
      const [u, v] = [this.#rows.ids[r]!, this.#rows.ids[s]!];
      if (this.#isNew(pair, u, v, false)) table.high[pair]!++;
      if (isLow && this.#isNew(pair, u, v, true)) table.low[pair]!++;
    };
    this.#eachPair(group, count, goesOn);
    return !isFull;
  }

  #precount(group: Group): void {
    const counters = this.#counters!;
    this.#eachPair(group, (a, _b, _likeness, isLow) => {
      const at = a & (COUNTERS - 1);
      if (isLow && counters[at]! < 255) counters[at]!++;
    });
  }

  /** Every two URLs of a bucket that are likely similar, as rows, the one with the larger side first. */
  #eachPair(group: Group, visit: VisitPair, goesOn: () => boolean = () => true): void {
    const rows = this.#rows;
    const { known } = this.#list;
    const { minEqualShingles, tLow } = this.#options;
    const visitBucket = (members: Int32Array, size: number, before: number, behind: number) => {
      const { ids } = rows;
      for (let k = 1; k < size; k++) {
        const s = members[k]!;
        for (let m = 0; m < k; m++) {
          const r = members[m]!;
          const likeness = likenessOf(known, minEqualShingles, ids[r]!, ids[s]!);
          if (likeness === UNLIKE || (group.counts && !group.counts(ids[r]!, ids[s]!))) continue;
          this.#hashPair(r, s, before, behind, size <= tLow, likeness, visit);
        }
      }
    };
    for (let batch = 0; batch < group.batches && goesOn(); batch++) {
      rows.clear();
      group.fill(rows, batch);
      this.#buckets.each(rows, visitBucket);
    }
  }

  #hashPair(
    r: number,
    s: number,
    before: number,
    behind: number,
    isLow: boolean,
    likeness: Likeness,
    visit: VisitPair,
  ): void {
    const { base, beforeA, beforeB } = this.#rows;
    const [startR, startS] = [base[r]! + before, base[s]! + before];
    const [endR, endS] = [base[r + 1]! - 1 - behind, base[s + 1]! - 1 - behind];
    const [lengthR, lengthS] = [endR - startR, endS - startS];
    const [powerR, powerS] = [this.#powersA[lengthR]!, this.#powersA[lengthS]!];
    const hashR = finish((beforeA[endR]! - Math.imul(beforeA[startR]!, powerR)) | 0);
    const hashS = finish((beforeA[endS]! - Math.imul(beforeA[startS]!, powerS)) | 0);
    const otherR = (beforeB[endR]! - Math.imul(beforeB[startR]!, this.#powersB[lengthR]!)) | 0;
    const otherS = (beforeB[endS]! - Math.imul(beforeB[startS]!, this.#powersB[lengthS]!)) | 0;
    // Of equally long sides any order will do that does not depend on the URLs.
    const isLarger = lengthR !== lengthS ? lengthR > lengthS : this.#isLarger(r, s, startR, endR, endS, hashR, hashS);
    if (isLarger) {
      const a = finish(Math.imul(hashR, 31) + hashS + Math.imul(lengthR, 0x61c88647));
      visit(a, finish(Math.imul(otherR, 31) + otherS), likeness, isLow, r, s, before, behind);
    } else {
      const a = finish(Math.imul(hashS, 31) + hashR + Math.imul(lengthS, 0x61c88647));
      visit(a, finish(Math.imul(otherS, 31) + otherR), likeness, isLow, s, r, before, behind);
    }
  }

  #isLarger(r: number, s: number, startR: number, endR: number, endS: number, hashR: number, hashS: number): boolean {
    const { at, ids } = this.#rows;
    if (at[endR] !== at[endS]) return at[endR]! > at[endS]!;
    if (hashR !== hashS) return hashR > hashS;
    // Two URLs whose sides have one hash by chance.
    const { urls } = this.#list;
    return urls[ids[r]!]!.slice(at[startR]!, at[endR]!) > urls[ids[s]!]!.slice(at[startR]!, at[endS]!);
  }

  /** Remembers where a pair can be read. */
  #note(pair: number, r: number, s: number, before: number, behind: number): void {
    const table = this.#table;
    const { ids, at, base, beforeA, behindA } = this.#rows;
    const [startR, startS] = [base[r]! + before, base[s]! + before];
    const [endR, endS] = [base[r + 1]! - 1 - behind, base[s + 1]! - 1 - behind];
    table.first[pair] = ids[r]!;
    table.second[pair] = ids[s]!;
    table.start[pair] = at[startR]!;
    table.firstEnd[pair] = at[endR]!;
    table.secondEnd[pair] = at[endS]!;
    const sentinels = (before === 0 ? 1 : 0) + (behind === 0 ? 1 : 0);
    table.firstTokens[pair] = endR - startR - sentinels;
    table.secondTokens[pair] = endS - startS - sentinels;
    table.anchors[pair] = (before === 0 ? 1 : 0) | (behind === 0 ? 2 : 0);
    const least = Math.min(endR - startR, endS - startS);
    let common = 0;
    while (common < least && beforeA[startR + common + 1] === beforeA[startS + common + 1]) common++;
    for (let k = 1; k <= least && common <= least && behindA[endR - k] === behindA[endS - k]; k++) common++;
    table.shifts[pair] = least === 0 ? MAY_SHIFT : common > least ? SHIFTS : STAYS;
  }

  #describe(pair: number): LikelyPair {
    const { urls } = this.#list;
    const { first, second, start, firstEnd, secondEnd, firstTokens, secondTokens, anchors, low, high } = this.#table;
    const larger = urls[first[pair]!]!.slice(start[pair]!, firstEnd[pair]!);
    const smaller = urls[second[pair]!]!.slice(start[pair]!, secondEnd[pair]!);
    const [tokensL, tokensS] = [firstTokens[pair]!, secondTokens[pair]!];
    const isTurned = compareSides(larger, smaller, tokensL, tokensS) < 0;
    return {
      pair,
      isTurned,
      alpha: isTurned ? smaller : larger,
      beta: isTurned ? larger : smaller,
      alphaTokens: isTurned ? tokensS : tokensL,
      betaTokens: isTurned ? tokensL : tokensS,
      start: (anchors[pair]! & 1) === 1,
      end: (anchors[pair]! & 2) === 2,
      low: low[pair]!,
      size: high[pair]!,
    };
  }

  /** True if other envelopes may lead from the one URL to the other by the same substitution (Theorem 2). */
  #canShift(pair: number, r: number, s: number, before: number, behind: number): boolean {
    const shifts = this.#table.shifts[pair];
    if (shifts !== MAY_SHIFT) return shifts === SHIFTS;
    const { base, beforeA, behindA } = this.#rows;
    // Nothing stands where the other URL has something: what follows in both, or what precedes in both, must be the same.
    if (beforeA[base[r]! + before + 1] === beforeA[base[s]! + before + 1]) return true;
    return behindA[base[r + 1]! - 2 - behind] === behindA[base[s + 1]! - 2 - behind];
  }

  /** True the first time that it is asked for these URLs. */
  #isNew(pair: number, u: number, v: number, isLow: boolean): boolean {
    const place = pair * 2 + Number(isLow);
    const known = this.#counted.get(place);
    const urls = u * this.#list.urls.length + v;
    if (known?.has(urls)) return false;
    if (known) known.add(urls);
    else this.#counted.set(place, new Set([urls]));
    return true;
  }
}

type VisitPair = (
  a: number,
  b: number,
  likeness: Likeness,
  isLow: boolean,
  /** Rows of the larger and the smaller side. */
  r: number,
  s: number,
  before: number,
  behind: number,
) => void;
