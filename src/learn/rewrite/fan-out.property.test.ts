/** Fan-out on hashes gives what fan-out on whole contexts gives. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printRuleBody } from '../../rules/index.ts';
import { KeyRows } from '../key-rows.ts';
import { FanOutRules } from './fan-out.ts';
import { addPairRules } from './learner.ts';
import { ruleBody } from './rule-body.ts';

type PlainRule = { readonly values: readonly string[]; readonly change: string; readonly frequency: number };

/** Paths of three components of few values: many pairs differ in one of them, and many rules in one value. */
const arbPath = fc.tuple(...Array.from({ length: 3 }, () => fc.constantFrom('a', 'b', 'c')));
const arbClusters = fc
  .uniqueArray(arbPath, { selector: (path) => path.join('/'), minLength: 12, maxLength: 24 })
  .chain((paths) => fc.tuple(fc.constant(paths), fc.array(fc.nat(1), { minLength: 24, maxLength: 24 })))
  .map(([paths, cluster]) => [0, 1].map((c) => paths.filter((_, i) => cluster[i] === c)));

/** The rules of all pairs that differ in one component, and those of components that do not matter. */
function plainRules(clusters: readonly (readonly string[][])[]): PlainRule[] {
  const found = new Map<string, PlainRule>();
  for (const paths of clusters) {
    const own = new Map<string, Omit<PlainRule, 'frequency'>>();
    for (const u of paths)
      for (const v of paths) {
        const different = [0, 1, 2].filter((i) => u[i] !== v[i]);
        if (different.length !== 1) continue;
        const k = different[0]!;
        for (const rule of [
          { values: u, change: `path[${k + 1}]:='${v[k]}'` },
          { values: u.with(k, '*'), change: `path[${k + 1}]:=*` },
        ])
          own.set(JSON.stringify(rule), rule);
      }
    for (const [key, rule] of own) found.set(key, { ...rule, frequency: (found.get(key)?.frequency ?? 0) + 1 });
  }
  return [...found.values()];
}

function plainFanOut(rules: readonly PlainRule[], fanout: number): PlainRule[] {
  let left = [...rules];
  for (let changed = true; changed; ) {
    changed = false;
    for (const k of [0, 1, 2]) {
      const groups = new Map<string | null, PlainRule[]>();
      for (const rule of left) {
        const isOpen = rule.values[k] === '*';
        const group = isOpen ? null : JSON.stringify([rule.values.with(k, ''), rule.change]);
        groups.set(group, [...(groups.get(group) ?? []), rule]);
      }
      const next = new Map<string, PlainRule>();
      const add = (rule: PlainRule) => {
        const key = JSON.stringify([rule.values, rule.change]);
        next.set(key, { ...rule, frequency: (next.get(key)?.frequency ?? 0) + rule.frequency });
      };
      for (const [group, members] of groups) {
        const isWide = group !== null && members.length > fanout;
        if (isWide) changed = true;
        for (const rule of members) add(isWide ? { ...rule, values: rule.values.with(k, '*') } : rule);
      }
      left = [...next.values()];
    }
  }
  return left;
}

it('agrees with the plain way, frequencies included', () => {
  let generalized = 0;
  fc.assert(
    fc.property(arbClusters, fc.integer({ min: 1, max: 3 }), (clusters, fanout) => {
      const expected = plainFanOut(plainRules(clusters), fanout).map(({ values, change, frequency }) => {
        const where = values.map((value, i) => `path[${i + 1}]=${value}`).join(' ');
        return `${frequency} K scheme=http host=h ${where} #path=3 ?exact => ${change}`;
      });
      const rows = new KeyRows();
      const rules = new FanOutRules(rows);
      for (const [c, paths] of clusters.entries()) {
        const members = paths.map((path) => rows.add(`http://h/${path.join('/')}`));
        addPairRules(rules, rows, c, members, { singleKey: 'urls', direction: 'all' });
      }
      rules.generalize(fanout);
      const found = [...rules.rules()].map((rule) => {
        const { match, emit } = ruleBody(rows, rule);
        return `${rule.frequency} ${printRuleBody(match, emit)}`;
      });
      generalized += found.filter((text) => text.includes('=* ') && text.includes(":='")).length;
      expect(found.sort()).toEqual(expected.sort());
    }),
    { seed: 1, numRuns: 150 },
  );
  expect(generalized).toBeGreaterThan(100);
});
