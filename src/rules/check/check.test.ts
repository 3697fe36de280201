/** What the check refuses, each with its sentence, and what it fills in. */
import { describe, expect, it } from 'vitest';
import { edit, RULE_PROBLEMS, scope, set, text, tokens } from '../../../test/support/rule-problems.ts';
import { rulesOf } from '../rule.ts';
import { parseRule } from '../text/parse.ts';
import { checkRuleSet } from './rule-set.ts';

describe('a rule is refused', () => {
  it.each(RULE_PROBLEMS.map(([rule, sentence]) => ({ rule, sentence })))('$sentence', ({ rule, sentence }) => {
    expect(() => checkRuleSet(set(rule))).toThrow(sentence);
    expect(() => checkRuleSet(set(rule))).toThrow(expect.objectContaining({ name: 'ConfigError', code: 'bad-rule' }));
  });
});

describe('a rule set is refused', () => {
  it.each<[unknown, string]>([
    [null, 'Not a Dustpan rule file: it is null; a rule file is a JSON object that starts with {"dustpan":1.'],
    [[1], 'Not a Dustpan rule file: it is a list; a rule file is a JSON object that starts with {"dustpan":1.'],
    [
      { rules: [] },
      'Not a Dustpan rule file: it has no field "dustpan"; a rule file is a JSON object that starts with {"dustpan":1.',
    ],
    [
      { dustpan: '1' },
      'Not a Dustpan rule file: its field "dustpan" is "1"; a rule file is a JSON object that starts with {"dustpan":1.',
    ],
    [{ dustpan: 2, anything: [] }, 'This rule file was written by a newer dustpan (format 2); update dustpan.'],
    [
      { ...set(), extra: 1 },
      'The rule file has an unknown field "extra"; its fields are dustpan, apply, sun, rules, $schema, options.',
    ],
    [{ dustpan: 1, sun: true, rules: [] }, 'The rule file has no field "apply"; add it.'],
    [{ ...set(), apply: 'all' }, 'apply must be one of "first", "fixpoint", not "all".'],
    [{ ...set(), sun: 1 }, 'sun must be true or false, not 1.'],
    [{ ...set(), rules: {} }, 'rules must be a list, not an object.'],
    [{ ...set(), options: [] }, 'options must be an object, not a list.'],
    [{ ...set(), options: { a: Number.NaN } }, 'options.a cannot be written as JSON; remove it.'],
    [{ ...set(), $schema: 1 }, '$schema must be a text, not 1.'],
    [
      { ...set(), stages: [] },
      'The rule file has an unknown field "apply"; its fields are dustpan, stages, $schema, options.',
    ],
    [
      { dustpan: 1, stages: [{ apply: 'first', sun: true, rules: [{}] }] },
      'stages[0].rules[0] has no field "scope"; add it.',
    ],
  ])('%j', (value, sentence) => {
    expect(() => checkRuleSet(value)).toThrow(expect.objectContaining({ name: 'ConfigError', message: sentence }));
  });

  it('does not follow values of any depth', () => {
    const deep = JSON.parse(`${'[['.repeat(5000)}${']]'.repeat(5000)}`);
    expect(() => checkRuleSet({ ...set(), options: { deep } })).toThrow('is nested more than 32 deep; flatten it.');
    expect(() => checkRuleSet(deep)).toThrow('Not a Dustpan rule file: it is a list');
    expect(() => checkRuleSet(set(deep))).toThrow('rules[0] must be an object, not a list.');
  });
});

describe('what is left out is filled in', () => {
  it('for a rule', () => {
    const checked = checkRuleSet(
      set({
        ...edit({ op: 'host', from: ['Z.com', 'B.com'], to: 'C.com' }),
        scope: { hosts: ['B.com', 'a.com', 'b.com'] },
      }),
    );
    expect(checked).toStrictEqual({
      dustpan: 1,
      options: {},
      apply: 'first',
      sun: false,
      rules: [
        {
          v: 1,
          id: '95131a2d25fabd15',
          learner: 'manual',
          scope: { hosts: ['a.com', 'b.com'] },
          directed: true,
          match: { view: 'edit', when: [], unless: [] },
          emit: { view: 'edit', op: { op: 'host', from: ['b.com', 'z.com'], to: 'c.com' } },
          state: 'active',
        },
      ],
    });
  });

  it('undirected for token rules only, unless said otherwise', () => {
    const rules = [tokens([{ lit: 'a' }]), text(['a'], []), { ...tokens([{ lit: 'a' }]), directed: true }];
    expect(rulesOf(checkRuleSet(set(...rules))).map(({ directed }) => directed)).toEqual([false, true, true]);
  });

  it('adjacent literals are one', () => {
    const [rule] = rulesOf(
      checkRuleSet(set(tokens([{ lit: 'a' }, { lit: 'b' }, { opt: [{ lit: 'c' }, { lit: 'd' }] }]))),
    );
    expect(rule!.match).toStrictEqual({ view: 'tokens', seq: [{ lit: 'ab' }, { opt: [{ lit: 'cd' }] }] });
  });
});

it('carries what it does not know inside evidence and options, and parameters named like object internals', () => {
  const options = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}');
  const evidence = JSON.parse('{"support":3,"__proto__":{"x":1},"later":[1]}');
  const rule = { ...parseRule('K query[__proto__]=* query[constructor]=1 => query[__proto__]:=⊥'), evidence };
  const checked = checkRuleSet({ ...set({ ...rule, scope }), options });
  expect(JSON.stringify(checked.options)).toBe('{"__proto__":{"polluted":1},"constructor":2}');
  const [read] = rulesOf(checked);
  expect(JSON.stringify(read!.evidence)).toBe('{"support":3,"__proto__":{"x":1},"later":[1]}');
  expect(read!.match).toEqual(rule.match);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
