/** The URLs of a site by the hash of their keys. */
import { TextHash, TextNumbers } from '../../clusters/index.ts';
import type { SiteTable } from './site-table.ts';

export class HashIndex {
  readonly #numbers = new TextNumbers();
  readonly #hash = new TextHash();
  /** The last URL with each hash, and the one with the same hash before each URL. */
  readonly #last: number[] = [];
  readonly #before: number[] = [];

  constructor({ urls, hashA, hashB }: SiteTable) {
    for (let url = 0; url < urls.length; url++) {
      this.#hash.a = hashA[url]!;
      this.#hash.b = hashB[url]!;
      const number = this.#numbers.add(this.#hash);
      this.#before.push(this.#last[number] ?? -1);
      this.#last[number] = url;
    }
  }

  /** Calls `visit` for each URL whose keys have this hash. */
  each(a: number, b: number, visit: (url: number) => void): void {
    this.#hash.a = a;
    this.#hash.b = b;
    const number = this.#numbers.find(this.#hash);
    if (number < 0) return;
    for (let url = this.#last[number]!; url >= 0; url = this.#before[url]!) visit(url);
  }
}
