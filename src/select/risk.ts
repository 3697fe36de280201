/** The expected share of wrong merges of a rule, from what was seen and what is believed of its family. */
import { logGamma } from '../validate/index.ts';
import type { Beta, Priors } from './priors.ts';

/** Of a family without an estimate: as likely wrong as most that were ever tried. */
const UNKNOWN_SHARE = 0.3;

/** `good` and `bad` are witnesses; both may be fractions. */
export function expectedRisk(family: string, good: number, bad: number, priors: Priors): number {
  const share = priors.shares[family] ?? UNKNOWN_SHARE;
  const { right, wrong } = priors;
  // How much more likely the data are if the rule is wrong, against its being right.
  const odds = ((1 - share) / share) * Math.exp(evidence(wrong, good, bad) - evidence(right, good, bad));
  const isWrong = odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds);
  return (1 - isWrong) * mean(right, good, bad) + isWrong * mean(wrong, good, bad);
}

/** Logarithm of the probability of the data (up to what both sides share). */
function evidence({ a, b }: Beta, good: number, bad: number): number {
  return logBeta(a + bad, b + good) - logBeta(a, b);
}

function mean({ a, b }: Beta, good: number, bad: number): number {
  return (a + bad) / (a + b + good + bad);
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}
