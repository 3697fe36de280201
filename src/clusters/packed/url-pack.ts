/** URLs as bytes in one buffer: a fraction of the memory of strings, nothing for the garbage collector, and quick to read. */
import { compareCodePoints, type KernelMemory } from '../../base/index.ts';
import { BYTES_PER_UNIT, compareRanges, readText, writeText } from './text-bytes.ts';

export type UrlPack = {
  readonly count: number;
  readonly bytes: Uint8Array;
  /** URL u is `bytes[starts[u]] .. bytes[ends[u] - 1]`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** True if no string had a lone surrogate: the bytes are UTF-8, and their order is that of code points. */
  readonly isWellFormed: boolean;
  /** The memory that the bytes lie in, if kernels can work there. */
  readonly memory?: KernelMemory;
};

/** Texts in either shape. */
export type Texts = readonly string[] | UrlPack;

/** Texts as a pack; one that is a pack already is given back. */
export function packOf(texts: Texts): UrlPack {
  return 'bytes' in texts ? texts : packTexts(texts);
}

/** Texts as strings. */
export function stringsOf(texts: Texts): readonly string[] {
  return 'bytes' in texts ? Array.from({ length: texts.count }, (_, u) => urlText(texts, u)) : texts;
}

/** The URL as a string. */
export function urlText({ bytes, starts, ends }: UrlPack, u: number): string {
  return readText(bytes, starts[u]!, ends[u]!);
}

/** Compares two URLs by code point. */
export function compareUrls(pack: UrlPack, u: number, v: number): number {
  if (!pack.isWellFormed) return compareCodePoints(urlText(pack, u), urlText(pack, v));
  return compareRanges(pack.bytes, pack.starts[u]!, pack.ends[u]!, pack.starts[v]!, pack.ends[v]!);
}

/** Bytes of all URLs. */
export function textBytes({ count, starts, ends }: UrlPack): number {
  let bytes = 0;
  for (let u = 0; u < count; u++) bytes += ends[u]! - starts[u]!;
  return bytes;
}

/** So many bytes come into the processor's cache at once. */
const LINE = 64;
/** A sum that goes nowhere need not be made, and compilers know. */
const TOUCHED = { sum: 0 };

/**
 * Brings URLs into the cache. Whoever looks at URLs that lie anywhere waits for memory at each one; reads that do not depend on each
 * other are waited for together.
 */
export function touchUrls({ bytes, starts, ends }: UrlPack, numbers: Int32Array, from: number, to: number): void {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const end = ends[numbers[i]!]! - 1;
    for (let at = starts[numbers[i]!]!; at < end; at += LINE) sum += bytes[at]!;
    sum += bytes[end]!;
  }
  TOUCHED.sum ^= sum;
}

/** Packs strings, in their order. */
export function packTexts(texts: readonly string[]): UrlPack {
  const starts = new Int32Array(texts.length);
  const ends = new Int32Array(texts.length);
  // Nearly all text is ASCII; what is not makes the buffer grow.
  let bytes = new Uint8Array(texts.reduce((sum, text) => sum + text.length, 0));
  let isWellFormed = true;
  let end = 0;
  for (let u = 0; u < texts.length; u++) {
    const text = texts[u]!;
    if (end + text.length * BYTES_PER_UNIT > bytes.length) bytes = room(bytes, end, text.length * BYTES_PER_UNIT);
    isWellFormed &&= text.isWellFormed();
    starts[u] = end;
    end = writeText(text, bytes, end);
    ends[u] = end;
  }
  return { count: texts.length, bytes, starts, ends, isWellFormed };
}

/** A buffer with the first `used` bytes and room for at least `more`. Pages of it that are never written cost nothing. */
export function room(bytes: Uint8Array<ArrayBuffer>, used: number, more: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(used + more, Math.min(2 * bytes.length, bytes.length + GROWTH)));
  larger.set(bytes.subarray(0, used));
  return larger;
}

/** Beyond this doubling would ask for more than is likely to come. */
const GROWTH = 2 ** 28;
