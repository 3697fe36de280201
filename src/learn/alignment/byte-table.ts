/** Numbers sequences of bytes: equal ones get the same number, and each is kept once. */
import { grown } from './grown.ts';

export class ByteTable {
  /** Number of different sequences. */
  size = 0;

  /** All sequences one after another; number r is `#bytes[#starts[r]] .. #bytes[#starts[r + 1] - 1]`. */
  #bytes = new Uint8Array(1 << 16);
  #starts = new Int32Array(1024);
  #hashes = new Int32Array(1024);
  /** Open addressing: number + 1. */
  #slots = new Int32Array(4096);

  /** The number of a sequence; `size` before the call if it is new. */
  add(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(bytes, from, to);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const known = this.#slots[slot]! - 1;
      if (this.#hashes[known] === hash && this.#isEqual(known, bytes, from, to)) return known;
    }
    const number = this.size++;
    const start = this.#starts[number]!;
    const end = start + to - from;
    this.#bytes = grown(this.#bytes, end);
    for (let i = from; i < to; i++) this.#bytes[start + i - from] = bytes[i]!;
    this.#starts = grown(this.#starts, this.size + 1);
    this.#starts[this.size] = end;
    this.#hashes = grown(this.#hashes, this.size);
    this.#hashes[number] = hash;
    this.#slots[slot] = this.size;
    if (2 * this.size > this.#slots.length) this.#growSlots();
    return number;
  }

  #isEqual(known: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[known]!;
    if (this.#starts[known + 1]! - start !== to - from) return false;
    for (let i = from; i < to; i++) if (this.#bytes[start + i - from] !== bytes[i]) return false;
    return true;
  }

  #growSlots(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = this.#hashes[number]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let h = to - from;
  for (let i = from; i < to; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193) ^ (h >>> 13);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return h ^ (h >>> 13);
}
