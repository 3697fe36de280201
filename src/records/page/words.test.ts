/** Tests of words: what Python's `re.findall(r'\w+', text.lower())` gives, and the same by a regular expression. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords, wordsOf } from './words.ts';

describe('wordsOf', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' .,;- ', []],
    ['Hello, World_2!', ['hello', 'world_2']],
    ["don't e-mail", ['don', 't', 'e', 'mail']],
    ['Straße ÉCOLE Ελλάς', ['straße', 'école', 'ελλάς']],
    ['東京 ١٢٣ Ⅷ ½ x²', ['東京', '١٢٣', 'ⅷ', '½', 'x²']],
    // Marks are no part of words: the dot that lower case puts on I, the signs of Devanagari, an accent of its own.
    ['İstanbul', ['i', 'stanbul']],
    ['हिन्दी', ['ह', 'न', 'द']],
    ['e\u0301a', ['e', 'a']],
    ['𝒳𐐀 😀a', ['𝒳𐐨', 'a']],
    ['a\ud835b\udcb3', ['a', 'b']],
    ['a\u00adb\u200bc\u00a0d', ['a', 'b', 'c', 'd']],
  ])('of %j', (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
    expect(countWords(text)).toBe(expected.length);
  });

  it('agrees with a regular expression', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const expected = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
        expect(wordsOf(text)).toEqual([...expected]);
        expect(countWords(text)).toBe(expected.length);
      }),
      { seed: 1, numRuns: 3000 },
    );
  });
});
