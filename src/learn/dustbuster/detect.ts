/** Finds likely substitutions in groups of URLs: buckets, pairs of their URLs, and what shows often enough (Fig. 5.1). */
import { comparePairs, eliminate, type SizedPair } from './eliminate.ts';
import { InstanceLog, type VisitInstance } from './instance-log.ts';
import type { DustBusterOptions } from './options.ts';
import { MAY_SHIFT, PairTable, SHIFTS, STAYS } from './pair-table.ts';
import { type Group, PairWalker, type VisitPair } from './pair-walker.ts';
import { compareSides } from './sides.ts';
import type { Likeness } from './similarity.ts';
import type { UrlList } from './url-list.ts';

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
  readonly #walker: PairWalker;
  readonly #table = new PairTable();
  readonly #log = new InstanceLog();
  #counters: Uint8Array | null = null;
  /** Pairs of URLs already counted of pairs that can shift, so that each counts once. */
  #counted = new Map<number, Set<number>>();

  constructor(list: UrlList, options: DustBusterOptions, held: { envelopes?: number; pairs?: number } = {}) {
    this.#list = list;
    this.#options = options;
    this.#held = held.pairs ?? HELD_PAIRS;
    this.#walker = new PairWalker(list, options, held.envelopes);
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
    this.#walker.each(group, (a, b, likeness, isLow, r, s, before) => {
      if (!isLow) return;
      const pair = this.#table.find(a, b);
      const { ids, at, base } = this.#walker.rows;
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
    const { rows } = this.#walker;
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
      const { ids, at, base } = rows;
      const u = ids[r]!;
      const v = ids[s]!;
      if (isLow) this.#log.add(pair, u, v, at[base[r]! + before]!, likeness);
      if (!this.#canShift(pair, r, s, before, behind)) {
        table.high[pair]!++;
        if (isLow) table.low[pair]!++;
        return;
      }
      if (this.#isNew(pair, u, v, false)) table.high[pair]!++;
      if (isLow && this.#isNew(pair, u, v, true)) table.low[pair]!++;
    };
    this.#walker.each(group, count, goesOn);
    return !isFull;
  }

  #precount(group: Group): void {
    const counters = this.#counters!;
    this.#walker.each(group, (a, _b, _likeness, isLow) => {
      const at = a & (COUNTERS - 1);
      if (isLow && counters[at]! < 255) counters[at]!++;
    });
  }

  /** Remembers where a pair can be read. */
  #note(pair: number, r: number, s: number, before: number, behind: number): void {
    const table = this.#table;
    const { ids, at, base, beforeA, behindA } = this.#walker.rows;
    const startR = base[r]! + before;
    const startS = base[s]! + before;
    const endR = base[r + 1]! - 1 - behind;
    const endS = base[s + 1]! - 1 - behind;
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
    const { base, beforeA, behindA } = this.#walker.rows;
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
