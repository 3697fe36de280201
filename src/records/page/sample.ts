/** A sample of the shingles of a page, so that the frame of its site can be taken off later, when it is known. */
import { scramble, shinglesOf } from './shingles.ts';

/** Of a page with fewer different shingles the sample is all of them. */
export const SAMPLE = 512;

const TWO_32 = 2 ** 32;

/** The smallest of the different shingles, in rising order: which are the smallest does not depend on the page, so equal pages have equal samples. */
export function sampleOf(words: readonly string[]): Uint32Array {
  const shingles = shinglesOf(words);
  // One number of 32 bits is too little to tell short texts apart: they have another one.
  if (shingles.length === 1) return distinct(Uint32Array.of(...shingles, ...shinglesOf(['', ...words])).sort(), 2);
  if (shingles.length <= SAMPLE) return distinct(shingles.sort(), SAMPLE);
  // Twice as many as needed are expected below the limit; in a text that repeats itself there are fewer.
  for (let limit = (TWO_32 * 2 * SAMPLE) / shingles.length; ; limit *= 4) {
    const found = distinct(below(shingles, limit).sort(), SAMPLE);
    if (found.length === SAMPLE || limit >= TWO_32) return found;
  }
}

/** Up to which value the sample tells all shingles of its page. */
export function reachOf(sample: Uint32Array): number {
  return sample.length < SAMPLE ? TWO_32 : sample[SAMPLE - 1]!;
}

/** A number of 53 bits that is the same for equal samples. */
export function fingerprint(sample: Uint32Array): number {
  let low = sample.length;
  let high = ~sample.length;
  for (const shingle of sample) {
    low = scramble(low ^ shingle);
    high = scramble(Math.imul(high, 5) + shingle);
  }
  return (high >>> 11) * TWO_32 + (low >>> 0);
}

function below(shingles: Uint32Array, limit: number): Uint32Array {
  const found = new Uint32Array(shingles.length);
  let count = 0;
  for (let i = 0; i < shingles.length; i++) if (shingles[i]! < limit) found[count++] = shingles[i]!;
  return found.subarray(0, count);
}

function distinct(sorted: Uint32Array, most: number): Uint32Array {
  let count = 0;
  for (let i = 0; i < sorted.length && count < most; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.slice(0, count);
}
