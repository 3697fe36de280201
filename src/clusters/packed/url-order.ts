/** Compares URLs that lie anywhere in memory, mostly by a few bits that lie together. */
import { compareUrls, type UrlPack } from './url-pack.ts';

/** Where nearly all URLs begin, and where they go on. */
const HTTP = [...'http://'].map((c) => c.charCodeAt(0));
const HTTPS = [...'https://'].map((c) => c.charCodeAt(0));

/** A number for each URL: of two URLs that have different ones, the first in order has the smaller. */
export class UrlOrder {
  readonly #urls: UrlPack;
  readonly #key: Uint32Array;

  constructor(urls: UrlPack) {
    this.#urls = urls;
    this.#key = new Uint32Array(urls.isWellFormed ? urls.count : 0);
    for (let u = 0; u < this.#key.length; u++) this.#key[u] = keyOf(urls, u);
  }

  /** Not larger than that of any URL that comes later; the same for all if they cannot be told apart so. */
  key(u: number): number {
    return this.#key[u] ?? 0;
  }

  /** As `compareUrls`. */
  compare(u: number, v: number): number {
    const urls = this.#urls;
    if (!urls.isWellFormed) return compareUrls(urls, u, v);
    return this.#key[u]! - this.#key[v]! || compareUrls(urls, u, v);
  }
}

/** Three bits for what comes before, begins with, lies between, begins with, or comes after `http://` and `https://`; then the bytes after that, as many bits as fit. */
function keyOf({ bytes, starts, ends }: UrlPack, u: number): number {
  const from = starts[u]!;
  const to = ends[u]!;
  const http = place(bytes, from, to, HTTP);
  if (http < 0) return 0;
  if (http === 0) return 2 ** 29 + next(bytes, from + HTTP.length, to);
  const https = place(bytes, from, to, HTTPS);
  if (https < 0) return 2 * 2 ** 29;
  return https === 0 ? 3 * 2 ** 29 + next(bytes, from + HTTPS.length, to) : 4 * 2 ** 29;
}

/** 0 if the text begins so, -1 if it comes before all that do, 1 if after. */
function place(bytes: Uint8Array, from: number, to: number, beginning: readonly number[]): number {
  for (let i = 0; i < beginning.length; i++) {
    if (from + i >= to) return -1;
    const difference = bytes[from + i]! - beginning[i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The first 29 bits of a text; a text that ends has zeros, and so comes first. */
function next(bytes: Uint8Array, from: number, to: number): number {
  let bits = 0;
  for (let i = from; i < from + 4; i++) bits = (bits << 8) | (i < to ? bytes[i]! : 0);
  return bits >>> 3;
}
