/** Scores as integers: multiples of a scale that every possible set size divides, so that equal scores are equal numbers. */
import type { Consensus } from './consensus.ts';

/** With more URLs a scale for all set sizes times a long URL might not fit into the 53 bits of an exact number. */
const MAX_FIXED = 22;

/** Least common multiples of 1 .. n. */
const MULTIPLES = [1];
for (let n = 1; n <= MAX_FIXED; n++) MULTIPLES.push(leastCommonMultiple(MULTIPLES[n - 1]!, n));

/**
 * A scale for all alignments of n URLs: no union of two sets has more than n elements, because every URL adds one token or λ,
 * and λ is one element for all that lack a token. Null when there are too many URLs for a plain number.
 */
export function fixedScale(n: number): number | null {
  return MULTIPLES[n] ?? null;
}

/** As `fixedScale`, for any number of URLs. */
export function wideScale(n: number): bigint {
  let scale = 1n;
  for (let i = 2n; i <= BigInt(n); i++) scale = (scale / gcd(scale, i)) * i;
  return scale;
}

/**
 * A scale for one alignment with a single URL, whose tokens are either in a set of the rows or not at all:
 * the sizes of those sets are the only denominators. A plain number if scores with it stay exact.
 */
export function rowScale(rows: Consensus, columns: Consensus): number | bigint {
  const sizes = new Set<number>();
  for (let p = 0; p < rows.length; p++) sizes.add(rows.scoredSize(p));
  let scale = 1n;
  for (const size of sizes) scale = (scale / gcd(scale, BigInt(size))) * BigInt(size);
  const largest = scale * BigInt(Math.min(rows.length, columns.length) + 1);
  return largest <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(scale) : scale;
}

function leastCommonMultiple(a: number, b: number): number {
  return (a / Number(gcd(BigInt(a), BigInt(b)))) * b;
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
