/** Every program gives, byte for byte, what the interpreter makes of the same URL, be it a string or a line of a stream that is no UTF-8. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRule, arbUrl, arbUrlFor } from '../../test/support/arbitraries.ts';
import { applyRule, type View } from '../rules/index.ts';
import { type ByteMode, decode } from './bytes.ts';
import { bytesOf, matcherOf } from './matcher.case.ts';
import type { MatcherCounts } from './matcher.ts';

/** What breaks characters apart, brings halves of characters together, or changes how a URL splits. */
const arbSpoilt = fc.array(
  fc.tuple(
    fc.nat(200),
    fc.boolean(),
    fc.constantFrom(
      ...[
        [0x80],
        [0xc3],
        [0xe2, 0x82],
        [0xff],
        [0xed, 0xa0, 0xbd],
        [0xed, 0xb8, 0x80],
        [0xf0, 0x9f],
        [0xef, 0xbf, 0xbf],
      ],
      ...['é', '😀', '/', '//', ';', '%', '&', '=', '.', '?', '#', '%41', '%zz', '%c3%a9', ':80', '@', '\0', 'A'].map(
        (text) => [...bytesOf(text, 'text')],
      ),
    ),
  ),
  { maxLength: 4 },
);

/** What would make the URL another one if it were read as its end: half of a character, and whatever parts are told by. */
const arbAfter = fc.constantFrom(
  [0xa9],
  ...['/', '?', '#', '&', '=', ';', '.', ':', '1', 'a'].map((text) => [...bytesOf(text, 'text')]),
);

describe('programs equal the interpreter', () => {
  it.each<[View, keyof MatcherCounts, number]>([
    ['tokens', 'variants', 120],
    ['keys', 'keys', 200],
    ['text', 'texts', 600],
    ['edit', 'edits', 500],
  ])('view %s, in both byte modes', (view, way, atLeast) => {
    let taken = 0;
    const arbCase = fc
      .array(arbRule(view), { minLength: 1, maxLength: 4 })
      .chain((rules) => fc.tuple(fc.constant(rules), fc.oneof(arbUrl(), ...rules.map((rule) => arbUrlFor(rule)))));
    fc.assert(
      fc.property(
        arbCase,
        arbSpoilt,
        fc.constantFrom<ByteMode>('text', 'raw'),
        arbAfter,
        ([rules, url], spoilt, mode, after) => {
          const { matcher, forms } = matcherOf(rules);
          const raw = spoil(bytesOf(url, mode), spoilt);
          // In `text` mode the bytes are always those of some string.
          const text = decode(raw, 0, raw.length, mode);
          const bytes = bytesOf(text, mode);
          expect(forms(bytes, mode, after)).toEqual(
            rules.flatMap((rule, i) => {
              const form = applyRule(rule, text);
              return form === null ? [] : [[i, [...bytesOf(form, mode)]]];
            }),
          );
          taken += matcher.counts[way];
        },
      ),
      { seed: 1, numRuns: 2000 },
    );
    expect(taken).toBeGreaterThan(atLeast);
  });
});

function spoil(url: Uint8Array, spoilt: readonly (readonly [number, boolean, readonly number[]])[]): Uint8Array {
  const bytes = [...url];
  for (const [at, replace, piece] of spoilt) bytes.splice(at % (bytes.length + 1), replace ? 1 : 0, ...piece);
  return Uint8Array.from(bytes);
}
