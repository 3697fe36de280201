/** Evaluating by stages gives the figures of evaluating in memory, whatever joins what. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../../test/support/rule-of.ts';
import { CLUSTER_DEFAULTS, clusterRecords, type Fold } from '../../clusters/index.ts';
import { classifyDust, evaluateRules } from '../../evaluate/index.ts';
import { evaluateJob } from '../../pipeline/index.ts';
import { readRecords } from '../../records/index.ts';
import type { RuleSet } from '../../rules/index.ts';
import { temporaryFiles } from './file-of.case.ts';
import { openLocalEngine } from './index.ts';

const rules = [
  '@* E => dropParam(sid)',
  '@* E => trimSlash()',
  '@* T ^*://(www.)?*.*/*$ => $1://$2.$3/$4',
  '@* S "/index.html$" => "/$"',
  '@* E => dropParam(never)',
].map((text) => ruleOf(text));
const first: RuleSet = { dustpan: 1, apply: 'first', sun: false, options: {}, rules };
const together: RuleSet = {
  ...first,
  apply: 'fixpoint',
  sun: true,
  rules: [...rules.slice(0, 2), { ...rules[3]!, state: 'quarantined' }],
};
/** The second stage joins what the first leaves. */
const staged: RuleSet = {
  dustpan: 1,
  options: {},
  stages: [
    { apply: 'first', sun: false, rules: rules.slice(2) },
    { apply: 'fixpoint', sun: true, rules: rules.slice(0, 2) },
  ],
};

/** Pages under several URLs; some look alike and are others; some wide groups reach over clusters; pictures; equal URLs of different fetches. */
const lines = Array.from({ length: 60 }, (_, i) => {
  const wide = i % 5 === 0 ? 'w0' : `w${i}`;
  return [
    [`c${i}`, `http://x.org/${i}`, wide],
    [`c${i}`, `http://www.x.org/${i}`, wide],
    [i % 7 === 0 ? `s${i}` : `c${i}`, `http://x.org/${i}/`, i % 14 === 0 ? `s${i}` : wide],
    [`c${i}`, `http://x.org/${i}?sid=${i}`, wide],
    [i % 4 === 0 ? `e${i}` : `c${i}`, `HTTP://x.org/${i}`, i % 8 === 0 ? `e${i}` : wide],
    [`d${i % 9}`, `http://y.org/${i}/index.html`, `d${i % 3}`],
    [`p${i % 2}`, `http://y.org/${i}.png`, `p${i % 2}`],
    [`o${i}`, `http://z.org/single/${i}?sid=${i % 6}`, `o${i}`],
  ].map((fields) => `${fields.join('\t')}\n`);
}).flat();
const path = temporaryFiles()(lines.join(''));

async function compare(ruleSet: RuleSet, options: { fold?: Fold; include?: readonly 'quarantined'[] }): Promise<void> {
  const { clusters } = await clusterRecords(readRecords([path]));
  const evaluation = evaluateRules(ruleSet, clusters, options);
  expect(evaluation.falsePairs).toBeGreaterThan(0);
  expect(evaluation.applied).toBeGreaterThan(1);
  for (const [partitions, mostEdges] of [
    [1, 1000],
    [3, 0],
  ] as const) {
    const engine = openLocalEngine({ partitions });
    try {
      const clustering = { ...CLUSTER_DEFAULTS, reading: {}, mostEdges };
      const found = await evaluateJob(engine, [{ path, kind: 'text' }], ruleSet, { ...options, clustering });
      expect(JSON.stringify(found.evaluation)).toBe(JSON.stringify(evaluation));
      expect(JSON.stringify(found.dust)).toBe(JSON.stringify(classifyDust(ruleSet, clusters, options)));
    } finally {
      await engine.close();
    }
  }
}

describe('evaluating by stages', () => {
  it('agrees on rules of which the first is applied', () => compare(first, {}));
  it('agrees on rules that work together', () => compare(together, { include: ['quarantined'] }));
  it('agrees on rules in stages', () => compare(staged, { fold: { part: 1, of: 3 } }));
  it('agrees on a part of the data', () => compare(first, { fold: { part: 2, of: 3 } }));
});
