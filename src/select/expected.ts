/** How many of the merges of a whole set of rules are expected to be wrong, with an interval. */
import { binomialTail } from './binomial-tail.ts';

/** Of what a set of rules joins, the share that is expected to be different pages, and the interval that chance leaves for it. */
export type ExpectedImpurity = {
  /** Forms fewer, by all rules. */
  readonly merges: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
};

/** One rule with its expected share of wrong merges. */
type Part = { readonly merges: number; readonly risk: number };

/** Null if nothing is joined. */
export function expectedImpurity(parts: readonly Part[], confidence: number): ExpectedImpurity | null {
  let [merges, wrong] = [0, 0];
  for (const part of parts) {
    merges += part.merges;
    wrong += part.risk * part.merges;
  }
  if (merges === 0) return null;
  const found = Math.round(wrong);
  const tail = (1 - confidence) / 2;
  return {
    merges,
    share: rounded(wrong / merges),
    // The largest share that so few, and the smallest that so many, do not make unlikely.
    low: found === 0 ? 0 : rounded(shareAt(found - 1, merges, 1 - tail)),
    high: found >= merges ? 1 : rounded(shareAt(found, merges, tail)),
    confidence,
  };
}

/** The share at which `found` or fewer of `of` have this probability; it falls as the share grows. */
function shareAt(found: number, of: number, probability: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (binomialTail(found, of, middle) > probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function rounded(share: number): number {
  return Number(share.toPrecision(4));
}
