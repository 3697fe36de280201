/** The URLs that are aligned, as places in a buffer of bytes, and what of them needs a look: not what all begin and end with. */
import { compareRanges, compareUrls, packTexts, readText, type UrlPack } from '../../clusters/index.ts';
import { isDelimiter } from '../../url/index.ts';
import { grown } from './grown.ts';

/** Up to this many URLs are sorted by insertion. */
const FEW = 16;

/** 1 for each byte that is a delimiter. */
export const DELIMITER = Uint8Array.from({ length: 256 }, (_, c) =>
  c < 128 && isDelimiter(String.fromCharCode(c)) ? 1 : 0,
);

export class UrlBytes {
  /** How many there are. */
  count = 0;
  bytes: Uint8Array = new Uint8Array(0);
  /** What is looked at of URL u is `bytes[starts[u]] .. bytes[ends[u] - 1]`. */
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  /** Bytes before and after it, the same in all URLs. */
  left = 0;
  right = 0;

  /** The URLs as strings. */
  get urls(): string[] {
    return Array.from({ length: this.count }, (_, u) => this.text(u));
  }

  text(u: number): string {
    return readText(this.bytes, this.starts[u]! - this.left, this.ends[u]! + this.right);
  }

  /** Takes some URLs of a pack: the first of these numbers. */
  take({ bytes, starts, ends }: UrlPack, numbers: Int32Array, count: number): void {
    this.bytes = bytes;
    this.count = count;
    this.left = 0;
    this.right = 0;
    this.starts = grown(this.starts, count);
    this.ends = grown(this.ends, count);
    for (let u = 0; u < count; u++) {
      this.starts[u] = starts[numbers[u]!]!;
      this.ends[u] = ends[numbers[u]!]!;
    }
  }

  /** Takes strings in the order given. */
  load(urls: readonly string[]): void {
    this.take(packTexts(urls), Int32Array.from(urls.keys()), urls.length);
  }

  /** Takes the distinct strings in the order of their code points. */
  loadSorted(urls: readonly string[]): void {
    const pack = packTexts(urls);
    const numbers = Int32Array.from(urls.keys());
    this.take(pack, numbers, sortNumbers(pack, numbers, urls.length));
  }

  /**
   * Leaves out what all URLs have in common at both ends, but for the delimiter next to the difference and the text behind it:
   * what is left out ends, or begins, with a delimiter, so that no run or group reaches over it. The end first, as in aligning.
   */
  trim(): void {
    const { bytes, starts, ends, count } = this;
    const start = starts[0]!;
    const end = ends[0]!;
    let shortest = end - start;
    for (let u = 1; u < count; u++) shortest = Math.min(shortest, ends[u]! - starts[u]!);
    let suffix = shortest;
    for (let u = 1; u < count; u++) {
      const other = ends[u]!;
      let same = 1;
      while (same <= suffix && bytes[end - same] === bytes[other - same]) same++;
      suffix = same - 1;
    }
    let prefix = shortest - suffix;
    for (let u = 1; u < count; u++) {
      const other = starts[u]!;
      let same = 0;
      while (same < prefix && bytes[start + same] === bytes[other + same]) same++;
      prefix = same;
    }
    let left = prefix;
    for (let delimiters = 0; left > 0; left--)
      if (DELIMITER[bytes[start + left - 1]!] === 1 && ++delimiters === 2) break;
    let right = suffix;
    for (let delimiters = 0; right > 0; right--) if (DELIMITER[bytes[end - right]!] === 1 && ++delimiters === 2) break;
    this.left = left;
    this.right = right;
    for (let u = 0; u < count; u++) {
      starts[u]! += left;
      ends[u]! -= right;
    }
  }

  /** Takes back what `trim` left out. */
  restore(): void {
    for (let u = 0; u < this.count; u++) {
      this.starts[u]! -= this.left;
      this.ends[u]! += this.right;
    }
    this.left = 0;
    this.right = 0;
  }
}

/** Sorts the first `count` numbers of URLs by their text, those of equal texts once; returns how many are left. */
export function sortNumbers(pack: UrlPack, numbers: Int32Array, count: number): number {
  if (count > FEW) numbers.subarray(0, count).sort((a, b) => compareUrls(pack, a, b));
  else {
    for (let i = 1; i < count; i++) {
      const url = numbers[i]!;
      let at = i;
      for (; at > 0 && compareUrls(pack, numbers[at - 1]!, url) > 0; at--) numbers[at] = numbers[at - 1]!;
      numbers[at] = url;
    }
  }
  let size = 0;
  for (let i = 0; i < count; i++)
    if (size === 0 || !isSameUrl(pack, numbers[size - 1]!, numbers[i]!)) numbers[size++] = numbers[i]!;
  return size;
}

function isSameUrl({ bytes, starts, ends }: UrlPack, u: number, v: number): boolean {
  // Different URLs of one cluster rarely have one length.
  return (
    ends[u]! - starts[u]! === ends[v]! - starts[v]! &&
    compareRanges(bytes, starts[u]!, ends[u]!, starts[v]!, ends[v]!) === 0
  );
}
