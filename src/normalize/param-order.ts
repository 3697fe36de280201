/** Stable orders of parameters, as lists of numbers in arrays that are used again for the next URL. */
import type { ByteMode } from './bytes.ts';
import { compareTexts } from './name-order.ts';

export class ParamOrder {
  /** The numbers 0, 1 … in their new order. */
  order = new Int32Array(64);
  private spare = new Int32Array(64);
  /** Where each ascending run begins, and the end of the last. */
  private runs = new Int32Array(65);

  /** Orders by names, which are the ranges [from[i], to[i]). Merges the runs that are there, so that what is nearly sorted costs little. */
  byName(count: number, bytes: Uint8Array, from: Int32Array, to: Int32Array, mode: ByteMode): void {
    this.start(count);
    let runs = 0;
    for (let i = 0; i < count; i++) {
      const isNew = i === 0 || compareTexts(bytes, from[i]!, to[i]!, from[i - 1]!, to[i - 1]!, mode) < 0;
      if (isNew) this.runs[runs++] = i;
    }
    this.runs[runs] = count;
    while (runs > 1) {
      let merged = 0;
      for (let r = 0; r < runs; r += 2) {
        const start = this.runs[r]!;
        const middle = this.runs[r + 1]!;
        const end = r + 1 < runs ? this.runs[r + 2]! : middle;
        this.merge(start, middle, end, bytes, from, to, mode);
        this.runs[merged++] = start;
      }
      this.runs[merged] = count;
      runs = merged;
      const { order } = this;
      this.order = this.spare;
      this.spare = order;
    }
  }

  /** Orders by small numbers, of which the highest is `highest`. */
  byRank(count: number, rank: Int32Array, highest: number): void {
    this.start(Math.max(count, highest + 2));
    const starts = this.spare.fill(0, 0, highest + 2);
    for (let i = 0; i < count; i++) starts[rank[i]! + 1]!++;
    for (let r = 1; r <= highest; r++) starts[r]! += starts[r - 1]!;
    for (let i = 0; i < count; i++) this.order[starts[rank[i]!]!++] = i;
  }

  private start(count: number): void {
    if (count >= this.order.length) {
      this.order = new Int32Array(count * 2);
      this.spare = new Int32Array(count * 2);
      this.runs = new Int32Array(count * 2);
    }
    for (let i = 0; i < count; i++) this.order[i] = i;
  }

  private merge(
    start: number,
    middle: number,
    end: number,
    bytes: Uint8Array,
    from: Int32Array,
    to: Int32Array,
    mode: ByteMode,
  ): void {
    const { order, spare } = this;
    let a = start;
    let b = middle;
    for (let at = start; at < end; at++) {
      const x = order[a]!;
      const y = order[b]!;
      const takeSecond = a === middle || (b < end && compareTexts(bytes, from[y]!, to[y]!, from[x]!, to[x]!, mode) < 0);
      spare[at] = takeSecond ? y : x;
      if (takeSecond) b++;
      else a++;
    }
  }
}
