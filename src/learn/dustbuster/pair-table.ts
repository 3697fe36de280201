/** Substitutions found so far and how many URLs show each (Fig. 5.1, lines 14 to 20), known by the hashes of their two sides. */
import { enlarged } from './token-rows.ts';

const SLOTS = 512;

/** Never; wherever its sides occur; where the URLs go on alike, because one side is empty. */
export const STAYS = 0;
export const SHIFTS = 1;
export const MAY_SHIFT = 2;

/** Columns by the number of the pair. */
export class PairTable {
  count = 0;
  /** Pairs of URLs that show it in groups within T_low, and within T_high. */
  low = new Int32Array(256);
  high = new Int32Array(256);
  /** One of these pairs of URLs, the larger side in the first: where the sides begin and end in their texts. */
  first = new Int32Array(256);
  second = new Int32Array(256);
  start = new Int32Array(256);
  firstEnd = new Int32Array(256);
  secondEnd = new Int32Array(256);
  /** Tokens of the sides, without sentinels. */
  firstTokens = new Int32Array(256);
  secondTokens = new Int32Array(256);
  /** The sides contain the first sentinel (1), the last (2). */
  anchors = new Uint8Array(256);
  /** Whether one pair of URLs can show it at several places, and so must not be counted twice. */
  shifts = new Uint8Array(256);
  #a = new Int32Array(256);
  #b = new Int32Array(256);
  /** Places hold numbers plus one, so that zero is free; those up to the mask are in use. */
  #slots = new Int32Array(SLOTS);
  #mask = SLOTS - 1;

  /** Small again, so that a small group after a large one does not pay for it. */
  clear(): void {
    this.count = 0;
    this.#mask = SLOTS - 1;
    this.#slots.fill(0, 0, SLOTS);
  }

  /** The number of a pair, negative if it is not in the table. */
  find(a: number, b: number): number {
    return this.#slots[this.#slotOf(a, b)]! - 1;
  }

  /** The number of a pair that is in the table from now on. */
  add(a: number, b: number): number {
    const slot = this.#slotOf(a, b);
    const known = this.#slots[slot]! - 1;
    if (known >= 0) return known;
    if (this.count === this.#a.length) this.#grow();
    const pair = this.count++;
    this.#a[pair] = a;
    this.#b[pair] = b;
    this.low[pair] = 0;
    this.high[pair] = 0;
    this.#slots[slot] = pair + 1;
    if (this.count * 2 > this.#mask) this.#rehash();
    return pair;
  }

  #slotOf(a: number, b: number): number {
    let slot = a & this.#mask;
    for (;;) {
      const pair = this.#slots[slot]! - 1;
      if (pair < 0 || (this.#a[pair] === a && this.#b[pair] === b)) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }

  #grow(): void {
    const size = this.#a.length * 2;
    this.#a = enlarged(this.#a, size);
    this.#b = enlarged(this.#b, size);
    this.low = enlarged(this.low, size);
    this.high = enlarged(this.high, size);
    this.first = enlarged(this.first, size);
    this.second = enlarged(this.second, size);
    this.start = enlarged(this.start, size);
    this.firstEnd = enlarged(this.firstEnd, size);
    this.secondEnd = enlarged(this.secondEnd, size);
    this.firstTokens = enlarged(this.firstTokens, size);
    this.secondTokens = enlarged(this.secondTokens, size);
    const [anchors, shifts] = [this.anchors, this.shifts];
    this.anchors = new Uint8Array(size);
    this.anchors.set(anchors);
    this.shifts = new Uint8Array(size);
    this.shifts.set(shifts);
  }

  #rehash(): void {
    const size = (this.#mask + 1) * 2;
    if (size > this.#slots.length) this.#slots = new Int32Array(size);
    else this.#slots.fill(0, 0, size);
    const mask = size - 1;
    this.#mask = mask;
    for (let pair = 0; pair < this.count; pair++) {
      let slot = this.#a[pair]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = pair + 1;
    }
  }
}
