/** Whatever a rule file is changed to, the check refuses it in one sentence or gives a rule set that holds what it promises. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbRuleSet } from '../../../test/support/arbitraries.ts';
import { ConfigError } from '../../base/index.ts';
import { parseRuleSet, printRuleSet } from '../file.ts';
import { type RuleSet, rulesOf } from '../rule.ts';
import { parseRule } from '../text/parse.ts';
import { printRule } from '../text/print.ts';
import { checkRuleSet } from './rule-set.ts';

const arbValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    1,
    -1,
    2.5,
    '',
    'a',
    '*',
    'tokens',
    'path[1]',
    [],
    {},
    ['a'],
    [''],
    [null],
    { lit: 'a' },
    { star: 1 },
    { any: true },
    { del: true },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

it('holds for any change of one value', () => {
  let accepted = 0;
  fc.assert(
    fc.property(arbRuleSet(), fc.nat(), arbValue, (set, place, value) => {
      const changed = replace(JSON.parse(JSON.stringify(set)), place, value);
      const checked = tryCheck(changed);
      if (checked === null) return;
      accepted++;
      const text = printRuleSet(checked);
      expect(printRuleSet(parseRuleSet(text))).toBe(text);
      for (const rule of rulesOf(checked))
        expect(parseRule(printRule(rule))).toStrictEqual({ scope: rule.scope, match: rule.match, emit: rule.emit });
    }),
    { seed: 1, numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

it('holds for any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      tryCheck(value);
      tryCheck({ dustpan: 1, apply: 'first', sun: true, rules: [value] });
    }),
    { seed: 1, numRuns: 500 },
  );
});

/** The value with its n-th part, counted over all parts, replaced; ids go, or every change would be refused for its id. */
function replace(value: unknown, n: number, other: unknown): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const object = part as Record<string, unknown>;
    for (const name of Object.keys(object)) {
      if (name === 'id') delete object[name];
      else {
        places.push([object, name]);
        visit(object[name]);
      }
    }
  };
  visit(value);
  const found = places[n % Math.max(1, places.length)];
  if (found !== undefined) found[0][found[1]] = other;
  return value;
}

function tryCheck(value: unknown): RuleSet | null {
  try {
    return checkRuleSet(value);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(/^.+[^.]\.$/su);
    return null;
  }
}
