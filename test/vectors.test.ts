/** Every worked example of the specification is driven by some test, or its kind stands here with the part that will drive it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { vectors } from './support/vectors.ts';

/** Kinds whose code does not exist yet, and the number of the issue that brings it. */
const PENDING: Readonly<Record<string, number>> = {
  'dustbuster.semiperiodic': 5,
  'dustbuster.envelopes': 5,
  'dustbuster.instance': 5,
  'dustbuster.refines': 5,
  'dustbuster.bucket': 5,
  'dustbuster.detect': 5,
  'dustbuster.eliminate': 5,
  'dustbuster.sizeMatch': 5,
  'dustbuster.validateRule': 5,
  'dustbuster.orderPair': 5,
  deepTokenize: 6,
  'koppula.pairRule': 6,
  'koppula.pairRules+generalize': 6,
  'koppula.target': 6,
  'koppula.infoGain': 6,
  'metrics.ruleprecision': 6,
  'rewrite.pairRule': 6,
  'rewrite.singleKeyPairs': 6,
  'rewrite.fanout': 6,
  'upt.entropy': 6,
  'upt.salient': 6,
  'upt.build': 6,
  'replica.project+score': 10,
  'replica.bestCut': 10,
  'replica.ndist': 10,
  'replica.nmatch': 10,
  'replica.ip': 10,
  'replica.fullpath': 10,
  'replica.mdl': 10,
  'replica.pareto': 10,
  'replica.normpaths': 10,
  'replica.em': 10,
  'metrics.rdr': 10,
  'metrics.auc': 10,
  'metrics.rrUnion': 10,
};

/** Kinds that a test asks for by name. */
function drivenKinds(): Set<string> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const driven = new Set<string>();
  for (const folder of ['src', 'test']) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.test.ts')) continue;
      for (const [, kind] of readFileSync(join(root, folder, file), 'utf8').matchAll(/vectorsOf\('([^']+)'\)/g))
        driven.add(kind!);
    }
  }
  return driven;
}

it('every kind is driven or pending, and none is both', () => {
  const kinds = new Set(vectors.map(({ kind }) => kind));
  const driven = drivenKinds();
  expect([...kinds].filter((kind) => !driven.has(kind)).sort()).toEqual(Object.keys(PENDING).sort());
  expect(Object.keys(PENDING).filter((kind) => !kinds.has(kind))).toEqual([]);
});
