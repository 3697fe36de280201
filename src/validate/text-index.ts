/** Finds the URLs of the data by their text. */
import type { WordHash } from '../base/index.ts';
import type { UrlHashes } from '../normalize/index.ts';

/** Several URLs have one text when standard normalization made it; the number of a text is that of its first URL. */
export class TextIndex {
  /** How many URLs there are. */
  readonly count: number;
  readonly #hashes: UrlHashes;
  /** Open addressing: numbers of texts, or -1. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** Number of each URL's text, the last URL of each text, and the one before each URL; null while all are different. */
  #shared: { readonly textOf: Int32Array; readonly last: Int32Array; readonly before: Int32Array } | null = null;
  /** A bit for each hash that some text has. */
  readonly #bits: Int32Array;
  readonly #bitMask: number;

  constructor(hashes: UrlHashes) {
    const count = hashes.length / 2;
    this.count = count;
    this.#hashes = hashes;
    let size = 1024;
    while (size < 1.5 * count) size *= 2;
    const slots = new Int32Array(size).fill(-1);
    const mask = size - 1;
    this.#slots = slots;
    this.#mask = mask;
    const bits = new Int32Array(size >>> 3);
    this.#bitMask = 4 * size - 1;
    this.#bits = bits;
    for (let url = 0; url < count; url++) {
      const a = hashes[2 * url]!;
      const b = hashes[2 * url + 1]!;
      const bit = b & this.#bitMask;
      bits[bit >>> 5]! |= 1 << (bit & 31);
      let slot = a & mask;
      let text = slots[slot]!;
      while (text >= 0 && (hashes[2 * text] !== a || hashes[2 * text + 1] !== b)) {
        slot = (slot + 1) & mask;
        text = slots[slot]!;
      }
      if (text < 0) slots[slot] = url;
      else this.#share(text, url);
    }
  }

  /** The number of a text, or -1 if no URL has it. */
  find(a: number, b: number): number {
    // Most forms are no URL of the data, and one bit that is in the cache says so.
    const bit = b & this.#bitMask;
    if ((this.#bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return -1;
    const own = this.#hashes;
    let slot = a & this.#mask;
    for (;;) {
      const text = this.#slots[slot]!;
      if (text < 0 || (own[2 * text] === a && own[2 * text + 1] === b)) return text;
      slot = (slot + 1) & this.#mask;
    }
  }

  /** True if several URLs have one text. */
  get isShared(): boolean {
    return this.#shared !== null;
  }

  /** Number of a URL's text. */
  textOf(url: number): number {
    return this.#shared === null ? url : this.#shared.textOf[url]!;
  }

  /** The hash of a URL's text. */
  hashOf(url: number, hash: WordHash): WordHash {
    hash.a = this.#hashes[2 * url]!;
    hash.b = this.#hashes[2 * url + 1]!;
    return hash;
  }

  /** A URL with this text; the others follow by `next`. */
  first(text: number): number {
    return this.#shared === null ? text : this.#shared.last[text]!;
  }

  /** Another URL with the same text, or -1. */
  next(url: number): number {
    return this.#shared === null ? -1 : this.#shared.before[url]!;
  }

  /** A URL has the text of one before. */
  #share(text: number, url: number): void {
    this.#shared ??= {
      textOf: Int32Array.from({ length: this.count }, (_, u) => u),
      last: Int32Array.from({ length: this.count }, (_, u) => u),
      before: new Int32Array(this.count).fill(-1),
    };
    const { textOf, last, before } = this.#shared;
    textOf[url] = text;
    before[url] = last[text]!;
    last[text] = url;
  }
}
