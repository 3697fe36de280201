/** The expected share of wrong merges of a rule, from what was seen, what could have been seen, and what is believed of its family. */
import { logGamma } from '../validate/index.ts';
import type { Beta, Noise, Priors } from './priors.ts';

/** Of a family without an estimate: as likely wrong as most that were ever tried. */
const UNKNOWN_SHARE = 0.3;
/** Shares of wrong merges that are looked at. */
const STEPS = 40;
/** More hidden contradictions than this are as good as any number. */
const MOST_HIDDEN = 200;

/** Witnesses, which may be fractions, and what nobody has seen. */
export type Witnesses = {
  readonly good: number;
  readonly bad: number;
  /** Pages of which the rule changes a form into a text that no form had: a page that it would wrongly join them with may be missing in the data. */
  readonly open: number;
};

/** `visible` is the share of contradictions that the data shows: both pages must be in it. */
export function expectedRisk(family: string, seen: Witnesses, visible: number, priors: Priors): number {
  const right = rightGiven(seen, priors.right);
  const wrong = wrongGiven(seen, visible, priors.wrong);
  const isWrong = posterior(shareOf(family, priors), wrong.evidence - right.evidence);
  return (1 - isWrong) * right.mean + isWrong * wrong.mean;
}

/** The share of right ones in a family. */
export function shareOf(family: string, { shares }: Priors): number {
  return shares[family] ?? UNKNOWN_SHARE;
}

/** How likely it is that a change is wrong, if a share of its kind is right and all contradictions are seen. */
export function wrongness(share: number, good: number, bad: number, { right, wrong }: Priors): number {
  return posterior(share, evidence(wrong, good, bad) - rightGiven({ good, bad }, right).evidence);
}

/** `difference` is how much more likely the data are if the rule is wrong, as a logarithm. */
function posterior(share: number, difference: number): number {
  const odds = ((1 - share) / share) * Math.exp(difference);
  return odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds);
}

/** Logarithm of the probability of the data (up to what both sides share). */
export function evidence({ a, b }: Beta, good: number, bad: number): number {
  return logBeta(a + bad, b + good) - logBeta(a, b);
}

function mean({ a, b }: Beta, good: number, bad: number): number {
  return (a + bad) / (a + b + good + bad);
}

/** The logarithm of the probability of the data, and the share of wrong merges after them. */
type Given = { readonly evidence: number; readonly mean: number };

/** If the rule is right, with any noise that the site may have. */
function rightGiven({ good, bad }: Pick<Witnesses, 'good' | 'bad'>, noises: readonly Noise[]): Given {
  let [sum, weighted] = [0, 0];
  for (let i = 0; i < noises.length; i++) {
    const noise = noises[i]!;
    const weight = noise.weight * Math.exp(evidence(noise, good, bad));
    sum += weight;
    weighted += weight * mean(noise, good, bad);
  }
  // So many contradictions that no noise can be told from another.
  if (sum === 0) return { evidence: Number.NEGATIVE_INFINITY, mean: bad / (good + bad) };
  return { evidence: Math.log(sum), mean: weighted / sum };
}

/**
 * The same for wrong rules, of whose wrong merges only a share is seen; the others hide behind pages that are open, and so cannot be more than those.
 * Of merges seen, wrong ones are then fewer than of all.
 */
function wrongGiven({ good, bad, open }: Witnesses, visible: number, prior: Beta): Given {
  if (visible >= 1 || open === 0) return { evidence: evidence(prior, good, bad), mean: mean(prior, good, bad) };
  let [sum, weighted, all] = [0, 0, 0];
  for (let i = 0; i < STEPS; i++) {
    const w = (i + 0.5) / STEPS;
    const density = Math.exp((prior.a - 1) * Math.log(w) + (prior.b - 1) * Math.log1p(-w));
    const seenWrong = (w * visible) / (w * visible + 1 - w);
    const likelihood = Math.exp(good * Math.log1p(-seenWrong) + bad * Math.log(seenWrong));
    const weight = density * likelihood * atMostHidden(good, open, (w * (1 - visible)) / (w * (1 - visible) + 1 - w));
    all += density;
    sum += weight;
    weighted += weight * w;
  }
  if (sum === 0) return { evidence: evidence(prior, good, bad), mean: mean(prior, good, bad) };
  return { evidence: Math.log(sum / all), mean: weighted / sum };
}

/** The probability of so few hidden ones beside `good` right ones, if a share `hidden` of both together is hidden. */
function atMostHidden(good: number, open: number, hidden: number): number {
  if (open > MOST_HIDDEN || good <= 0) return 1;
  let term = Math.exp(good * Math.log1p(-hidden));
  let sum = term;
  for (let k = 1; k <= open; k++) {
    term *= ((good + k - 1) / k) * hidden;
    sum += term;
  }
  return Math.min(1, sum);
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}
