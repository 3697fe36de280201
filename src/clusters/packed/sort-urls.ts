/** Sorts URLs by code point, from the front: what many of them begin with is looked at once, and the next few bytes of each become a number, with its place, that is sorted as numbers are. */
import { compareUrls, touchUrls, type UrlPack } from './url-pack.ts';

/** So few are compared with each other. */
const FEW = 12;
/** A byte, or the end of the text, which comes first. */
const KINDS = 257;
/** Texts that are told apart so late are compared: a level of its own for every few bytes of theirs would be many. */
const DEEP = 64;
/** How large a number may be and still be a whole one. */
const MOST = 2 ** 53;

/** Numbers of URLs in the order of the URLs; equal ones stay in their order. */
export function sortUrls(pack: UrlPack, numbers: Int32Array): void {
  if (pack.isWellFormed) new UrlSorter(pack, numbers).sort(0, numbers.length, 0, 0);
  else sortFew(pack, numbers);
}

class UrlSorter {
  readonly #pack: UrlPack;
  readonly #numbers: Int32Array;
  readonly #spare: Int32Array;
  /** The next bytes of each URL, and behind them its place. */
  readonly #keys: Float64Array;

  constructor(pack: UrlPack, numbers: Int32Array) {
    this.#pack = pack;
    this.#numbers = numbers;
    this.#spare = new Int32Array(numbers.length);
    this.#keys = new Float64Array(numbers.length);
    touchUrls(pack, numbers, 0, numbers.length);
  }

  /** Sorts the URLs at some places, whose first `before` bytes are equal. */
  sort(from: number, to: number, before: number, level: number): void {
    const count = to - from;
    if (count <= FEW || level === DEEP) {
      sortFew(this.#pack, this.#numbers.subarray(from, to));
      return;
    }
    const depth = this.#sharedStart(from, to, before);
    // Dividing by a power of two is exact. As many bytes as leave room for the place.
    const step = 2 ** (32 - Math.clz32(count));
    let bytes = 1;
    while (KINDS ** (bytes + 1) * step <= MOST) bytes++;
    this.#writeKeys(from, to, depth, bytes, step);
    this.#keys.subarray(from, to).sort();
    const keys = this.#keys;
    for (let i = from; i < to; i++) {
      const place = keys[i]! - Math.floor(keys[i]! / step) * step;
      this.#spare[i] = this.#numbers[from + place]!;
    }
    this.#numbers.set(this.#spare.subarray(from, to), from);
    for (let start = from; start < to; ) {
      const its = Math.floor(keys[start]! / step);
      let end = start + 1;
      while (end < to && Math.floor(keys[end]! / step) === its) end++;
      // Those that have ended are equal.
      if (end - start > 1 && its % KINDS !== 0) this.sort(start, end, depth + bytes, level + 1);
      start = end;
    }
  }

  /** How many bytes all begin with. */
  #sharedStart(from: number, to: number, before: number): number {
    const { bytes, starts, ends } = this.#pack;
    const numbers = this.#numbers;
    const first = starts[numbers[from]!]!;
    let shared = ends[numbers[from]!]! - first;
    for (let i = from + 1; i < to; i++) {
      const start = starts[numbers[i]!]!;
      const most = Math.min(shared, ends[numbers[i]!]! - start);
      for (shared = before; shared < most && bytes[first + shared] === bytes[start + shared]; ) shared++;
    }
    return shared;
  }

  #writeKeys(from: number, to: number, depth: number, digits: number, step: number): void {
    const { bytes, starts, ends } = this.#pack;
    for (let i = from; i < to; i++) {
      const url = this.#numbers[i]!;
      const start = starts[url]! + depth;
      const end = ends[url]!;
      let key = 0;
      for (let at = start; at < start + digits; at++) key = key * KINDS + (at < end ? bytes[at]! + 1 : 0);
      this.#keys[i] = key * step + (i - from);
    }
  }
}

function sortFew(pack: UrlPack, numbers: Int32Array): void {
  const sorted = Array.from(numbers).sort((u, v) => compareUrls(pack, u, v));
  numbers.set(sorted);
}
