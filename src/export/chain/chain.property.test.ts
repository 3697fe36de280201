/** Chains of substitutions against the plain interpreter, on any rules and URLs: the same form, or the URL as it came. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRule, arbUrl, arbUrlFor } from '../../../test/support/arbitraries.ts';
import { keyPlain, type Rule, type RuleSet, type Stage } from '../../rules/index.ts';
import { chainProblem, compileSubstitutions, flatChain, runSubstitutions } from './index.ts';

type Case = { readonly set: RuleSet; readonly urls: readonly string[] };

const arbCase: fc.Arbitrary<Case> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 6, arbitrary: arbRule('edit') }, { weight: 1, arbitrary: arbRule('text') }), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.constantFrom('first' as const, 'fixpoint' as const),
    fc.boolean(),
  )
  .map(([rules, apply, sun]): Stage => {
    const active = rules.map((rule): Rule => ({ ...rule, state: 'active' }));
    return { apply, sun, rules: active.filter((rule) => chainProblem(rule, 1) === null) };
  })
  .filter(({ rules }) => rules.length > 0)
  .chain((stage) =>
    fc
      .array(fc.oneof(arbUrl(), ...stage.rules.map(arbUrlFor)), { minLength: 1, maxLength: 4 })
      .map((urls) => ({ set: { dustpan: 1, options: {}, ...stage }, urls })),
  );

describe('a chain', () => {
  it('gives the form of the rules, or the URL as it came', () => {
    let changed = 0;
    let givenUp = 0;
    fc.assert(
      fc.property(arbCase, ({ set, urls }) => {
        const chain = compileSubstitutions(flatChain([set as Stage]));
        for (const url of urls) {
          const result = runSubstitutions(chain, url);
          const form = keyPlain(set, url);
          if (result === url && form !== url) givenUp++;
          else expect([url, result]).toEqual([url, form]);
          if (result !== url) changed++;
        }
      }),
      { seed: 11, numRuns: 1500 },
    );
    expect(changed).toBeGreaterThan(1000);
    // Odd URLs, and those that the rules leave in another than the standard form.
    expect(givenUp).toBeLessThan(changed);
  });
});
