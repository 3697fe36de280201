/** The order of URLs by a few bits is that by code point. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UrlOrder } from './url-order.ts';
import { compareUrls, packTexts } from './url-pack.ts';

const arbText = fc
  .tuple(
    fc.constantFrom(
      '',
      'http://',
      'http://',
      'https://',
      'http:/',
      'https:/',
      'httpa://',
      'https://a.c',
      'i',
      'http',
      '\ud800',
    ),
    fc.string({ unit: fc.constantFrom('a', 'b', '\0', '/', 'é', '\uffff', '😀'), maxLength: 5 }),
  )
  .map((parts) => parts.join(''));

describe('UrlOrder', () => {
  it('agrees with compareUrls', () => {
    fc.assert(
      fc.property(fc.array(arbText, { minLength: 2, maxLength: 8 }), (texts) => {
        const pack = packTexts(texts);
        const order = new UrlOrder(pack);
        for (let u = 0; u < texts.length; u++)
          for (let v = 0; v < texts.length; v++)
            expect(Math.sign(order.compare(u, v))).toBe(Math.sign(compareUrls(pack, u, v)));
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
