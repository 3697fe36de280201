/** A set of byte strings that keeps the bytes themselves: two different keys never count as one, whatever their hashes. */
import { sameBytes } from './bytes.ts';
import { hashRange, mix } from './hash.ts';

/** Keys stand one after the other in pages of this size; a longer key gets a page of its own. */
const PAGE = 1 << 22;

/** Memory: the bytes of the distinct keys, and 20 to 40 bytes more for each. */
export class SeenKeys {
  size = 0;
  private pages: Uint8Array[] = [];
  private used = PAGE;
  /** Per key: hash, page, place in the page, length. */
  private entries = new Int32Array(4 * 1024);
  /** Open addressing: number of the entry plus one, 0 for an empty place. */
  private table = new Int32Array(2048);

  /** Adds a key; false if it was there already. */
  add(bytes: Uint8Array, from: number, to: number): boolean {
    const hash = mix(hashRange(bytes, from, to), to - from);
    const mask = this.table.length - 1;
    let at = hash & mask;
    for (let entry = this.table[at]!; entry !== 0; at = (at + 1) & mask, entry = this.table[at]!) {
      const e = (entry - 1) * 4;
      if (this.entries[e] !== hash || this.entries[e + 3] !== to - from) continue;
      if (sameBytes(bytes, from, to, this.pages[this.entries[e + 1]!]!, this.entries[e + 2]!)) return false;
    }
    this.store(hash, bytes, from, to);
    this.table[at] = this.size;
    if (this.size * 2 > this.table.length) this.grow();
    return true;
  }

  private store(hash: number, bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (this.pages.length === 0 || this.used + length > this.pages.at(-1)!.length) {
      this.pages.push(new Uint8Array(Math.max(PAGE, length)));
      this.used = 0;
    }
    this.pages.at(-1)!.set(bytes.subarray(from, to), this.used);
    if (this.size * 4 === this.entries.length) {
      const bigger = new Int32Array(this.entries.length * 2);
      bigger.set(this.entries);
      this.entries = bigger;
    }
    this.entries.set([hash, this.pages.length - 1, this.used, length], this.size * 4);
    this.used += length;
    this.size++;
  }

  private grow(): void {
    this.table = new Int32Array(this.table.length * 2);
    const mask = this.table.length - 1;
    for (let e = 0; e < this.size; e++) {
      let at = this.entries[e * 4]! & mask;
      while (this.table[at] !== 0) at = (at + 1) & mask;
      this.table[at] = e + 1;
    }
  }
}
