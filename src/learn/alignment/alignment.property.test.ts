/** The fast alignment against the plain one, on clusters over small alphabets, where ties are everywhere. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignProgressively } from '../duster/progressive-alignment.ts';
import { alignLinearly } from '../dustlin/linear-alignment.ts';
import type { Consensus } from './consensus.ts';
import { ALIGNMENT_DEFAULTS } from './options.ts';
import {
  type PlainOptions,
  type PlainSequence,
  plainLinear,
  plainProgressive,
  plainRule,
  plainSets,
} from './plain-alignment.case.ts';
import { ruleBody } from './rule-body.ts';
import { consensusSets, oddClusters, planOf, urlClusters } from './support.case.ts';
import { Workspace } from './workspace.ts';

const ALIGNERS = {
  linear: [alignLinearly, plainLinear],
  progressive: [alignProgressively, plainProgressive],
} as const;

const options = fc.record({
  cardinality: fc.integer({ min: 2, max: 5 }),
  caseFoldScore: fc.boolean(),
  scoring: fc.constantFrom('jaccard' as const, 'jaccard' as const, 'tiered' as const),
  canonicalMode: fc.constantFrom('delete' as const, 'keep' as const),
  emitAlternatives: fc.boolean(),
});

/** Numbers the presence sets of a consensus in order of appearance. */
function numbered(keys: readonly unknown[]): number[] {
  const seen = [...new Set(keys)];
  return keys.map((key) => seen.indexOf(key));
}

function compare(aligner: keyof typeof ALIGNERS, urls: readonly string[], plainOptions: PlainOptions): void {
  const [align, alignPlainly] = ALIGNERS[aligner];
  const work = new Workspace({ ...ALIGNMENT_DEFAULTS, ...plainOptions });
  work.load(urls);
  const fast: Consensus = align(work)!;
  const plain: PlainSequence = alignPlainly(urls, plainOptions);
  expect(consensusSets(work, fast)).toEqual(plainSets(plain));
  const positions = Array.from({ length: fast.length }, (_, p) => p);
  const presence = positions.map((p) => fast.presence(p));
  const sets = plain.positions.map(({ present }) => [...present].sort((a, b) => a - b));
  expect(positions.map((p) => fast.count(p))).toEqual(sets.map((set) => set.length));
  expect(numbered(presence)).toEqual(numbered(sets.map((set) => set.join())));
  if (urls.length <= 31) expect(presence).toEqual(sets.map((set) => set.reduce((mask, u) => mask | (1 << u), 0)));
  const { match, emit } = ruleBody(work.table, fast, planOf(work, fast), plainOptions);
  expect({ match: match.seq, emit: emit.seq }).toEqual(plainRule(plain, plainOptions));
}

describe.each(['linear', 'progressive'] as const)('%s alignment equals the plain one', (aligner) => {
  it('on strings of a few tokens', () => {
    fc.assert(
      fc.property(oddClusters(6), options, (urls, given) => compare(aligner, urls, given)),
      { seed: 1, numRuns: 1500 },
    );
  });

  it('on URLs with planted differences', () => {
    fc.assert(
      fc.property(urlClusters(7), options, (urls, given) => compare(aligner, urls, given)),
      { seed: 2, numRuns: 300 },
    );
  });

  it('on more URLs than a fixed scale is good for', () => {
    const many = oddClusters(40, 24);
    fc.assert(
      fc.property(many, options, (urls, given) => compare(aligner, urls, given)),
      { seed: 3, numRuns: aligner === 'linear' ? 60 : 6 },
    );
  });
});
