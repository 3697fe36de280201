/**
 * The tokens of one cluster's URLs as small integers.
 * The table is made anew for every cluster: a table of all tokens of a crawl costs more in cache misses than tokenizing does.
 */

import { readText, type UrlPack } from '../../clusters/index.ts';
import { grown } from './grown.ts';
import { DELIMITER, UrlBytes } from './url-bytes.ts';

/** Token types as integers. */
export const LETTERS = 0;
export const DIGITS = 1;
export const OTHER = 2;

/** Ids below this one stand for "no token" next to tokens of the type with that number, so that λ is an ordinary element of a set. */
export const FIRST_TOKEN = 3;

/** The type of token that a byte begins. */
export const KIND = Uint8Array.from({ length: 256 }, (_, c) => {
  if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90)) return LETTERS;
  return c >= 48 && c <= 57 ? DIGITS : OTHER;
});

export class TokenTable {
  /** The tokens of all URLs one after another; those of URL u are `ids[starts[u]] .. ids[starts[u + 1] - 1]`. */
  ids = new Int32Array(1024);
  starts = new Int32Array(64);
  /** Number of ids in use; the per-token arrays below have entries for FIRST_TOKEN .. size - 1. */
  size = FIRST_TOKEN;
  type = new Uint8Array(256);
  delimiter = new Uint8Array(256);
  /** What a token counts as when sets are compared: itself, or the first token that differs from it in case alone. */
  scored = new Int32Array(256);

  /** Where the text of a token is in the bytes. */
  offset = new Int32Array(256);
  length = new Int32Array(256);

  /** The URLs as bytes. */
  readonly source = new UrlBytes();

  readonly #foldCase: boolean;
  /** Where each token of `ids` ends in the bytes. */
  #ends = new Int32Array(1024);
  /** Next token with the same folded text, 0 at the end. */
  #variant = new Int32Array(256);
  #hash = new Int32Array(256);
  /** Open addressing over folded texts: head of the variants, valid if the slot was written for this cluster. */
  #slots = new Int32Array(512);
  #slotOf = new Int32Array(512);
  #ascii = new Int32Array(128);
  #asciiOf = new Int32Array(128);
  /** Number of the cluster, so that nothing need be cleared between clusters. */
  #cluster = 0;

  constructor(foldCase: boolean) {
    this.#foldCase = foldCase;
  }

  /** How many URLs are loaded. */
  get urls(): number {
    return this.source.count;
  }

  get bytes(): Uint8Array {
    return this.source.bytes;
  }

  /** Tokenizes the URLs of a pack with the first of these numbers. With `isTrimmed` it leaves out most of what all begin and end with. */
  take(pack: UrlPack, numbers: Int32Array, count: number, isTrimmed: boolean): void {
    this.source.take(pack, numbers, count);
    if (isTrimmed) this.source.trim();
    this.#tokenizeAll();
  }

  /** Tokenizes all of the URLs that were trimmed. */
  restore(): void {
    this.source.restore();
    this.#tokenizeAll();
  }

  /** Tokenizes URLs in the order given. */
  load(urls: readonly string[]): void {
    this.source.load(urls);
    this.#tokenizeAll();
  }

  /** Tokenizes the distinct URLs in the order of their code points. */
  loadSorted(urls: readonly string[]): void {
    this.source.loadSorted(urls);
    this.#tokenizeAll();
  }

  /** Number of tokens of a URL. */
  count(u: number): number {
    return this.starts[u + 1]! - this.starts[u]!;
  }

  text(token: number): string {
    const from = this.offset[token]!;
    return readText(this.bytes, from, from + this.length[token]!);
  }

