/** The JSON Schema of rule files agrees with the check, as far as structure goes. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRuleSet } from '../../test/support/arbitraries.ts';
import { isValid, type Schema } from '../../test/support/json-schema.ts';
import { RULE_PROBLEMS, set } from '../../test/support/rule-problems.ts';
import { printRuleSet } from './file.ts';
import { makeRule } from './make.ts';
import { parseRule } from './text/parse.ts';

const schema = JSON.parse(readFileSync(new URL('../../schema/rules.schema.json', import.meta.url), 'utf8')) as Schema;

/** What the sentences of the check say when a rule has the right structure and still makes no sense. */
const BEYOND_STRUCTURE = [
  /captures are numbered/,
  /more than 16 others/,
  /but the match has \d captures/,
  /eq can be null only/,
  /is a wildcard right after another/,
  /but match\.deep gives it/,
  /cannot be set together with "path"/,
  /not one token of the joined text; write/,
  /is the same text as alpha/,
  /has no anchor/,
  /remove it from "from"/,
  /to itself/,
  /eat the whole path/,
  /grow for ever/,
  /components would run together/,
  /more than the 10 that were checked/,
  /are \d together\.$/,
  /but positive and negative are \d+ together/,
  /cannot be written as JSON/,
];

describe('the schema', () => {
  it('accepts every rule set that is printed', () => {
    fc.assert(
      fc.property(arbRuleSet(), (rules) => {
        expect(isValid(schema, JSON.parse(printRuleSet(rules)))).toBe(true);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('accepts a rule written by hand, with nothing but scope, match and emit', () => {
    expect(isValid(schema, set({ ...parseRule('@{a.com} E => dropParam(sid)') }))).toBe(true);
  });

  it.each(RULE_PROBLEMS.map(([rule, sentence]) => ({ rule, sentence })))('judges: $sentence', ({ rule, sentence }) => {
    expect(isValid(schema, set(rule))).toBe(BEYOND_STRUCTURE.some((pattern) => pattern.test(sentence)));
  });

  const rule = makeRule({ ...parseRule('E => decode()'), hosts: ['a.com'], learner: 'manual' });
  it.each([
    [null],
    [[]],
    [{}],
    [{ ...set(rule), dustpan: 2 }],
    [{ ...set(rule), extra: 1 }],
    [{ ...set(rule), apply: 'all' }],
    [{ ...set(rule), stages: [] }],
    [{ dustpan: 1, rules: [] }],
    [{ dustpan: 1, stages: [{ apply: 'first', rules: [] }] }],
    [{ ...set(rule), options: [] }],
  ])('refuses %j', (value) => {
    expect(isValid(schema, value)).toBe(false);
  });
});
