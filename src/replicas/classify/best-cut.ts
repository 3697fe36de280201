/** The best entropy cut: the value of alpha that parts an example's neighbors into mostly positive and mostly negative ones (CAR, Eq. 6 and 7). */

/** `PU`: labeled positive examples and unlabeled ones; `NU`: labeled negative ones and unlabeled ones. */
export type Mode = 'PU' | 'NU';

export type Cut = {
  /** Alphas up to here are on the left, the positive side. */
  readonly alpha: number;
  /** Weighted entropy of the two sides, in nats. */
  readonly entropy: number;
};

/** Values that differ by less are the same: sums of the same fractions in another order differ in the last bits. */
export const TIE = 1e-12;

/**
 * Parallel columns: an alpha and the weights of negative and positive examples that have it. Null if there are fewer than two
 * different alphas, or the left side has no larger share of positive examples. Ties go to the cautious side: the smallest for PU, the largest for NU.
 */
export function bestCut(alphas: Float64Array, negative: Float64Array, positive: Float64Array, mode: Mode): Cut | null {
  const order = orderOf(alphas, negative, positive);
  let allN = 0;
  let allP = 0;
  for (const i of order) {
    allN += negative[i]!;
    allP += positive[i]!;
  }
  const all = allN + allP;
  let found: (Cut & { readonly n: number; readonly p: number }) | null = null;
  let n = 0;
  let p = 0;
  for (let at = 0; at < order.length; at++) {
    const i = order[at]!;
    n += negative[i]!;
    p += positive[i]!;
    const next = order[at + 1];
    // The largest alpha cuts nothing off.
    if (next === undefined) break;
    if (alphas[next]! - alphas[i]! <= TIE) continue;
    const entropy = ((n + p) / all) * binaryEntropy(n, p) + ((all - n - p) / all) * binaryEntropy(allN - n, allP - p);
    const isBetter =
      found === null || entropy < found.entropy - TIE || (mode === 'NU' && entropy <= found.entropy + TIE);
    if (isBetter) found = { alpha: alphas[i]!, entropy, n, p };
  }
  if (found === null) return null;
  // Shares compared without dividing: whole numbers are exact.
  const isLeftPositive = found.p * (allN - found.n) > (allP - found.p) * found.n;
  return isLeftPositive ? { alpha: found.alpha, entropy: found.entropy } : null;
}

/** In nats. */
export function binaryEntropy(negative: number, positive: number): number {
  const all = negative + positive;
  return part(negative, all) + part(positive, all);
}

function part(count: number, all: number): number {
  return count === 0 ? 0 : -(count / all) * Math.log(count / all);
}

/** Places with some weight, by alpha. There are 31 with five features, so that inserting is quicker than sorting. */
function orderOf(alphas: Float64Array, negative: Float64Array, positive: Float64Array): number[] {
  const order: number[] = [];
  for (let i = 0; i < alphas.length; i++) {
    if (negative[i]! + positive[i]! <= 0) continue;
    let at = order.length;
    while (at > 0 && alphas[order[at - 1]!]! > alphas[i]!) at--;
    order.splice(at, 0, i);
  }
  return order;
}
