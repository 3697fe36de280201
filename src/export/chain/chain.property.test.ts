/** Chains of substitutions against the plain interpreter, on any rules and URLs: the same form, or the URL as it came. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRule, arbUrl, arbUrlFor } from '../../../test/support/arbitraries.ts';
import { ruleOf } from '../../../test/support/rule-of.ts';
import { keyPlain, type Rule, type RuleSet, type Stage } from '../../rules/index.ts';
import { chainProblem, compileSubstitutions, flatChain, runSubstitutions } from './index.ts';

type Case = { readonly set: RuleSet; readonly urls: readonly string[] };

/** A component of the path converted: the one kind of key rules that is a chain. */
const arbConversion: fc.Arbitrary<Rule> = fc
  .tuple(
    fc.constantFrom('capital', 'space', 'underscore', 'number'),
    fc.constantFrom(1, 2, -1, -2),
    fc.constantFrom('*', '{a.com}'),
    fc.constantFrom(
      'path[-1]=* #path=1',
      'path[-1]=* #path=2',
      'path[1]=a path[2]=* path[-1]=*',
      'path[1]=a path[2]=B path[3]=* path[-1]=*',
      null,
      null,
    ),
  )
  .map(([conversion, place, hosts, where]) => {
    const key = where === null ? `path[${place}]` : 'path[-1]';
    return ruleOf(`@${hosts} K ${where ?? `${key}=*`} => ${key}:=${conversion}(${key})`);
  });

/** URLs in which there is something to convert. */
const arbSpaced = fc
  .array(fc.constantFrom('a', 'B', 'é', '0', '7', '%20', '+', '_', '/', '//', 'x%2520', '?q=a+b', '.'), {
    maxLength: 8,
  })
  .map((pieces) => `http://a.com/${pieces.join('')}`);

const arbCase: fc.Arbitrary<Case> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: arbRule('edit') },
        { weight: 1, arbitrary: arbRule('text') },
        { weight: 1, arbitrary: arbConversion },
      ),
      { minLength: 1, maxLength: 5 },
    ),
    fc.constantFrom('first' as const, 'fixpoint' as const),
    fc.boolean(),
  )
  .map(([rules, apply, sun]): Stage => {
    const active = rules.map((rule): Rule => ({ ...rule, state: 'active' }));
    return { apply, sun, rules: active.filter((rule) => chainProblem(rule, [{ apply }]) === null) };
  })
  .filter(({ rules }) => rules.length > 0)
  .chain((stage) =>
    fc
      .array(fc.oneof(arbUrl(), arbSpaced, ...stage.rules.map(arbUrlFor)), { minLength: 1, maxLength: 4 })
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
