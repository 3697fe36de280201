/** Validating by stages gives the rule file of validating in memory, for rules of every view. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError } from '../../base/index.ts';
import { CLUSTER_DEFAULTS, clusterRecords } from '../../clusters/index.ts';
import { validateJob } from '../../pipeline/index.ts';
import { readRecords } from '../../records/index.ts';
import { makeRule, parseRule, printRuleSet, type RuleSet } from '../../rules/index.ts';
import { validateRules } from '../../validate/index.ts';
import { openLocalEngine } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'dustpan-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rules = [
  '@* T ^*://(www.)?*.*/*$ => $1://$2.$3/$4',
  '@* E => dropParam(sid)',
  '@* E => dropParam(never)',
  '@{x.org} E => trimSlash()',
  '@* S "/index.html$" => "/$"',
  '@* S "?print=1$" => "$"',
].map((text) => {
  const { scope, match, emit } = parseRule(text);
  return makeRule({ learner: 'manual', hosts: scope.hosts, match, emit });
});
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

it('agrees with validating in memory', async () => {
  const path = join(folder, 'records.jsonl');
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const { clusters, failing } = await clusterRecords(readRecords([path]), { keep: ['giant'] });
  const clustering = { ...CLUSTER_DEFAULTS, keep: ['giant'] as const, reading: {} };
  for (const [maxFpr, partitions] of [
    [0, 1],
    [0.3, 3],
  ] as const) {
    const options = { maxFpr, confidence: 0.9 };
    const wanted = validateRules(set, clusters, { ...options, failing });
    const engine = openLocalEngine({ partitions });
    const { validation } = await validateJob(engine, [{ path, kind: 'text' }], set, { ...options, clustering });
    await engine.close();
    expect(printRuleSet(validation.ruleSet)).toBe(printRuleSet(wanted.ruleSet));
    expect(validation).toEqual({ ...wanted, ruleSet: validation.ruleSet });
    expect(wanted.unseen).toBe(1);
    expect(wanted.refuted.length > 0).toBe(maxFpr === 0);
  }
});

it('refuses sets whose rules compose', async () => {
  const engine = openLocalEngine();
  const options = { maxFpr: 0, confidence: 0.95, clustering: { ...CLUSTER_DEFAULTS, reading: {} } };
  const job = validateJob(engine, [], { ...set, apply: 'fixpoint' }, options);
  await expect(job).rejects.toThrow(ConfigError);
  await engine.close();
});
