/** Aliases in one place (languages, sort orders) share their fate: where most are contradicted, a clean one is more likely clean by chance. */
import type { Op } from '../rules/index.ts';
import type { Candidate } from './candidate.ts';
import type { Measured } from './measure.ts';

/** Witnesses that the siblings of an alias are worth. */
export const SIBLING_WEIGHT = 10;

type Measurement = { readonly candidate: Candidate; readonly measured: Measured };

/** The share of witnesses against the other aliases in the place of each; 0 for what has no siblings. */
export function siblingRisks(all: readonly Measurement[]): Map<Candidate, number> {
  const places = new Map<string, { good: number; bad: number }>();
  for (const { candidate, measured } of all) {
    const place = placeOf(candidate.ops[0]!);
    if (place === null) continue;
    const sums = places.get(place) ?? { good: 0, bad: 0 };
    sums.good += measured.good;
    sums.bad += measured.bad;
    places.set(place, sums);
  }
  const risks = new Map<Candidate, number>();
  for (const { candidate, measured } of all) {
    const sums = places.get(placeOf(candidate.ops[0]!) ?? '');
    if (sums === undefined) continue;
    const [good, bad] = [sums.good - measured.good, sums.bad - measured.bad];
    if (bad > 0) risks.set(candidate, bad / (good + bad));
  }
  return risks;
}

/** Folders of one parent, or values of one parameter. */
function placeOf(op: Op): string | null {
  if (op.op === 'aliasParam') return `value ${op.name}`;
  if (op.op !== 'aliasPrefix') return null;
  const parents = [...op.from, op.to].map((folder) => folder.replace(/[^/]*\/?$/, ''));
  return parents.every((parent) => parent === parents[0]) ? `folder ${parents[0]}` : null;
}
