/** Which proposers could prove a rule with so many pages: asked at every site, and the same at all that have as many. */
import type { Family } from '../learn/index.ts';
import { type AcceptOptions, riskOf } from './accept.ts';
import type { Candidate } from './candidate.ts';

type Provable = Pick<Candidate, 'family' | 'siblingRisk' | 'ops' | 'bodies'>;

/** Whether a change could be proven if so many pages, which are all that can, spoke for it and nothing against it. */
export function isProvable(change: Provable, pages: number | undefined, options: AcceptOptions): boolean {
  if (pages === undefined) return true;
  return (
    riskOf(change, { good: pages, texts: 0, bad: 0, open: 0, merges: [], changes: new Map() }, options) <=
    options.maxRisk
  );
}

/** Proposers of whose rules one could be proven if so many pages spoke for it: the others would cost time for nothing. */
export function provableBy(proposers: readonly Family[], pages: number, options: AcceptOptions): readonly Family[] {
  const byPages = answersUnder(options, proposers);
  const known = byPages.get(pages);
  if (known !== undefined) return known;
  const found = proposers.filter(({ name }) => isProvable({ family: name, siblingRisk: 0, ops: [] }, pages, options));
  byPages.set(pages, found);
  return found;
}

type Answers = Map<number, readonly Family[]>;

/** What was asked under the last options: all sites but sampled ones have the same. */
let last: { readonly options: AcceptOptions; readonly byProposers: Map<readonly Family[], Answers> } | null = null;

function answersUnder(options: AcceptOptions, proposers: readonly Family[]): Answers {
  if (last === null || !areSame(last.options, options)) last = { options, byProposers: new Map() };
  const known = last.byProposers.get(proposers) ?? new Map();
  last.byProposers.set(proposers, known);
  return known;
}

function areSame(a: AcceptOptions, b: AcceptOptions): boolean {
  return a.maxRisk === b.maxRisk && a.seenShare === b.seenShare && a.priors === b.priors;
}
