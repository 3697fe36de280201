/** Whether a change is proven: a bound on the share of its merges that join different pages, with a prior for its family. */
import type { RuleBody } from '../learn/index.ts';
import { type Op, parseKey } from '../rules/index.ts';
import type { Candidate } from './candidate.ts';
import { shareBeyondDefault } from './default-value.ts';
import { type Measured, rarelyMeets } from './measure.ts';
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

/** Whether nothing of the site is missing in the data. */
export function isWhole({ seenShare }: AcceptOptions): boolean {
  return seenShare >= 1;
}

/** Witnesses that a condition costs: one that was searched for must prove more. */
export const CONDITION_PRICE = 4;

/** The expected share of wrong merges after what was seen; `searched` is evidence taken away for having looked for conditions. */
export function riskOf(
  { family, siblingRisk, ops, bodies }: Pick<Candidate, 'family' | 'siblingRisk' | 'ops' | 'bodies'>,
  measured: Witnessed & Pick<Measured, 'open'>,
  { seenShare, priors = PRIORS }: AcceptOptions,
  searched = 0,
): number {
  const { bad, open } = measured;
  const good = witnessesOf(ops, measured);
  const isLearned = family.startsWith(LEARNER);
  const price = searched + (isLearned ? CONDITION_PRICE * conditionsOf(bodies ?? []) : 0);
  // The data that chose a condition, or made a rule, cannot prove it as well: half of it counts, as if the other half had chosen.
  const isChosen = price > 0 || isLearned;
  const proven = isChosen ? Math.max(0, good / 2 - price) : good;
  // A page that speaks for a rule is one page; a contradiction needs two, and the other may not be in the data.
  const hidden = bodies === undefined && ops.every(isOneToOne) ? open : Number.POSITIVE_INFINITY;
  const alone = expectedRisk(family, { good: proven, bad, open: hidden }, seenShare, priors);
  const amongSiblings = (bad + SIBLING_WEIGHT * siblingRisk) / (proven + bad + SIBLING_WEIGHT);
  return siblingRisk === 0 ? alone : Math.max(alone, amongSiblings);
}

/** What witnesses are counted by. */
type Witnessed = Pick<Measured, 'good' | 'bad' | 'texts' | 'merges' | 'changes'>;

/**
 * Pages, less those that a default explains; but a rule that takes any text at a place can be refuted by every text: a page that hundreds of them lead to (a login, with the address to
 * return to) is no single chance, though it is one page.
 */
function witnessesOf(ops: readonly Op[], measured: Witnessed): number {
  const { bad, texts } = measured;
  const good = measured.good * shareBeyondDefault(ops, measured);
  return bad === 0 && ops.length > 0 && ops.every(takesAnyText) ? Math.max(good, texts) : good;
}

function takesAnyText(op: Op): boolean {
  return op.op === 'anyParam' || (op.op === 'dropParam' && 'name' in op && op.value === undefined);
}

/** Conditions of whole rules that a learner found by looking at the data, beside those that name what the rule changes; hosts cost nothing. */
function conditionsOf(bodies: readonly RuleBody[]): number {
  let count = 0;
  for (const { match, emit } of bodies) {
    // A rule of tokens is for paths of one depth and queries of one length.
    if (match.view === 'tokens') count++;
    if (match.view !== 'keys' || emit.view !== 'keys') continue;
    for (const [key, pattern] of Object.entries(match.where)) {
      const part = parseKey(key)?.part;
      if ((part === 'path' || part === 'query') && !('any' in pattern) && !Object.hasOwn(emit.set, key)) count++;
    }
    if (match.pathLen !== null) count++;
  }
  return count;
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
const WILD = new Set(['any-page', 'any-segment', 'params-from-path', 'segment']);
/** Rules of other learners may be as wild. */
const LEARNER = 'learner:';

/** Null if a change can be judged by what speaks for it and against it, else why not. */
export function formalReason(candidate: Candidate, measured: Measured): string | null {
  const { family } = candidate;
  if (measured.gain < 2) return 'no-gain';
  if (measured.pages < 2 && witnessesOf(candidate.ops, measured) < 2 && !HOSTS.has(family)) return 'one-page';
  if (DROPS.has(family) && measured.bare === 0) return 'never-bare';
  if ((WILD.has(family) || family.startsWith(LEARNER)) && rarelyMeets(measured)) return 'rarely-meets';
  return null;
}

/** Null if accepted, else the reason. */
export function reasonAgainst(
  candidate: Candidate,
  measured: Measured,
  options: AcceptOptions,
  price = 0,
): string | null {
  const formal = formalReason(candidate, measured);
  if (formal !== null) return formal;
  if (measured.badMerges > 0.05 * measured.goodMerges) return 'contradicted';
  return riskOf(candidate, measured, options, price) <= options.maxRisk
    ? null
    : measured.bad > 0
      ? 'contradicted'
      : 'too-little';
}
