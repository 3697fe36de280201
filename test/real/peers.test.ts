/** Every input of other normalizers' test suites: nothing throws, SUN and keys are stable, and all ways to a key agree. */
import { expect, it } from 'vitest';
import { peerCases } from '../../scripts/peers-cases.mjs';
import { compileRules } from '../../src/normalize/index.ts';
import { keyPlain, type RuleSet, rewritePlain } from '../../src/rules/index.ts';
import { joinUrl, splitUrl, sun } from '../../src/url/index.ts';
import { rule } from '../support/cli.ts';

const cases = peerCases();
const inputs = [...new Set((cases ?? []).map(({ input }) => input))];
const evidence = { fetchable: { checked: 10, ok: 10 } };
const rules = [
  'dropParam(utm_*)',
  'trimSlash()',
  'collapseSlashes()',
  'sortParams()',
  'lowerPath()',
  'decode()',
  'dropSuffix(/index.html)',
].map((operation) => rule(`@* E => ${operation}`, { evidence }));
const sets: RuleSet[] = [
  { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules },
  { dustpan: 1, apply: 'first', sun: false, options: {}, rules },
];

it('are here, or are said not to be', () => {
  if (cases === null)
    process.stderr.write('not run: the test suites of other normalizers, since ../shared/data is not here\n');
  expect(inputs.length > 2000 || cases === null).toBe(true);
});

it('have a standard form that is its own', () => {
  for (const input of inputs) {
    expect(joinUrl(splitUrl(input)), input).toBe(input);
    expect(sun(sun(input)), input).toBe(sun(input));
  }
});

it('have the keys and rewritten URLs that the rules define', () => {
  for (const set of sets) {
    const compiled = compileRules(set);
    for (const input of inputs) {
      const key = keyPlain(set, input);
      expect(compiled.key(input), input).toBe(key);
      expect(compiled.rewrite(input), input).toBe(rewritePlain(set, input));
      expect(compiled.explain(input).key, input).toBe(key);
      if ('apply' in set && set.apply === 'fixpoint') expect(compiled.key(key), input).toBe(key);
    }
  }
});