  #tokenizeAll(): void {
    const { urls } = this;
    this.size = FIRST_TOKEN;
    this.#cluster++;
    this.starts = grown(this.starts, urls + 1);
    let end = 0;
    for (let u = 0; u < urls; u++) {
      this.starts[u] = end;
      end = this.#tokenize(u, end);
    }
    this.starts[urls] = end;
  }

  /** Writes the tokens of URL u from `at` on, and returns where they end. */
  #tokenize(u: number, at: number): number {
    const { bytes } = this;
    const end = this.source.ends[u]!;
    let i = this.source.starts[u]!;
    this.ids = grown(this.ids, at + end - i);
    this.#ends = grown(this.#ends, at + end - i);
    const ids = this.ids;
    const ends = this.#ends;
    let to = u === 0 ? at : this.#copyShared(u, at);
    if (to > at) i = ends[to - 1]!;
    while (i < end) {
      const from = i;
      const c = bytes[i++]!;
      const kind = KIND[c]!;
      let id: number;
      if (kind !== OTHER) {
        // The bit that differs between upper and lower case is set in all digits, so both kinds can be hashed with it.
        let hash = c | 32;
        while (i < end && KIND[bytes[i]!] === kind)
          hash = (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) + (bytes[i++]! | 32)) | 0;
        id = this.#intern(from, i, kind, hash);
      } else if (c < 128) id = this.#asciiToken(from, c);
      else {
        let hash = c;
        while (i < end && (bytes[i]! & 0xc0) === 0x80) hash = (hash << 6) | (bytes[i++]! & 63);
        id = this.#intern(from, i, OTHER, hash);
      }
      ids[to] = id;
      ends[to++] = i;
    }
    return to;
  }

  /** Copies the tokens that this URL has in common with the one before: neighbors in a sorted cluster share long beginnings. */
  #copyShared(u: number, at: number): number {
    const { ids, bytes } = this;
    const { starts, ends: sourceEnds } = this.source;
    const ends = this.#ends;
    const before = starts[u - 1]!;
    const start = starts[u]!;
    const limit = Math.min(sourceEnds[u - 1]! - before, sourceEnds[u]! - start);
    let same = 0;
    while (same < limit && bytes[start + same] === bytes[before + same]) same++;
    let from = this.starts[u - 1]!;
    let to = at;
    // A token that ends before the first difference ends there in both URLs.
    while (from < at && ends[from]! < before + same) {
      ids[to] = ids[from]!;
      ends[to++] = ends[from++]! - before + start;
    }
    return to;
  }

  #asciiToken(from: number, c: number): number {
    if (this.#asciiOf[c] === this.#cluster) return this.#ascii[c]!;
    this.#asciiOf[c] = this.#cluster;
    const id = this.#add(from, 1, OTHER, 0);
    this.delimiter[id] = DELIMITER[c]!;
    this.#ascii[c] = id;
    return id;
  }

  #intern(from: number, to: number, type: number, hash: number): number {
    if (2 * this.size >= this.#slots.length) this.#growSlots();
    const mask = this.#slots.length - 1;
    let slot = spread(hash) & mask;
    while (this.#slotOf[slot] === this.#cluster) {
      const head = this.#slots[slot]!;
      if (
        this.#hash[head] === hash &&
        this.type[head] === type &&
        this.#sameText(head, from, to, type === LETTERS ? 32 : 0)
      ) {
        return this.#internVariant(head, from, to);
      }
      slot = (slot + 1) & mask;
    }
    this.#slotOf[slot] = this.#cluster;
    const id = this.#add(from, to - from, type, hash);
    this.#slots[slot] = id;
    return id;
  }

  /** The token among those that differ in case alone. */
  #internVariant(head: number, from: number, to: number): number {
    for (let id = head; id !== 0; id = this.#variant[id]!) if (this.#sameText(id, from, to, 0)) return id;
    const id = this.#add(from, to - from, this.type[head]!, this.#hash[head]!);
    this.#variant[id] = this.#variant[head]!;
    this.#variant[head] = id;
    if (this.#foldCase) this.scored[id] = head;
    return id;
  }

  /** Compares texts with the bits of `fold` set in each byte; 32 folds the case of letters. */
  #sameText(token: number, from: number, to: number, fold: number): boolean {
    if (this.length[token] !== to - from) return false;
    const { bytes } = this;
    let at = this.offset[token]!;
    for (let i = from; i < to; i++) if ((bytes[i]! | fold) !== (bytes[at++]! | fold)) return false;
    return true;
  }

  #add(offset: number, length: number, type: number, hash: number): number {
    const id = this.size++;
    if (id >= this.type.length) this.#growTokens();
    this.type[id] = type;
    this.delimiter[id] = 0;
    this.scored[id] = id;
    this.offset[id] = offset;
    this.length[id] = length;
    this.#variant[id] = 0;
    this.#hash[id] = hash;
    return id;
  }

  #growTokens(): void {
    this.type = grown(this.type, this.size);
    this.delimiter = grown(this.delimiter, this.size);
    this.scored = grown(this.scored, this.size);
    this.offset = grown(this.offset, this.size);
    this.length = grown(this.length, this.size);
    this.#variant = grown(this.#variant, this.size);
    this.#hash = grown(this.#hash, this.size);
  }

  #growSlots(): void {
    const heads: number[] = [];
    for (let s = 0; s < this.#slots.length; s++) if (this.#slotOf[s] === this.#cluster) heads.push(this.#slots[s]!);
    this.#slots = new Int32Array(2 * this.#slots.length);
    this.#slotOf = new Int32Array(this.#slots.length);
    const mask = this.#slots.length - 1;
    for (const head of heads) {
      let slot = spread(this.#hash[head]!) & mask;
      while (this.#slotOf[slot] === this.#cluster) slot = (slot + 1) & mask;
      this.#slots[slot] = head;
      this.#slotOf[slot] = this.#cluster;
    }
  }
}

function spread(hash: number): number {
  const h = Math.imul(hash, 0x9e3779b1);
  return h ^ (h >>> 16);
}
