/** Numbers texts in the order they first come, knowing only their hashes: some 20 bytes a text, however long it is. */
import { TextHash } from './text-hash.ts';

export class TextNumbers {
  /** How many different texts there are. */
  size = 0;
  #slots = new Int32Array(1024).fill(-1);
  #a = new Int32Array(512);
  #b = new Int32Array(512);

  /** The number of a text, which may be new. */
  add({ a, b }: TextHash): number {
    let slot = this.#slotOf(a, b);
    const known = this.#slots[slot]!;
    if (known >= 0) return known;
    if (this.size === this.#a.length) {
      this.#grow();
      slot = this.#slotOf(a, b);
    }
    this.#a[this.size] = a;
    this.#b[this.size] = b;
    this.#slots[slot] = this.size;
    return this.size++;
  }

  /** The number of a text, or -1. */
  find({ a, b }: TextHash): number {
    return this.#slots[this.#slotOf(a, b)]!;
  }

  /** Forgets all texts, and keeps the memory for the next. */
  clear(): void {
    // A table much larger than what it held would cost more to clear than to fill.
    const mask = this.#slots.length - 1;
    if (this.size * 8 > this.#slots.length) this.#slots.fill(-1);
    else {
      for (let i = 0; i < this.size; i++) {
        let slot = this.#a[i]! & mask;
        while (this.#slots[slot] !== -1) {
          this.#slots[slot] = -1;
          slot = (slot + 1) & mask;
        }
      }
    }
    this.size = 0;
  }

  #slotOf(a: number, b: number): number {
    const mask = this.#slots.length - 1;
    let slot = a & mask;
    for (;;) {
      const number = this.#slots[slot]!;
      if (number < 0 || (this.#a[number] === a && this.#b[number] === b)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#a = doubled(this.#a);
    this.#b = doubled(this.#b);
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let i = 0; i < this.size; i++) this.#slots[this.#slotOf(this.#a[i]!, this.#b[i]!)] = i;
  }
}

/** Numbers a list of texts; equal texts have equal numbers. */
export function numberTexts(texts: readonly string[]): TextNumbers {
  const numbers = new TextNumbers();
  const hash = new TextHash();
  for (const text of texts) numbers.add(hash.ofText(text));
  return numbers;
}

/** A copy with twice the room. */
export function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}
