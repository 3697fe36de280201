/** Numbers texts that lie in a buffer, in the order they first come; equal bytes have equal numbers, and nothing is copied. */
import { grownSlots } from '../../base/index.ts';
import { compareRanges, readText } from './text-bytes.ts';

export class ByteNames {
  /** How many different texts there are. */
  size = 0;
  /** Where each text lies. */
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  /** Open addressing: hash and number + 1, side by side, because they are needed together. */
  #slots = new Int32Array(4096);

  /** The number of a text, which may be new: then it is the `size` of before. */
  add(bytes: Uint8Array, words: DataView, from: number, to: number): number {
    const hash = hashOf(bytes, words, from, to);
    const slots = this.#slots;
    const mask = slots.length - 2;
    let slot = (hash << 1) & mask;
    for (; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      const known = slots[slot + 1]! - 1;
      if (slots[slot] === hash && isSame(bytes, this.starts[known]!, this.ends[known]!, from, to)) return known;
    }
    if (this.size === this.starts.length) {
      this.starts = longer(this.starts, 2 * this.size);
      this.ends = longer(this.ends, 2 * this.size);
    }
    this.starts[this.size] = from;
    this.ends[this.size] = to;
    slots[slot] = hash;
    slots[slot + 1] = ++this.size;
    if (4 * this.size > slots.length) this.#grow();
    return this.size - 1;
  }

  /** The number of a text, or -1. */
  find(bytes: Uint8Array, words: DataView, from: number, to: number): number {
    const hash = hashOf(bytes, words, from, to);
    const slots = this.#slots;
    const mask = slots.length - 2;
    for (let slot = (hash << 1) & mask; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      const known = slots[slot + 1]! - 1;
      if (slots[slot] === hash && isSame(bytes, this.starts[known]!, this.ends[known]!, from, to)) return known;
    }
    return -1;
  }

  text(bytes: Uint8Array, name: number): string {
    return readText(bytes, this.starts[name]!, this.ends[name]!);
  }

  /** Negative if the first text comes first; the bytes must be UTF-8. */
  compare(bytes: Uint8Array, a: number, b: number): number {
    return compareRanges(bytes, this.starts[a]!, this.ends[a]!, this.starts[b]!, this.ends[b]!);
  }

  /** Makes room at once for so many texts. */
  reserve(count: number): void {
    if (count > this.starts.length) {
      this.starts = longer(this.starts, count);
      this.ends = longer(this.ends, count);
    }
    while (this.#slots.length < 4 * count) this.#grow();
  }

  /** No text will be asked for any more: only where they lie is kept. */
  release(): void {
    this.#slots = new Int32Array(2);
  }

  #grow(): void {
    this.#slots = grownSlots(this.#slots);
  }
}

/** A copy with room for so many numbers. */
export function longer(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(array.length > length ? array.subarray(0, length) : array);
  return copy;
}

function isSame(bytes: Uint8Array, a: number, aEnd: number, b: number, bEnd: number): boolean {
  if (aEnd - a !== bEnd - b) return false;
  for (let i = a, k = b; i < aEnd; i++, k++) if (bytes[i] !== bytes[k]) return false;
  return true;
}

/** Four bytes at a time. What it finds is compared, so it need not be good. */
function hashOf(bytes: Uint8Array, words: DataView, from: number, to: number): number {
  let h = to - from;
  let i = from;
  for (; i + 4 <= to; i += 4) {
    h = Math.imul(h ^ words.getInt32(i, true), 0x85ebca6b);
    h ^= h >>> 15;
  }
  for (; i < to; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0xc2b2ae35);
  return h ^ (h >>> 13);
}
