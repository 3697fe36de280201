/** A hypothesis on its way to become rules: its operations with conditions and hosts. */
import type { Hypothesis, RuleBody } from '../learn/index.ts';
import { type Cond, type EditMatch, makeRule, type Op, type Rule, type ValueExpr } from '../rules/index.ts';

export type Candidate = {
  /** The same for candidates that are the same. */
  readonly key: string;
  readonly family: string;
  readonly ops: readonly Op[];
  readonly match: EditMatch;
  /** Sorted. */
  readonly hosts: readonly string[];
  readonly seen: number;
  /** How wrong aliases in the same place are; 0 if it has no siblings. */
  readonly siblingRisk: number;
  /** Whole rules instead of operations: of other learners, or of what only another view can say. They have no further conditions. */
  readonly bodies?: readonly RuleBody[];
  /** The alias that they amount to. */
  readonly like?: Op;
};

export function candidateOf(
  { family, ops, when, unless = [], hosts, seen, bodies, like }: Hypothesis,
  siteHosts: readonly string[],
): Candidate {
  return keyed({
    family,
    ops,
    match: { view: 'edit', when, unless },
    hosts: hosts ?? siteHosts,
    seen,
    siblingRisk: 0,
    ...(bodies && { bodies }),
    ...(like && { like }),
  });
}

export function narrowed(candidate: Candidate, when: readonly Cond[], unless: readonly Cond[]): Candidate {
  const { match } = candidate;
  return keyed({
    ...candidate,
    match: { view: 'edit', when: [...match.when, ...when], unless: [...match.unless, ...unless] },
  });
}

export function onHosts(candidate: Candidate, isWanted: (host: string) => boolean): Candidate {
  return keyed({ ...candidate, hosts: candidate.hosts.filter(isWanted) });
}

/** The same with other whole rules. */
export function withBodies(candidate: Candidate, bodies: readonly RuleBody[]): Candidate {
  return keyed({ ...candidate, bodies });
}

function keyed(candidate: Omit<Candidate, 'key'>): Candidate {
  const { ops, match, hosts, bodies = [] } = candidate;
  return { ...candidate, key: JSON.stringify([ops, match.when, match.unless, hosts, ...bodies]) };
}

export function rulesOfCandidate({ ops, match, hosts, bodies }: Candidate): Rule[] {
  if (bodies) return bodies.map((body) => makeRule({ ...body, hosts }));
  return ops.map((op) => makeRule({ learner: 'families', hosts, match, emit: { view: 'edit', op } }));
}

/** True if what one makes of a path the other may undo: a capital, and lower case. Both would be applied in turn without end. */
export function areAtOdds(a: Candidate, b: Candidate): boolean {
  return (capitalizes(a) && lowers(b)) || (lowers(a) && capitalizes(b));
}

function capitalizes({ bodies = [] }: Candidate): boolean {
  return bodies.some(({ emit }) => emit.view === 'keys' && Object.entries(emit.set).some(isCapital));
}

function isCapital([key, value]: readonly [string, ValueExpr]): boolean {
  return key.startsWith('path[') && 'conv' in value && value.conv === 'capital';
}

function lowers({ ops }: Candidate): boolean {
  return ops.some(({ op }) => op === 'lowerPath');
}
