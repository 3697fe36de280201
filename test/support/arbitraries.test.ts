/** The arbitraries are worth their name: rules are valid, every kind occurs, and rules really hit URLs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRuleSet, type RuleSet, rulesOf, type View } from '../../src/rules/index.ts';
import { applyRule } from '../../src/rules/interpret/index.ts';
import { arbRule, arbRuleSet, arbUrl, arbUrlFor } from './arbitraries.ts';

const RUNS = { seed: 1, numRuns: 600 };

describe.each<[View, number, number]>([
  ['tokens', 0.4, 0.01],
  ['keys', 0.35, 0.03],
  ['text', 0.45, 0.1],
  ['edit', 0.65, 0.04],
])('%s rules', (view, fitting, any) => {
  it('are valid', () => {
    const rules = fc.sample(arbRule(view), RUNS);
    const set: RuleSet = { dustpan: 1, apply: 'first', sun: false, options: {}, rules };
    expect(checkRuleSet(set)).toStrictEqual(set);
  });

  it(`hit a URL made for them in ${fitting * 100} % of all cases, any URL in ${any * 100} %`, () => {
    const share = (pairs: fc.Arbitrary<readonly [Parameters<typeof applyRule>[0], string]>) =>
      fc.sample(pairs, RUNS).filter(([rule, url]) => applyRule(rule, url) !== null).length / RUNS.numRuns;
    expect(share(arbRule(view).chain((rule) => arbUrlFor(rule).map((url) => [rule, url] as const)))).toBeGreaterThan(
      fitting,
    );
    expect(share(fc.tuple(arbRule(view), arbUrl()))).toBeGreaterThan(any);
  });
});

it('rule sets are of all kinds', () => {
  const sets = fc.sample(arbRuleSet(), RUNS);
  const rules = sets.flatMap(rulesOf);
  const kinds = (values: readonly unknown[]) => new Set(values).size;
  expect(kinds(sets.map((set) => ('stages' in set ? set.stages.length : `${set.apply} ${set.sun}`)))).toBe(8);
  expect(kinds(rules.map(({ match }) => match.view))).toBe(4);
  expect(kinds(rules.map(({ state }) => state))).toBe(3);
  expect(kinds(rules.flatMap(({ emit }) => (emit.view === 'edit' ? [emit.op.op] : [])))).toBe(22);
});
