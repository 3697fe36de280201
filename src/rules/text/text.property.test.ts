/** Text forms of arbitrary rules, and arbitrary texts as rules. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRule } from '../../../test/support/arbitraries.ts';
import { ConfigError } from '../../base/index.ts';
import type { View } from '../rule.ts';
import { isInvisible } from './escape.ts';
import { parseRule } from './parse.ts';
import { printRule } from './print.ts';

const VIEWS: readonly View[] = ['tokens', 'keys', 'text', 'edit'];

describe.each(VIEWS)('the text form of %s rules', (view) => {
  it('reads back as the same rule, and that prints as the same text', () => {
    fc.assert(
      fc.property(arbRule(view), (rule) => {
        const text = printRule(rule);
        const read = parseRule(text);
        expect(read).toStrictEqual({ scope: rule.scope, match: rule.match, emit: rule.emit });
        expect(printRule(read)).toBe(text);
      }),
      { seed: 1, numRuns: 1500 },
    );
  });

  it('is one line without invisible characters, and does not mind blanks around it', () => {
    fc.assert(
      fc.property(arbRule(view), (rule) => {
        const text = printRule(rule);
        expect([...text].filter((c) => isInvisible(c.codePointAt(0)!))).toEqual([]);
        expect(text).toBe(text.trim());
        expect(parseRule(` \t${text}  \r\n`)).toStrictEqual(parseRule(text));
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});

describe.each(VIEWS)('a changed text of %s rules', (view) => {
  it('is refused in one sentence, or is a rule whose own text reads back', () => {
    const change = fc.record({
      at: fc.nat(),
      remove: fc.nat(2),
      insert: fc.constantFrom(
        '',
        ' ',
        '*',
        '(',
        ')',
        '?',
        '$1',
        '|',
        "'",
        '%',
        '%41',
        '=',
        ',',
        '\\',
        '"',
        '[',
        ']',
        '{',
        '}',
        '->',
        '⊥',
        '1',
        '<n>',
        '!',
        '#2',
      ),
    });
    let read = 0;
    fc.assert(
      fc.property(arbRule(view), fc.array(change, { minLength: 1, maxLength: 2 }), (rule, changes) => {
        let text = printRule(rule);
        for (const { at, remove, insert } of changes) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + insert + text.slice(place + remove);
        }
        const parsed = tryParse(text);
        if (parsed === null) return;
        read++;
        expect(parseRule(printRule(parsed))).toStrictEqual(parsed);
      }),
      { seed: 3, numRuns: 1000 },
    );
    expect(read).toBeGreaterThan(100);
  });
});

it('any text is refused in one sentence', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', 'T ^', 'K ', 'E ', 'S "', '@{', '@* T ^a$ => '),
      fc.string({ unit: 'binary' }),
      (start, text) => {
        tryParse(start + text);
      },
    ),
    { seed: 4, numRuns: 1000 },
  );
});

/** Null for a text that is refused as it should be: by one sentence that ends with a full stop and names the column. */
function tryParse(text: string): ReturnType<typeof parseRule> | null {
  try {
    return parseRule(text);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(/^Column \d+ of the rule text: .*\.$/su);
    return null;
  }
}
