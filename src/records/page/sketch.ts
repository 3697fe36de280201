/** Dustpan's own sketch of a text: min-hashes, so that the share of equal values estimates how much two texts have in common. */
import { scramble, shinglesOf } from './shingles.ts';

/** Stands before the values; it changes whenever the same text would get other values. */
const VERSION = 'd1:';
const DIGITS = 8;
/** What stands for a text without words, as in tables of records. */
const NONE = '-';

/**
 * `d1:` and eight hex digits per value, or `-` if there is nothing to compare.
 * A sketch of fewer values is the beginning of one of more. Shingles in `leaveOut` are passed over.
 */
export function sketch(words: readonly string[], values = 32, leaveOut?: ReadonlySet<number>): string {
  const seeds = Int32Array.from({ length: values }, (_, j) => Math.imul(j + 1, 0x9e3779b9));
  const least = new Int32Array(values).fill(0x7fffffff);
  const result = new Int32Array(values).fill(0x7fffffff);
  let taken = 0;
  for (const shingle of shinglesOf(words)) {
    if (leaveOut?.has(shingle)) continue;
    taken++;
    const low = shingle | 0;
    const high = Math.imul(Math.floor(shingle / 2 ** 32), 0x9e3779b1);
    for (let j = 0; j < values; j++) {
      const order = scramble(low ^ seeds[j]!);
      if (order > least[j]!) continue;
      // The least of many hashes has few bits left that differ; what is kept is another hash of the same shingle.
      const value = scramble(order ^ high);
      if (order === least[j] && value > result[j]!) continue;
      least[j] = order;
      result[j] = value;
    }
  }
  if (taken === 0) return NONE;
  return VERSION + Array.from(result, (value) => (value >>> 0).toString(16).padStart(DIGITS, '0')).join('');
}

/** Share of equal values, 0..1. Sketches that say nothing about each other (no text, another version) have 0. */
export function resemblance(a: string, b: string): number {
  if (!a.startsWith(VERSION) || !b.startsWith(VERSION)) return 0;
  const end = Math.min(a.length, b.length);
  let equal = 0;
  let compared = 0;
  for (let at = VERSION.length; at + DIGITS <= end; at += DIGITS) {
    compared++;
    if (a.slice(at, at + DIGITS) === b.slice(at, at + DIGITS)) equal++;
  }
  return compared === 0 ? 0 : equal / compared;
}
