/** Numbers texts in the order they first come, knowing only their hashes: some 20 bytes a text, however long it is. */

/** A hash of 64 bits: `TextHash` or `WordHash`, but one of them for all texts of a table. */
type Halves = { a: number; b: number };

export class TextNumbers {
  /** How many different texts there are. */
  size = 0;
  #slots: Int32Array<ArrayBuffer>;
  #a: Int32Array<ArrayBuffer>;
  #b: Int32Array<ArrayBuffer>;

  /** `expected`: how many texts are likely to come; growing costs as much as adding. */
  constructor(expected = 512) {
    let room = 512;
    while (room < expected) room *= 2;
    this.#slots = new Int32Array(2 * room).fill(-1);
    this.#a = new Int32Array(room);
    this.#b = new Int32Array(room);
  }

  /** The number of a text, which may be new. */
  add({ a, b }: Halves): number {
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
  find({ a, b }: Halves): number {
    return this.#slots[this.#slotOf(a, b)]!;
  }

  /** The hash of the text with this number. */
  readHash<H extends Halves>(number: number, hash: H): H {
    hash.a = this.#a[number]!;
    hash.b = this.#b[number]!;
    return hash;
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

/** A copy with twice the room. */
export function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}
