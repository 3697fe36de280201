/** The rule file as text: its exact layout, and one sentence for every kind of damage. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRuleSet } from '../../test/support/arbitraries.ts';
import { checkRuleSet } from './check/rule-set.ts';
import { parseRuleSet, printRuleSet, ruleSetPieces } from './file.ts';
import { makeRule } from './make.ts';
import { type Evidence, rulesOf } from './rule.ts';
import { isInvisible } from './text/escape.ts';
import { parseRule } from './text/parse.ts';

const first = makeRule({
  ...parseRule('E => dropParam(sid)'),
  learner: 'families',
  hosts: ['b.com', 'a.com'],
  note: 'two\nlines \u2028',
  evidence: { zebra: 1, support: 3, frequency: 2, alpha: { b: 1, a: [] } } as Evidence,
});
const second = makeRule({
  ...parseRule('S "/index.html$" => "$"'),
  learner: 'dustbuster',
  hosts: '*',
  state: 'quarantined',
});

describe('ruleSetPieces', () => {
  it('gives a rule at a time, so that the text of a large set is never in memory as a whole', () => {
    const one = { dustpan: 1 as const, apply: 'first' as const, sun: true, options: {}, rules: [first] };
    const many = { ...one, rules: Array.from({ length: 1000 }, () => first) };
    const longest = (set: typeof one) => Math.max(...[...ruleSetPieces(set)].map(({ length }) => length));
    expect(longest(many)).toBe(longest(one));
    expect([...ruleSetPieces(many)].join('')).toBe(printRuleSet(many));
  });
});

describe('printRuleSet', () => {
  it('writes one line per head field and per rule', () => {
    expect(
      printRuleSet({
        dustpan: 1,
        apply: 'first',
        sun: true,
        options: { seed: 1, 'max-fpr': 0 },
        rules: [first, second],
      }),
    ).toBe(
      `{
  "$schema": "dustpan/rules.schema.json",
  "dustpan": 1,
  "apply": "first",
  "sun": true,
  "options": {"max-fpr":0,"seed":1},
  "rules": [
    {"v":1,"id":"${first.id}","learner":"families","scope":{"hosts":["a.com","b.com"]},"directed":true,"match":{"view":"edit","when":[],"unless":[]},"emit":{"view":"edit","op":{"op":"dropParam","name":"sid"}},"state":"active","evidence":{"frequency":2,"support":3,"alpha":{"a":[],"b":1},"zebra":1},"note":"two\\nlines \\u2028"},
    {"v":1,"id":"${second.id}","learner":"dustbuster","scope":{"hosts":"*"},"directed":true,"match":{"view":"text","alpha":["/","index",".","html"],"start":false,"end":true},"emit":{"view":"text","beta":[]},"state":"quarantined"}
  ]
}
`,
    );
  });

  it('writes stages the same way, and empty lists short', () => {
    const stages = [
      { apply: 'fixpoint' as const, sun: true, rules: [] },
      { apply: 'first' as const, sun: false, rules: [second] },
    ];
    expect(printRuleSet({ $schema: './mine.json', dustpan: 1, options: {}, stages })).toBe(`{
  "$schema": "./mine.json",
  "dustpan": 1,
  "options": {},
  "stages": [
    {
      "apply": "fixpoint",
      "sun": true,
      "rules": []
    },
    {
      "apply": "first",
      "sun": false,
      "rules": [
        ${printRuleSet({ dustpan: 1, apply: 'first', sun: false, options: {}, rules: [second] })
          .split('\n')[7]!
          .trim()}
      ]
    }
  ]
}
`);
  });

  it('keeps fields named like object internals', () => {
    const options = JSON.parse('{"b":{"__proto__":1},"__proto__":{"a":1}}');
    const text = printRuleSet({ dustpan: 1, apply: 'first', sun: true, options, rules: [] });
    expect(text).toContain('"options": {"__proto__":{"a":1},"b":{"__proto__":1}}');
    expect(printRuleSet(parseRuleSet(text))).toBe(text);
  });
});

describe('any rule set', () => {
  it('passes the check unchanged, and reads back from its text as itself', () => {
    fc.assert(
      fc.property(arbRuleSet(), (set) => {
        expect(checkRuleSet(JSON.parse(JSON.stringify(set)))).toStrictEqual(set);
        const text = printRuleSet(set);
        const read = parseRuleSet(text);
        expect({ ...read, $schema: undefined }).toEqual({ ...set, $schema: undefined });
        expect(printRuleSet(read)).toBe(text);
        expect([...text].filter((c) => c !== '\n' && isInvisible(c.codePointAt(0)!))).toEqual([]);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('does not depend on ids, nor on the order of fields and conditions in the file', () => {
    fc.assert(
      fc.property(arbRuleSet(), (set) => {
        const shuffled = JSON.parse(JSON.stringify(set), (key, value) => {
          if (key === 'id') return undefined;
          // The order of `set` is the order of new parameters and stays.
          const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'set';
          return isPlain ? Object.fromEntries(Object.entries(value).reverse()) : value;
        });
        expect(printRuleSet(checkRuleSet(shuffled))).toBe(printRuleSet(set));
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe('parseRuleSet on a damaged file', () => {
  const good = printRuleSet({ dustpan: 1, apply: 'first', sun: true, options: {}, rules: [second] });

  it.each([
    ['', 'The rule file is empty; it may have been cut off while it was written, so make it again.'],
    [' \n', 'The rule file is empty; it may have been cut off while it was written, so make it again.'],
    ['\ufeff', 'The rule file is empty; it may have been cut off while it was written, so make it again.'],
    [
      good.slice(0, 30),
      'The rule file is not JSON at line 2, column 29: it ends there and may have been cut off while it was written; restore it or make it again.',
    ],
    [
      good.slice(0, 200),
      'The rule file is not JSON at line 8, column 76: it ends there and may have been cut off while it was written; restore it or make it again.',
    ],
    [
      '{"dustpan":1,\n"apply" "first"}',
      'The rule file is not JSON at line 2, column 9: it may have been edited by hand; restore it or make it again.',
    ],
    [
      '<html>',
      'Not a Dustpan rule file: it does not begin as JSON does; check the path, or make it with "dustpan learn".',
    ],
    ['"rules"', 'Not a Dustpan rule file: it is "rules"; a rule file is a JSON object that starts with {"dustpan":1.'],
  ])('%j', (text, sentence) => {
    expect(() => parseRuleSet(text)).toThrow(expect.objectContaining({ name: 'ConfigError', message: sentence }));
  });

  it('says so wherever it is cut', () => {
    for (let length = 0; length < good.trimEnd().length; length++) {
      expect(() => parseRuleSet(good.slice(0, length))).toThrow(
        /^The rule file is (empty|not JSON at line \d+, column \d+: it ends there)/,
      );
    }
  });

  it('reads a file with a byte order mark and Windows line ends', () => {
    expect(printRuleSet(parseRuleSet(`\ufeff${good.replaceAll('\n', '\r\n')}`))).toBe(good);
  });
});

describe('rules written by hand', () => {
  const set = (rule: object) =>
    parseRuleSet(JSON.stringify({ dustpan: 1, apply: 'first', sun: false, options: {}, rules: [rule] }));
  const body = {
    scope: { hosts: ['a.com'] },
    match: { view: 'edit', when: [], unless: [] },
    emit: { view: 'edit', op: { op: 'decode' } },
  };
  it('get their id computed, whatever it was', () => {
    expect(rulesOf(set({ ...body, id: 'mine' }))[0]!.id).toBe(rulesOf(set(body))[0]!.id);
  });
  it('may have stats for evidence', () => {
    expect(rulesOf(set({ ...body, stats: { freq: 3, support: 7, fp: 1, coverage: 9 } }))[0]!.evidence).toEqual({
      frequency: 3,
      support: 7,
      falsePairs: 1,
      coverage: 9,
    });
  });
});
