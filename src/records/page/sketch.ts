/** Dustpan's own sketch of a text: min-hashes, so that the share of equal values estimates how much two texts have in common. */
import { sampleOf } from './sample.ts';
import { scramble } from './shingles.ts';

/** Stands before the values; it changes whenever the same text would get other values. */
const VERSION = 'd1:';
const DIGITS = 8;
/** What stands for a text without words, as in tables of records. */
const NONE = '-';

/** As `sketchSample`, of all shingles of a text. */
export function sketch(words: readonly string[], values?: number): string {
  return sketchSample(sampleOf(words), values);
}

/**
 * `d1:` and eight hex digits per value, or `-` if there is nothing to compare.
 * A sketch of fewer values is the beginning of one of more. Shingles in `leaveOut` are passed over.
 */
export function sketchSample(sample: Uint32Array, values = 32, leaveOut?: ReadonlySet<number>): string {
  const kept = leaveOut && leaveOut.size > 0 ? sample.filter((shingle) => !leaveOut.has(shingle)) : sample;
  if (kept.length === 0) return NONE;
  let text = VERSION;
  for (let j = 1; j <= values; j++) {
    const seed = Math.imul(j, 0x9e3779b9);
    let least = 0x7fffffff;
    let chosen = kept[0]!;
    for (let i = 0; i < kept.length; i++) {
      // Shingles are mixed well already. No two have one order: nothing is lost by odd factors and shifts.
      const mixed = Math.imul(kept[i]! ^ seed, 0x85ebca6b);
      const order = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      if (order >= least) continue;
      least = order;
      chosen = kept[i]!;
    }
    // The smallest shingles of a long text have leading zeros.
    text += (scramble(chosen) >>> 0).toString(16).padStart(DIGITS, '0');
  }
  return text;
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
