/** Finds the URLs of the data by their text. */
import { WordHash } from '../base/index.ts';
import { packOf, TextNumbers, type Texts } from '../clusters/index.ts';

/** Several URLs have one text when standard normalization made it; until that is seen, a URL's number is that of its text. */
export class TextIndex {
  /** How many URLs there are. */
  readonly count: number;
  readonly #numbers: TextNumbers;
  /** Number of each URL's text, the first URL of each text, and the next of each URL; null while all are different. */
  #shared: { readonly textOf: Int32Array; readonly first: Int32Array; readonly next: Int32Array } | null = null;
  /** A bit for each hash that some text has. */
  readonly #bits: Int32Array;
  readonly #mask: number;

  constructor(texts: Texts) {
    const hash = new WordHash();
    const { bytes, starts, ends, count } = packOf(texts);
    this.count = count;
    this.#numbers = new TextNumbers(count);
    let bits = 1024;
    while (bits < 8 * count) bits *= 2;
    this.#mask = bits - 1;
    this.#bits = new Int32Array(bits >>> 5);
    for (let url = 0; url < count; url++) {
      const number = this.#numbers.add(hash.ofRange(bytes, starts[url]!, ends[url]!));
      const bit = hash.b & this.#mask;
      this.#bits[bit >>> 5]! |= 1 << (bit & 31);
      if (this.#shared === null && number !== url) this.#share(url);
      if (this.#shared === null) continue;
      const { textOf, first, next } = this.#shared;
      textOf[url] = number;
      next[url] = first[number]!;
      first[number] = url;
    }
  }

  /** The number of a text, or -1 if no URL has it. */
  find(hash: WordHash): number {
    // Most forms are no URL of the data, and one bit that is in the cache says so.
    const bit = hash.b & this.#mask;
    if ((this.#bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return -1;
    return this.#numbers.find(hash);
  }

  /** Number of a URL's text. */
  textOf(url: number): number {
    return this.#shared === null ? url : this.#shared.textOf[url]!;
  }

  /** The hash of a URL's text. */
  hashOf(url: number, hash: WordHash): WordHash {
    return this.#numbers.readHash(this.textOf(url), hash);
  }

  /** A URL with this text; the others follow by `next`. */
  first(text: number): number {
    return this.#shared === null ? text : this.#shared.first[text]!;
  }

  /** Another URL with the same text, or -1. */
  next(url: number): number {
    return this.#shared === null ? -1 : this.#shared.next[url]!;
  }

  /** So many URLs have different texts, and now one comes again. */
  #share(different: number): void {
    const numbers = Int32Array.from({ length: this.count }, (_, u) => (u < different ? u : -1));
    this.#shared = { textOf: numbers, first: numbers.slice(), next: new Int32Array(this.count).fill(-1) };
  }
}
