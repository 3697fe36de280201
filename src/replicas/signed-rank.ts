/** Wilcoxon's signed-rank test: whether one method is better than another over the same parts of the data, or only by chance. */

/** Ranks are doubled, so that the mean rank of a tie is whole too. */
const SCALE = 2;

/**
 * The chance of a sum of ranks at least as uneven as that of `a` against `b` if neither is better (two-sided, exact: all 2^n signs
 * are counted). Parts without a difference say nothing and are left out; null if none is left.
 */
export function signedRank(a: readonly number[], b: readonly number[]): number | null {
  const differences = a.map((value, i) => value - b[i]!).filter((difference) => difference !== 0);
  if (differences.length === 0) return null;
  const ranks = scaledRanks(differences.map(Math.abs));
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const positive = ranks.reduce((sum, rank, i) => sum + (differences[i]! > 0 ? rank : 0), 0);
  const ways = waysOf(ranks, total);
  const extreme = Math.min(positive, total - positive);
  let tail = 0;
  for (let sum = 0; sum <= extreme; sum++) tail += ways[sum]!;
  return Math.min(1, (2 * tail) / 2 ** ranks.length);
}

function scaledRanks(sizes: readonly number[]): number[] {
  const sorted = [...sizes].sort((x, y) => x - y);
  return sizes.map((size) => {
    const first = sorted.indexOf(size);
    const last = sorted.lastIndexOf(size);
    return (SCALE * (first + 1 + last + 1)) / 2;
  });
}

/** For each sum, how many choices of signs have it. */
function waysOf(ranks: readonly number[], total: number): Float64Array {
  const ways = new Float64Array(total + 1);
  ways[0] = 1;
  for (const rank of ranks) for (let sum = total; sum >= rank; sum--) ways[sum]! += ways[sum - rank]!;
  return ways;
}
