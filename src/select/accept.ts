/** Whether a change is proven: a bound on the share of its merges that join different pages, with a prior for its family. */
import type { Op } from '../rules/index.ts';
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
  { family, siblingRisk, ops, bodies }: Pick<Candidate, 'family' | 'siblingRisk' | 'ops' | 'bodies'>,
  { good, bad, open }: Pick<Measured, 'good' | 'bad' | 'open'>,
  { seenShare, priors = PRIORS }: AcceptOptions,
  price = 0,
): number {
  // The data that chose a condition, or made a rule, cannot prove it as well: half of it counts, as if the other half had chosen.
  const isChosen = price > 0 || family.startsWith(LEARNER);
  const proven = isChosen ? Math.max(0, good / 2 - price) : good;
  // A page that speaks for a rule is one page; a contradiction needs two, and the other may not be in the data.
  const hidden = bodies === undefined && ops.every(isOneToOne) ? open : Number.POSITIVE_INFINITY;
  const alone = expectedRisk(family, { good: proven, bad, open: hidden }, seenShare, priors);
  const amongSiblings = (bad + SIBLING_WEIGHT * siblingRisk) / (proven + bad + SIBLING_WEIGHT);
  return siblingRisk === 0 ? alone : Math.max(alone, amongSiblings);
}

/** Whether only one text can meet another. Where any value meets any other, values may be missing beside pages that seem settled. */
function isOneToOne(op: Op): boolean {
  switch (op.op) {
    case 'dropParam':
      return 'value' in op && op.value !== undefined;
    case 'dropSegment':
      return typeof op.segment === 'string';
    case 'anyParam':
    case 'anySegment':
    case 'dropPathParam':
    case 'dropQuery':
      return false;
    default:
      return true;
  }
}

const DROPS = new Set(['param', 'param-prefix', 'param-set', 'param-value', 'param-with', 'query']);
const HOSTS = new Set(['www', 'host-alias', 'scheme', 'port']);
const WILD = new Set(['any-page', 'any-segment', 'segment']);
/** Rules of other learners may be as wild. */
const LEARNER = 'learner:';

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
  if ((WILD.has(family) || family.startsWith(LEARNER)) && measured.met < 0.3 * measured.changed) return 'rarely-meets';
  if (measured.badMerges > 0.05 * measured.goodMerges) return 'contradicted';
  return riskOf(candidate, measured, options, price) <= options.maxRisk
    ? null
    : measured.bad > 0
      ? 'contradicted'
      : 'too-little';
}
