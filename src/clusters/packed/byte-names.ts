/** Numbers texts that lie in a buffer, in the order they first come; equal bytes have equal numbers, and nothing is copied. */
import { grownSlots } from '../../base/index.ts';
import type { KernelLabels } from './kernel-labels.ts';
import { compareRanges, readText } from './text-bytes.ts';

export class ByteNames {
  /** How many different texts there are. */
  size = 0;
  /** Where each text lies. */
  starts: Int32Array = new Int32Array(1024);
  ends: Int32Array = new Int32Array(1024);
  /** Open addressing: hash and number + 1, side by side, because they are needed together. */
  #slots: Int32Array = new Int32Array(4096);
  #kernel: KernelLabels | null = null;

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
    if (this.size === this.starts.length) this.#lengthen(2 * this.size);
    this.starts[this.size] = from;
    this.ends[this.size] = to;
    slots[slot] = hash;
    slots[slot + 1] = ++this.size;
    if (this.size > mostIn(slots)) this.#grow();
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
    if (count > this.starts.length) this.#lengthen(count);
    let times = 2;
    while ((this.#slots.length * times) / 3 < count) times *= 2;
    if (mostIn(this.#slots) < count) this.#grow(times);
  }

  /** Makes room for some more, if there is less; true if there was. */
  makeRoom(more: number): boolean {
    const count = this.size + more;
    const isShort = count > this.starts.length;
    const isFull = count > mostIn(this.#slots);
    if (isShort) this.#lengthen(2 * this.starts.length);
    if (isFull) this.#grow();
    return isShort || isFull;
  }

  /** No text will be asked for any more: only where they lie is kept. */
  release(): void {
    this.#kernel?.give(this.#slots);
    this.#slots = new Int32Array(2);
  }

  /** Moves to where the kernel works. */
  move(kernel: KernelLabels): void {
    this.#kernel = kernel;
    this.#lengthen(this.starts.length);
    const slots = kernel.make(this.#slots.length);
    slots.set(this.#slots);
    this.#slots = slots;
  }

  /** Writes for the kernel where everything is; false if something is where the kernel cannot reach it. */
  write(state: Int32Array, at: number): boolean {
    const arrays = [this.#slots, this.starts, this.ends];
    if (arrays.some(({ buffer }) => buffer instanceof ArrayBuffer)) return false;
    const most = Math.min(this.starts.length, mostIn(this.#slots));
    const { byteOffset, length } = this.#slots;
    state.set([byteOffset, length - 2, this.starts.byteOffset, this.ends.byteOffset, this.size, most], at);
    return true;
  }

  #lengthen(length: number): void {
    this.starts = longer(this.starts, length, this.#kernel);
    this.ends = longer(this.ends, length, this.#kernel);
  }

  #grow(times = 2): void {
    const before = this.#slots;
    this.#slots = this.#kernel?.grownSlots(before, times) ?? grownSlots(before, times);
    this.#kernel?.give(before);
  }
}

/** How many texts a table takes before it grows: two of three places. */
function mostIn(slots: Int32Array): number {
  return Math.floor(slots.length / 3);
}

/** A copy with room for so many numbers, in a kernel's memory if there is one, which may use the old one again. */
export function longer(array: Int32Array, length: number, kernel: KernelLabels | null = null): Int32Array {
  const copy = kernel ? kernel.make(length) : new Int32Array(length);
  copy.set(array.length > length ? array.subarray(0, length) : array);
  kernel?.give(array);
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
