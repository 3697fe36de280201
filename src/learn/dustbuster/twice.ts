/** A set that remembers, of many hashes and in two bits each, which came once and which came again; mistakes are only in favor of "again". */

export class TwiceSet {
  #once = new Int32Array(32);
  #twice = new Int32Array(32);
  #mask = 1023;

  /** Empties it, with room for so many hashes. */
  clear(hashes: number): void {
    let bits = 1024;
    while (bits < hashes * BITS_PER_HASH && bits < MAX_BITS) bits *= 2;
    const words = bits / 32;
    if (words > this.#once.length) {
      this.#once = new Int32Array(words);
      this.#twice = new Int32Array(words);
    } else {
      this.#once.fill(0, 0, words);
      this.#twice.fill(0, 0, words);
    }
    this.#mask = bits - 1;
  }

  add(hash: number): void {
    const at = hash & this.#mask;
    const bit = 1 << (at & 31);
    if (this.#once[at >>> 5]! & bit) this.#twice[at >>> 5]! |= bit;
    else this.#once[at >>> 5]! |= bit;
  }

  /** False only if the hash came once at most. */
  isTwice(hash: number): boolean {
    const at = hash & this.#mask;
    return ((this.#twice[at >>> 5]! >>> (at & 31)) & 1) === 1;
  }
}

const BITS_PER_HASH = 8;
/** 64 MB for each of the two. */
const MAX_BITS = 2 ** 29;
