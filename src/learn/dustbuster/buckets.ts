/** Which URLs are equal but for one substring: buckets of rows that share all tokens before it and all tokens behind it (Fig. 5.1, lines 5 to 13). */
import { enlarged, finish, type TokenRows } from './token-rows.ts';
import { TwiceSet } from './twice.ts';

/** The rows of a bucket are `rows[0 … size - 1]`; they share their first `before` and their last `behind` tokens. */
export type VisitBucket = (rows: Int32Array, size: number, before: number, behind: number) => void;

/** Envelopes held at a time, some 40 bytes each. More than that, and the rows are gone through once more for those left over. */
const HELD = 1_500_000;

/** Keeps its memory from one set of rows to the next. */
export class BucketFinder {
  readonly #held: number;
  readonly #maxTokens: number;
  readonly #maxSize: number;
  readonly #shared = new TwiceSet();
  /** Of each row: the longest beginning and the longest end that another row has too. */
  #lastStart = new Int32Array(64);
  #firstEnd = new Int32Array(64);
  /** Of each envelope kept: hash, row, tokens before and behind, URLs so far (in the first of a bucket), and the next of the same bucket. */
  #hashA = new Int32Array(1024);
  #hashB = new Int32Array(1024);
  #row = new Int32Array(1024);
  #before = new Int32Array(1024);
  #behind = new Int32Array(1024);
  #size = new Int32Array(1024);
  #next = new Int32Array(1024);
  #used = 0;
  #slots = new Int32Array(2048);
  #mask = 0;
  readonly #members: Int32Array;

  constructor(maxTokens: number, maxSize: number, held = HELD) {
    this.#maxTokens = maxTokens;
    this.#maxSize = maxSize;
    this.#members = new Int32Array(maxSize);
    this.#held = held;
  }

  /** Visits every bucket of 2 … maxSize rows once, in an order that depends on the rows alone. */
  each(rows: TokenRows, visit: VisitBucket): void {
    if (rows.count < 2) return;
    this.#findShared(rows);
    const envelopes = this.#count(rows);
    if (envelopes <= this.#held) {
      this.#collect(rows, envelopes, 0, 1, false);
      this.#visit(visit);
      return;
    }
    this.#shared.clear(envelopes);
    this.#enumerate(rows, (a) => this.#shared.add(a));
    let kept = 0;
    this.#enumerate(rows, (a) => {
      if (this.#shared.isTwice(a)) kept++;
    });
    const parts = Math.ceil(kept / this.#held);
    for (let part = 0; part < parts; part++) {
      this.#collect(rows, Math.ceil((1.1 * kept) / parts), part, parts, true);
      this.#visit(visit);
    }
  }

