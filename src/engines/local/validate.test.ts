/** Validating by stages gives the rule file of validating in memory, for rules of every view. */
import { expect, it } from 'vitest';
import { ruleOf } from '../../../test/support/rule-of.ts';
import { CLUSTER_DEFAULTS, clusterRecords } from '../../clusters/index.ts';
import { validateJob } from '../../pipeline/index.ts';
import { readRecords } from '../../records/index.ts';
import { printRuleSet, type Rule, type RuleSet } from '../../rules/index.ts';
import { type Validation, validateRules } from '../../validate/index.ts';
import { temporaryFiles } from './file-of.case.ts';
import { openLocalEngine } from './index.ts';

const rules = [
  '@* T ^*://(www.)?*.*/*$ => $1://$2.$3/$4',
  '@* E => dropParam(sid)',
  '@* E => dropParam(never)',
  '@{x.org} E => trimSlash()',
  '@* S "/index.html$" => "/$"',
  '@* S "?print=1$" => "$"',
].map((text) => ruleOf(text));
const set: RuleSet = { dustpan: 1, apply: 'first', sun: false, options: {}, rules };

/** Pages under several URLs, of which every seventh is another page, and answers that are none. */
const records = Array.from({ length: 40 }, (_, i) => {
  const page = (url: string, more = '') => ({
    url,
    status: 200,
    digest: `${i}${i % 7 === 0 ? more : ''}`,
    length: 900,
  });
  return [
    page(`http://x.org/${i}`),
    page(`http://www.x.org/${i}`),
    page(`http://x.org/${i}/`, 'slash'),
    page(`http://x.org/${i}?sid=1`, 'sid'),
    page(`http://x.org/${i}?sid=2`),
    page(`http://x.org/${i}?print=1`, 'print'),
    i % 3 === 0 ? { url: `http://x.org/d${i}/`, status: 404 } : page(`http://x.org/d${i}/`),
    page(`http://x.org/d${i}/index.html`),
  ];
}).flat();

const path = temporaryFiles()(records.map((record) => `${JSON.stringify(record)}\n`).join(''));

async function compare(ruleSet: RuleSet, maxFpr: number, partitions: number, mostEdges: number): Promise<Validation> {
  const { clusters, failing } = await clusterRecords(readRecords([path]), { keep: ['giant'] });
  const clustering = { ...CLUSTER_DEFAULTS, keep: ['giant'] as const, reading: {}, mostEdges };
  const options = { maxFpr, confidence: 0.9 };
  const wanted = validateRules(ruleSet, clusters, { ...options, failing });
  const engine = openLocalEngine({ partitions });
  try {
    const { validation } = await validateJob(engine, [{ path, kind: 'text' }], ruleSet, { ...options, clustering });
    expect(printRuleSet(validation.ruleSet)).toBe(printRuleSet(wanted.ruleSet));
    expect(validation).toEqual({ ...wanted, ruleSet: validation.ruleSet });
  } finally {
    await engine.close();
  }
  return wanted;
}

it.each([false, true])('agrees with validating in memory, standard forms %s', async (sun) => {
  for (const [maxFpr, partitions] of [
    [0, 1],
    [0.3, 3],
  ] as const) {
    const wanted = await compare({ ...set, sun }, maxFpr, partitions, 1000);
    expect(wanted.unseen).toBe(1);
    expect(wanted.refuted.length > 0).toBe(maxFpr === 0);
  }
});

/** One that leads to others, and one that is used only if it is asked for. */
const more = ['@* E => dropParam(print)', '@* S "/d" => "/e"', "@{x.org} K host=x.org => host:='www.x.org'"].map(
  (text) => ruleOf(text),
);
const composed: readonly Rule[] = [
  ...rules.slice(0, 1),
  { ...more[0]!, state: 'quarantined' },
  ...rules.slice(1),
  more[1]!,
];
const staged: RuleSet = {
  dustpan: 1,
  options: {},
  stages: [
    { apply: 'first', sun: false, rules: [more[2]!, ...rules.slice(3)] },
    { apply: 'fixpoint', sun: true, rules: composed.slice(0, 4) },
  ],
};
const together: RuleSet = { ...set, apply: 'fixpoint', sun: true, rules: composed };

it.each([
  ['fixpoint', together, 0],
  ['fixpoint, much allowed', together, 0.3],
  ['fixpoint, order turned', { ...together, sun: false, rules: composed.toReversed() } as RuleSet, 0],
  ['stages', staged, 0],
  ['stages, much allowed', staged, 0.3],
])('agrees on rules that work on what others leave: %s', async (_, ruleSet, maxFpr) => {
  await compare(ruleSet, maxFpr, 1, 1000);
  const { judged, refuted } = await compare(ruleSet, maxFpr, 3, 0);
  expect(judged).toBeGreaterThan(2);
  expect(refuted.length > 0).toBe(maxFpr === 0);
});
