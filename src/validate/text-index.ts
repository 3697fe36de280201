/** Finds the URLs of the data by their text. */
import { TextHash, TextNumbers } from '../clusters/index.ts';

/** Several URLs have one text when standard normalization made it. */
export class TextIndex {
  /** Number of each URL's text. */
  readonly textOf: Int32Array;
  readonly #numbers = new TextNumbers();
  readonly #first: number[] = [];
  readonly #next: Int32Array;

  constructor(texts: readonly string[]) {
    const hash = new TextHash();
    this.textOf = new Int32Array(texts.length);
    this.#next = new Int32Array(texts.length);
    for (let url = 0; url < texts.length; url++) {
      const number = this.#numbers.add(hash.ofText(texts[url]!));
      this.textOf[url] = number;
      this.#next[url] = this.#first[number] ?? -1;
      this.#first[number] = url;
    }
  }

  /** The number of a text, or -1 if no URL has it. */
  find(hash: TextHash): number {
    return this.#numbers.find(hash);
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
