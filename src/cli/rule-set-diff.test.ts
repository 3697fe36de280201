/** Tests of the comparison of rule sets. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import type { Rule, RuleSet } from '../index.ts';
import { diffRuleSets } from './rule-set-diff.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ruleOf(`@{example.com} E => dropParam(${name})`)) as [
  Rule,
  Rule,
  Rule,
  Rule,
];
const set = (...rules: Rule[]): RuleSet => ({ dustpan: 1, apply: 'first', sun: false, options: {}, rules });
const ids = (rules: readonly Rule[]) => rules.map(({ id }) => id);

describe('diffRuleSets', () => {
  const orders: readonly (readonly [before: readonly Rule[], after: readonly Rule[], moved: readonly Rule[]])[] = [
    [[a, b, c, d], [a, b, c, d], []],
    [[a, b, c, d], [d, a, b, c], [d]],
    [[a, b, c, d], [b, c, d, a], [a]],
    [[a, b, c], [c, d, a, b], [c]],
    [[a, b, c, d], [a, c], []],
  ];
  it.each(orders)('names the fewest rules that moved (%#)', (before, after, moved) => {
    const { changed } = diffRuleSets(set(...before), set(...after));
    expect(changed.map(({ rule }) => rule.id)).toEqual(ids(moved));
    expect(changed.every(({ changes }) => changes.length === 1 && changes[0]!.field === 'order')).toBe(true);
  });

  it('tells rules of one set only, in their order', () => {
    const { same, added, removed } = diffRuleSets(set(a, b), set(d, a, c));
    expect([same, ids(added), ids(removed)]).toEqual([false, ids([d, c]), ids([b])]);
  });

  it('pairs rules that occur twice', () => {
    const staged = (stages: readonly (readonly Rule[])[]): RuleSet => ({
      dustpan: 1,
      options: {},
      stages: stages.map((rules) => ({ apply: 'first', sun: false, rules })),
    });
    expect(diffRuleSets(staged([[a], [a, b]]), staged([[a], [a, b]])).same).toBe(true);
    const { removed, changed } = diffRuleSets(staged([[a], [a, b]]), staged([[a], [b]]));
    expect([ids(removed), changed]).toEqual([ids([a]), []]);
    expect(diffRuleSets(set(a), staged([[], [a]]))).toMatchObject({
      settings: [{ field: 'stages', a: 1, b: 2 }],
      changed: [{ changes: [{ field: 'stage', a: 0, b: 1 }] }],
    });
  });

  it('compares evidence field by field', () => {
    const before = { ...a, evidence: { support: 1, falsePairs: 0 } };
    const after = { ...a, evidence: { support: 2, falsePairs: 0, forms: 3 } };
    expect(diffRuleSets(set(before), set(after)).changed[0]!.changes).toEqual([
      { field: 'evidence.support', a: 1, b: 2 },
      { field: 'evidence.forms', a: undefined, b: 3 },
    ]);
  });
});
