/** Properties of pages: nothing that bytes or texts contain can make reading, cleaning or sketching fail. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { readPage } from './page.ts';
import { resolveUrl } from './resolve.ts';
import { resemblance, sketch } from './sketch.ts';
import { sketchOpaque } from './sketch-opaque.ts';
import { wordsOf } from './words.ts';

const piece = fc.constantFrom(
  ...['<', '>', '</', '/>', '<!--', '-->', '<![CDATA[', ']]>', '&', '&#', ';', '"', "'", '=', ' ', '\n', '\0'],
  ...['<script>', '</script', '<title>', '</title>', '<svg>', '</svg>', '<foreignObject>', '<template>', '</template>'],
  ...[
    '<noscript>',
    '</noscript>',
    '<body>',
    '<link rel=canonical href=',
    '<base href=',
    '<meta charset=',
    'utf-16',
    'x',
  ],
  ...[
    '12:30',
    '2024-01-02',
    'Mon, 1 Jan 2024',
    'h.test',
    'http://h.test/x',
    '0.5 s',
    'a1b2c3d4e5f6a7b8',
    '\ud83d',
    'é',
  ],
);
const text = fc
  .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 40 })
  .map((all) => all.join(''));
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  text.map((all) => new TextEncoder().encode(all)),
);
const label = fc.option(fc.constantFrom('utf-8', 'utf-16', 'koi8-r', 'gbk', 'x-none', ''), { nil: undefined });

describe('any page', () => {
  it('can be read, cleaned and sketched', () => {
    const kind = fc.constantFrom('html' as const, 'xml' as const, 'plain' as const);
    fc.assert(
      fc.property(bytes, kind, label, (all, as, charset) => {
        const page = readPage(all, as, 'http://h.test/x', charset);
        const words = cleanText(page.text, { url: 'http://h.test/x', hosts: ['other.test'] });
        const values = sketch(words);
        expect(values).toMatch(words.length === 0 ? /^-$/ : /^d1:[\da-f]{256}$/);
        expect(resemblance(values, values)).toBe(words.length === 0 ? 0 : 1);
        expect(sketchOpaque(words)).toMatch(words.length === 0 ? /^-$/ : /^[\da-f]{8}(\.[\da-f]{8}){3}$/);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('has no words in its cleaned text that it does not have', () => {
    fc.assert(
      fc.property(text, (all) => {
        const own = wordsOf(all);
        let at = 0;
        // Addresses lose their host and tokens may fall apart, but what is left comes in the order of the text.
        for (const word of cleanText(all, { url: 'http://h.test/x' })) {
          while (at < own.length && !own[at]!.includes(word)) at++;
          expect(at).toBeLessThan(own.length);
        }
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('can refer to anything', () => {
    fc.assert(
      fc.property(text, text, (base, reference) => {
        for (const from of [base, 'http://h.test/a/b?c']) {
          expect(resolveUrl(from, reference) ?? 'http://').toMatch(/^[a-z][a-z0-9+.-]*:\/\/[^#]*$/is);
        }
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});

describe('names of a site', () => {
  it('are taken out of a text, be they few or many', () => {
    const part = fc.constantFrom(
      ...['h.test', 'WWW.h.test', 'http://h.test/x', 'other.test', 'xh.test', 'h.test/dir?a=1', 'port 80', '8080'],
      ...[' ', ' ', '\n', '.', '/', '"', '<', ':80', 'word', 'é', '\u00a0', '-'],
    );
    const unknown = Array.from({ length: 30 }, (_, i) => `unknown${i}.invalid`);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const url = 'http://www.h.test/dir?a=1';
        const few = cleanText(parts.join(''), { url, hosts: ['', 'h.test'] });
        expect(few).toEqual(cleanText(parts.join(''), { url, hosts: ['h.test', ...unknown] }));
      }),
      { seed: 1, numRuns: 3000 },
    );
  });
});
