/** A set that `auto` composed, replayed by `validate`: what its rules join one after another is what the set joins. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Cluster, clusterRecords } from '../clusters/index.ts';
import { evaluateRules } from '../evaluate/index.ts';
import { type RuleSet, rulesOf } from '../rules/index.ts';
import { validateRules } from '../validate/index.ts';
import { learnRules } from './learn.ts';

async function example(): Promise<readonly Cluster[]> {
  const text = readFileSync(join(import.meta.dirname, '../../examples/data/usemod.tsv'), 'utf8');
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, url]) => url?.includes('://'));
  return (await clusterRecords([rows.map(([cluster, url]) => ({ cluster: cluster!, url: url! }))])).clusters;
}

describe('validateRules on a set of auto', () => {
  it('adds up to what evaluate says of the set', async () => {
    const clusters = await example();
    const { ruleSet } = learnRules(clusters, { learner: 'auto' });
    const { ruleSet: replayed, refuted, judged } = validateRules(ruleSet, clusters, { maxFpr: 1 });
    expect(refuted).toEqual([]);
    expect(judged).toBeGreaterThan(1);
    const all = evaluateRules(ruleSet, clusters);
    const bare = evaluateRules({ ...ruleSet, rules: [] } as RuleSet, clusters);
    const sum = (of: 'support' | 'falsePairs') =>
      rulesOf(replayed).reduce((total, { evidence, state }) => total + (state === 'active' ? evidence![of]! : 0), 0);
    expect(sum('falsePairs')).toBe(all.falsePairs - bare.falsePairs);
    expect(sum('support') - sum('falsePairs')).toBe(all.truePairs - bare.truePairs);
    expect(all.truePairs).toBeGreaterThan(bare.truePairs + 100);
  });

  it('marks a rule that other data contradicts', async () => {
    const clusters = await example();
    const { ruleSet } = learnRules(clusters, { learner: 'auto' });
    const [first] = rulesOf(ruleSet);
    const [shown] = first!.evidence!.examples!;
    const torn = shown!.urls.map((url, i): Cluster => ({ id: `${i}`, urls: [url] }));
    expect(validateRules(ruleSet, torn).refuted).toEqual([first!.id]);
  });
});
