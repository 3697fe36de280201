/** Sorting from the front gives the order of code points, and leaves equal texts in their order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortUrls } from './sort-urls.ts';
import { compareUrls, packTexts } from './url-pack.ts';

const arbText = fc
  .tuple(
    fc.constantFrom('', 'http://a.com/', `http://${'x'.repeat(70)}/`),
    fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}', '\ud800', '\uffff'), maxLength: 4 }),
  )
  .map((parts) => parts.join(''));

describe('sorted URLs', () => {
  it('are in the order of code points, equal ones as they came', () => {
    fc.assert(
      fc.property(fc.array(arbText, { minLength: 60, maxLength: 200 }), fc.boolean(), (texts, isWhole) => {
        const pack = packTexts(isWhole ? texts.map((text) => text.replaceAll('\ud800', 'd')) : texts);
        const numbers = Int32Array.from(texts, (_, u) => u);
        const expected = Array.from(numbers).sort((u, v) => compareUrls(pack, u, v) || u - v);
        sortUrls(pack, numbers);
        expect(Array.from(numbers)).toEqual(expected);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
