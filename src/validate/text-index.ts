/** Finds the URLs of the data by their text. */
import { packOf, TextHash, TextNumbers, type Texts } from '../clusters/index.ts';

/** Several URLs have one text when standard normalization made it. */
export class TextIndex {
  /** Number of each URL's text. */
  readonly textOf: Int32Array;
  readonly #numbers: TextNumbers;
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** A bit for each hash that some text has. */
  readonly #bits: Int32Array;
  readonly #mask: number;

  constructor(texts: Texts) {
    const hash = new TextHash();
    const { bytes, starts, ends, count } = packOf(texts);
    this.#numbers = new TextNumbers(count);
    this.#first = new Int32Array(count).fill(-1);
    let bits = 1024;
    while (bits < 8 * count) bits *= 2;
    this.#mask = bits - 1;
    this.#bits = new Int32Array(bits >>> 5);
    this.textOf = new Int32Array(count);
    this.#next = new Int32Array(count);
    for (let url = 0; url < count; url++) {
      const number = this.#numbers.add(hash.ofRange(bytes, starts[url]!, ends[url]!));
      this.textOf[url] = number;
      const bit = hash.b & this.#mask;
      this.#bits[bit >>> 5]! |= 1 << (bit & 31);
      this.#next[url] = this.#first[number]!;
      this.#first[number] = url;
    }
  }

  /** The number of a text, or -1 if no URL has it. */
  find(hash: TextHash): number {
    // Most forms are no URL of the data, and one bit that is in the cache says so.
    const bit = hash.b & this.#mask;
    if ((this.#bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return -1;
    return this.#numbers.find(hash);
  }

  /** The hash of a URL's text. */
  hashOf(url: number, hash: TextHash): TextHash {
    return this.#numbers.readHash(this.textOf[url]!, hash);
  }

  /** A URL with this text; the others follow by `next`. */
  first(text: number): number {
    return this.#first[text]!;
  }

  /** Another URL with the same text, or -1. */
  next(url: number): number {
    return this.#next[url]!;
  }
}