  /** An envelope is shared only if its beginning and its end are; and what is shared is shared when it is shorter, too. */
  #findShared({ count, base, beforeA, behindA, limit }: TokenRows): void {
    if (count > this.#lastStart.length) {
      this.#lastStart = new Int32Array(count * 2);
      this.#firstEnd = new Int32Array(count * 2);
    }
    const boundaries = base[count]!;
    this.#shared.clear(boundaries);
    for (let k = 0; k < boundaries; k++) this.#shared.add(finish(beforeA[k]!));
    for (let r = 0; r < count; r++) {
      let last = 0;
      while (last < limit[r]! && this.#shared.isTwice(finish(beforeA[base[r]! + last + 1]!))) last++;
      this.#lastStart[r] = last;
    }
    this.#shared.clear(boundaries);
    for (let k = 0; k < boundaries; k++) this.#shared.add(finish(behindA[k]!));
    for (let r = 0; r < count; r++) {
      const from = base[r]!;
      let first = base[r + 1]! - 1 - from;
      while (first > 0 && this.#shared.isTwice(finish(behindA[from + first - 1]!))) first--;
      this.#firstEnd[r] = first;
    }
  }

  #count(rows: TokenRows): number {
    let envelopes = 0;
    for (let r = 0; r < rows.count; r++) {
      const first = this.#firstEnd[r]!;
      const limit = rows.limit[r]!;
      for (let i = 0; i <= this.#lastStart[r]!; i++) {
        const low = Math.max(i, first);
        const high = Math.min(i + this.#maxTokens, limit);
        if (high >= low) envelopes += high - low + 1;
      }
    }
    return envelopes;
  }

  #enumerate(
    rows: TokenRows,
    found: (a: number, b: number, row: number, before: number, behind: number) => void,
  ): void {
    const { count, base, beforeA, beforeB, behindA, behindB, limit } = rows;
    for (let r = 0; r < count; r++) {
      const from = base[r]!;
      const first = this.#firstEnd[r]!;
      const last = limit[r]!;
      const tokens = base[r + 1]! - from - 1;
      for (let i = 0; i <= this.#lastStart[r]!; i++) {
        const a = Math.imul(beforeA[from + i]!, 0x9e3779b1) ^ i;
        const b = Math.imul(beforeB[from + i]!, 0x85ebca77) ^ i;
        const high = Math.min(i + this.#maxTokens, last);
        for (let j = Math.max(i, first); j <= high; j++) {
          // Nothing can stand before the first sentinel or behind the last.
          if (i === j && (i === 0 || i === tokens)) continue;
          found(finish(a + behindA[from + j]!), finish(b + behindB[from + j]!), r, i, tokens - j);
        }
      }
    }
  }

  #collect(rows: TokenRows, expected: number, part: number, parts: number, isFiltered: boolean): void {
    this.#used = 0;
    let slots = 2048;
    while (slots < expected * 2) slots *= 2;
    if (slots > this.#slots.length) this.#slots = new Int32Array(slots);
    else this.#slots.fill(0, 0, slots);
    this.#mask = slots - 1;
    this.#enumerate(rows, (a, b, row, before, behind) => {
      if (isFiltered && ((b >>> 0) % parts !== part || !this.#shared.isTwice(a))) return;
      this.#add(a, b, row, before, behind);
    });
  }

  /** Slots hold places plus one, so that zero is free. */
  #add(a: number, b: number, row: number, before: number, behind: number): void {
    let slot = a & this.#mask;
    let head = this.#slots[slot]! - 1;
    while (head >= 0 && (this.#hashA[head] !== a || this.#hashB[head] !== b)) {
      slot = (slot + 1) & this.#mask;
      head = this.#slots[slot]! - 1;
    }
    if (head >= 0) {
      // Of a bucket that is too large nothing but its size matters.
      if (++this.#size[head]! > this.#maxSize) return;
    }
    const place = this.#place();
    this.#row[place] = row;
    if (head >= 0) {
      this.#next[place] = this.#next[head]!;
      this.#next[head] = place;
      this.#size[place] = 0;
      return;
    }
    this.#slots[slot] = place + 1;
    this.#hashA[place] = a;
    this.#hashB[place] = b;
    this.#before[place] = before;
    this.#behind[place] = behind;
    this.#size[place] = 1;
    this.#next[place] = -1;
    if (this.#used * 2 > this.#mask) this.#rehash();
  }

  #visit(visit: VisitBucket): void {
    for (let head = 0; head < this.#used; head++) {
      const size = this.#size[head]!;
      if (size < 2 || size > this.#maxSize) continue;
      // The chain is the first row, then the others from the last to the second.
      let member = this.#next[head]!;
      this.#members[0] = this.#row[head]!;
      for (let k = size - 1; k > 0; k--, member = this.#next[member]!) this.#members[k] = this.#row[member]!;
      visit(this.#members, size, this.#before[head]!, this.#behind[head]!);
    }
  }

  #place(): number {
    if (this.#used === this.#row.length) {
      const size = this.#row.length * 2;
      this.#hashA = enlarged(this.#hashA, size);
      this.#hashB = enlarged(this.#hashB, size);
      this.#row = enlarged(this.#row, size);
      this.#before = enlarged(this.#before, size);
      this.#behind = enlarged(this.#behind, size);
      this.#size = enlarged(this.#size, size);
      this.#next = enlarged(this.#next, size);
    }
    return this.#used++;
  }

  #rehash(): void {
    const slots = (this.#mask + 1) * 2;
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
    for (let head = 0; head < this.#used; head++) {
      if (this.#size[head] === 0) continue;
      let slot = this.#hashA[head]! & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = head + 1;
    }
  }
}
