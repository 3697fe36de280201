/** Some URLs as rows of tokens, of which only rolling hashes are kept: of every beginning, of every end, and so of everything between. */
import { isLowSurrogate } from '../../base/index.ts';

/**
 * The boundaries of row r are `base[r] … base[r + 1] - 1`; boundary k lies before token k, and the tokens include the sentinels.
 * All hashes come twice, because 32 bits are too few. Equal hashes are no proof: what becomes evidence is compared as text.
 */
export class TokenRows {
  count = 0;
  /** Number of each row's URL in the list. */
  ids = new Int32Array(64);
  base = new Int32Array(65);
  /** The last boundary at which a substring may end. */
  limit = new Int32Array(64);
  /** At each boundary: hash of all tokens before, hash of all tokens behind, and the place in the text. */
  beforeA = new Int32Array(4096);
  beforeB = new Int32Array(4096);
  behindA = new Int32Array(4096);
  behindB = new Int32Array(4096);
  at = new Int32Array(4096);
  #tokensA = new Int32Array(256);
  #tokensB = new Int32Array(256);

  clear(): void {
    this.count = 0;
  }

  /** Tokens of row r, sentinels included. */
  lengthOf(r: number): number {
    return this.base[r + 1]! - this.base[r]! - 1;
  }

  /** All tokens of the text. */
  add(id: number, text: string): void {
    const from = this.#begin(id, text);
    const n = this.#pushTokens(from, this.#push(from, 0, START_A, START_B, 0), text, 0, text.length);
    this.#end(from, this.#push(from, n, END_A, END_B, text.length), text);
  }

  /** The text up to `headEnd`, with the first sentinel, is one token. */
  addWithHead(id: number, text: string, headEnd: number): void {
    const from = this.#begin(id, text);
    const n = this.#pushTokens(from, this.#pushText(from, 0, text, 0, headEnd), text, headEnd, text.length);
    this.#end(from, this.#push(from, n, END_A, END_B, text.length), text);
  }

  /** The text from `headEnd` on, with the last sentinel, is one token, and no substring may contain it. */
  addHead(id: number, text: string, headEnd: number): void {
    const from = this.#begin(id, text);
    const n = this.#pushTokens(from, this.#push(from, 0, START_A, START_B, 0), text, 0, headEnd);
    this.#end(from, this.#pushText(from, n, text, headEnd, text.length), text);
    this.limit[this.count - 1] = n;
  }

  #begin(id: number, text: string): number {
    const r = this.count++;
    if (r + 1 >= this.base.length) this.#growRows();
    const from = this.base[r]!;
    this.#reserve(from + text.length + 4);
    this.ids[r] = id;
    return from;
  }

  #end(from: number, n: number, text: string): void {
    const r = this.count - 1;
    this.limit[r] = n;
    this.at[from + n] = text.length;
    this.base[r + 1] = from + n + 1;
    this.#roll(from, n);
  }

  #pushTokens(from: number, n: number, text: string, start: number, end: number): number {
    for (let i = start; i < end; ) {
      const next = tokenEnd(text, i, end);
      n = this.#pushText(from, n, text, i, next);
      i = next;
    }
    return n;
  }

  #pushText(from: number, n: number, text: string, start: number, end: number): number {
    let a = START_A;
    let b = START_B;
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ unit, 0x5bd1e995);
      b ^= b >>> 15;
    }
    return this.#push(from, n, finish(a), finish(b ^ (end - start)), start);
  }

  #push(from: number, n: number, a: number, b: number, start: number): number {
    this.#tokensA[n] = a;
    this.#tokensB[n] = b;
    this.at[from + n] = start;
    return n + 1;
  }

  /** Polynomials over the hashes of the tokens. */
  #roll(from: number, n: number): void {
    let a = 0;
    let b = 0;
    this.beforeA[from] = 0;
    this.beforeB[from] = 0;
    for (let k = 0; k < n; k++) {
      a = (Math.imul(a, BASE_A) + this.#tokensA[k]!) | 0;
      b = (Math.imul(b, BASE_B) + this.#tokensB[k]!) | 0;
      this.beforeA[from + k + 1] = a;
      this.beforeB[from + k + 1] = b;
    }
    a = 0;
    b = 0;
    this.behindA[from + n] = 0;
    this.behindB[from + n] = 0;
    for (let k = n - 1; k >= 0; k--) {
      a = (Math.imul(a, BASE_B) + this.#tokensA[k]!) | 0;
      b = (Math.imul(b, BASE_A) + this.#tokensB[k]!) | 0;
      this.behindA[from + k] = a;
      this.behindB[from + k] = b;
    }
  }

  #reserve(boundaries: number): void {
    if (boundaries > this.at.length) {
      const size = Math.max(boundaries, this.at.length * 2);
      this.beforeA = enlarged(this.beforeA, size);
      this.beforeB = enlarged(this.beforeB, size);
      this.behindA = enlarged(this.behindA, size);
      this.behindB = enlarged(this.behindB, size);
      this.at = enlarged(this.at, size);
    }
    const tokens = boundaries - this.base[this.count - 1]!;
    if (tokens > this.#tokensA.length) {
      this.#tokensA = new Int32Array(tokens * 2);
      this.#tokensB = new Int32Array(tokens * 2);
    }
  }

  #growRows(): void {
    const size = this.ids.length * 2;
    this.ids = enlarged(this.ids, size);
    this.limit = enlarged(this.limit, size);
    this.base = enlarged(this.base, size + 1);
  }
}

/** Factors of the polynomials; odd, so that nothing is lost. */
export const BASE_A = 0x2c1b3c6d;
export const BASE_B = 0x297a2d39;
const START_A = 0x811c9dc5 | 0;
const START_B = 0x1b873593;
const END_A = 0x7feb352d;
const END_B = 0x846ca68b | 0;

/** Powers of a factor, from 0 to `last`. */
export function powers(base: number, last: number): Int32Array {
  const all = new Int32Array(last + 1);
  all[0] = 1;
  for (let k = 1; k <= last; k++) all[k] = Math.imul(all[k - 1]!, base);
  return all;
}

/** Where the token ends that begins at `i`: as `tokenizeInner` in `url` says. */
export function tokenEnd(text: string, i: number, end: number): number {
  const unit = text.charCodeAt(i);
  let next = i + 1;
  if (isAlphanumeric(unit)) while (next < end && isAlphanumeric(text.charCodeAt(next))) next++;
  else if (unit >= 0xd800 && unit < 0xdc00 && next < end && isLowSurrogate(text.charCodeAt(next))) next++;
  return next;
}

/** True for ASCII letters and digits. */
export function isAlphanumeric(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90);
}

/** The last step of MurmurHash3. */
export function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

export function enlarged(array: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(size);
  bigger.set(array);
  return bigger;
}
