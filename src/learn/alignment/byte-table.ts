/** Numbers sequences of bytes: equal ones get the same number, and each is kept once. */
import { grownSlots } from '../../base/index.ts';
import { grown } from './grown.ts';

export class ByteTable {
  /** Number of different sequences. */
  size = 0;

  /** All sequences one after another; number r is `#bytes[#starts[r]] .. #bytes[#starts[r + 1] - 1]`. */
  #bytes = new Uint8Array(1 << 16);
  #starts = new Int32Array(1024);
  /** Open addressing: hash and number + 1, side by side, because they are needed together. */
  #slots: Int32Array = new Int32Array(8192);

  /** The number of a sequence; `size` before the call if it is new. */
  add(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(bytes, from, to);
    const slots = this.#slots;
    const mask = slots.length - 2;
    let slot = (hash << 1) & mask;
    for (; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      const known = slots[slot + 1]! - 1;
      if (slots[slot] === hash && this.#isEqual(known, bytes, from, to)) return known;
    }
    const number = this.size++;
    const start = this.#starts[number]!;
    const end = start + to - from;
    this.#bytes = grown(this.#bytes, end);
    for (let i = from; i < to; i++) this.#bytes[start + i - from] = bytes[i]!;
    this.#starts = grown(this.#starts, this.size + 1);
    this.#starts[this.size] = end;
    slots[slot] = hash;
    slots[slot + 1] = this.size;
    if (4 * this.size > slots.length) this.#growSlots();
    return number;
  }

  /** The sequence with this number; valid until the next is added. */
  get(number: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[number]!, this.#starts[number + 1]!);
  }

  #isEqual(known: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[known]!;
    if (this.#starts[known + 1]! - start !== to - from) return false;
    for (let i = from; i < to; i++) if (this.#bytes[start + i - from] !== bytes[i]) return false;
    return true;
  }

  #growSlots(): void {
    this.#slots = grownSlots(this.#slots);
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let h = to - from;
  for (let i = from; i < to; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193) ^ (h >>> 13);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return h ^ (h >>> 13);
}
