/** Whether a change is proven: a bound on the share of its merges that join different pages, with a prior for its family. */
import type { Candidate } from './candidate.ts';
import type { Measured } from './measure.ts';
import { PRIORS, type Priors } from './priors.ts';
import { expectedRisk } from './risk.ts';
import { SIBLING_WEIGHT } from './siblings.ts';

export type AcceptOptions = {
  /** Largest expected share of wrong merges. */
  readonly maxRisk: number;
  /** Share of the site's pages that are in the data. */
  readonly seenShare: number;
  /** What is believed of each family beforehand; as estimated from many sites if absent. */
  readonly priors?: Priors;
};

/** The expected share of wrong merges after what was seen; `price` is evidence taken away for having looked for the condition. */
export function riskOf(
  { family, siblingRisk }: Pick<Candidate, 'family' | 'siblingRisk'>,
  { good, bad }: Pick<Measured, 'good' | 'bad'>,
  { seenShare, priors = PRIORS }: AcceptOptions,
  price = 0,
): number {
  // The data that chose a condition cannot prove it as well: half of it counts, as if the other half had chosen.
  const proven = price === 0 ? good : Math.max(0, good / 2 - price);
  // Of the pages of a site a share f is seen, of the pairs of different pages f squared: so much less do pages without a contradiction say.
  const forIt = proven * seenShare;
  const alone = expectedRisk(family, forIt, bad, priors);
  const amongSiblings = (bad + SIBLING_WEIGHT * siblingRisk) / (forIt + bad + SIBLING_WEIGHT);
  return siblingRisk === 0 ? alone : Math.max(alone, amongSiblings);
}

const DROPS = new Set(['param', 'param-prefix', 'param-set', 'param-value', 'query']);
const HOSTS = new Set(['www', 'host-alias', 'scheme', 'port']);
const WILD = new Set(['any-segment', 'segment']);

/** Null if accepted, else the reason. */
export function reasonAgainst(
  candidate: Candidate,
  measured: Measured,
  options: AcceptOptions,
  price = 0,
): string | null {
  const { family } = candidate;
  if (measured.gain < 2) return 'no-gain';
  if (measured.pages < 2 && !HOSTS.has(family)) return 'one-page';
  if (DROPS.has(family) && measured.bare === 0) return 'never-bare';
  if (WILD.has(family) && measured.met < 0.3 * measured.changed) return 'rarely-meets';
  if (measured.badMerges > 0.05 * measured.goodMerges) return 'contradicted';
  return riskOf(candidate, measured, options, price) <= options.maxRisk
    ? null
    : measured.bad > 0
      ? 'contradicted'
      : 'too-little';
}
