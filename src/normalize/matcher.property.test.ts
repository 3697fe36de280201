/** Every program gives, byte for byte, what the interpreter makes of the same URL, be it a string or a line of a stream that is no UTF-8. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRule, arbUrl, arbUrlFor } from '../../test/support/arbitraries.ts';
import { applyRule, type Rule, type View } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { type ByteMode, Bytes, decode, encodeInto } from './bytes.ts';
import { Matcher, type MatcherCounts } from './matcher.ts';

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
      fc.property(arbCase, arbSpoilt, fc.constantFrom<ByteMode>('text', 'raw'), ([rules, url], spoilt, mode) => {
        const { matcher, forms } = matcherOf(rules);
        const raw = spoil(bytesOf(url, mode), spoilt);
        // In `text` mode the bytes are always those of some string.
        const text = decode(raw, 0, raw.length, mode);
        const bytes = bytesOf(text, mode);
        expect(forms(bytes, mode)).toEqual(
          rules.flatMap((rule, i) => {
            const form = applyRule(rule, text);
            return form === null ? [] : [[i, [...bytesOf(form, mode)]]];
          }),
        );
        taken += matcher.counts[way];
      }),
      { seed: 1, numRuns: 2000 },
    );
    expect(taken).toBeGreaterThan(atLeast);
  });
});

function matcherOf(rules: readonly Rule[]) {
  const active = rules.map((rule): Rule => ({ ...rule, state: 'active' }));
  const matcher = new Matcher(buildFlat({ dustpan: 1, options: {}, apply: 'first', sun: false, rules: active }), false);
  /** All rules that apply, with their forms. */
  const forms = (url: Uint8Array, mode: ByteMode): [number, number[]][] => {
    // In the middle of other bytes, so that reading past either end shows.
    const bytes = Uint8Array.of(47, 0xc3, ...url, 0xa9, 97, 47);
    const found: [number, number[]][] = [];
    if (!matcher.open(0, bytes, 2, 2 + url.length, null, mode)) return found;
    for (let rule = matcher.next(0, 1e9); rule >= 0; rule = matcher.next(rule + 1, 1e9))
      found.push([rule, [...(matcher.unchanged ? url : matcher.out.data.subarray(0, matcher.out.length))]]);
    return found;
  };
  return { matcher, forms };
}

function spoil(url: Uint8Array, spoilt: readonly (readonly [number, boolean, readonly number[]])[]): Uint8Array {
  const bytes = [...url];
  for (const [at, replace, piece] of spoilt) bytes.splice(at % (bytes.length + 1), replace ? 1 : 0, ...piece);
  return Uint8Array.from(bytes);
}

function bytesOf(text: string, mode: ByteMode): Uint8Array {
  const out = new Bytes();
  encodeInto(out, text, mode);
  return out.data.slice(0, out.length);
}
