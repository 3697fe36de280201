/** Where a text stops being JSON. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonError } from './json-error.ts';

describe('findJsonError', () => {
  it.each([
    ['hello', 0, false],
    ['{} x', 3, false],
    ['{}}', 2, false],
    ['[1 2]', 3, false],
    ['[1,]', 3, false],
    ['{"a" 1}', 5, false],
    ['{"a":1,}', 7, false],
    ['{a:1}', 1, false],
    ['["a\nb"]', 3, false],
    ['["\\x"]', 2, false],
    ['[01]', 2, false],
    ['[1', 2, true],
    ['[1,', 3, true],
    ['[1.', 3, true],
    ['[tru', 4, true],
    ['["a\\u00', 7, true],
    ['{"a', 3, true],
    ['{"a"\n', 4, true],
  ])('%j', (text, at, cut) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonError(text)).toEqual({ at, cut });
  });

  it('finds every cut, and lets every JSON pass to its end', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom(0, 2), (value, place, indent) => {
        const text = JSON.stringify([value], null, indent);
        expect(findJsonError(text)).toEqual({ at: text.length, cut: false });
        const part = text.slice(0, 1 + (place % (text.length - 1)));
        expect(findJsonError(part)).toEqual({ at: part.trimEnd().length, cut: true });
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('does not mind depth', () => {
    expect(findJsonError('['.repeat(100_000))).toEqual({ at: 100_000, cut: true });
  });
});
