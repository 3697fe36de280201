/** Bytes are ordered as the strings they stand for. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareCodePoints } from '../base/index.ts';
import { type ByteMode, Bytes, decode, encodeInto } from './bytes.ts';
import { compareTexts } from './name-order.ts';

const arbText = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    '\0',
    'é',
    '\ud7ff',
    '\ud83d',
    '\ude00',
    '😀',
    '😁',
    '\u{10ffff}',
    '\ue000',
    '\uffff',
  ),
  maxLength: 4,
});
const arbBytes = fc
  .array(fc.constantFrom(0x61, 0x62, 0x80, 0xa9, 0xbf, 0xc3, 0xe2, 0xed, 0xa0, 0xef, 0xf0, 0x9f, 0x98), {
    maxLength: 5,
  })
  .map((bytes) => decode(Uint8Array.from(bytes), 0, bytes.length, 'raw'));

it.each<[ByteMode, fc.Arbitrary<string>]>([
  ['text', arbText],
  ['raw', arbBytes],
])('in mode %s', (mode, arb) => {
  let differ = 0;
  fc.assert(
    fc.property(arb, arb, arb, (start, a, b) => {
      const out = new Bytes();
      encodeInto(out, start + a, mode);
      const middle = out.length;
      encodeInto(out, start + b, mode);
      const order = compareTexts(out.data, 0, middle, middle, out.length, mode);
      // Bytes of a stream that come together may make a character that neither string had.
      const x = decode(out.data, 0, middle, mode);
      const y = decode(out.data, middle, out.length, mode);
      expect(Math.sign(order)).toBe(Math.sign(compareCodePoints(x, y)));
      if (order !== 0) differ++;
    }),
    { seed: 1, numRuns: 20_000 },
  );
  expect(differ).toBeGreaterThan(10_000);
});
