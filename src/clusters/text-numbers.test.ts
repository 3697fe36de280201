/** Checks of text hashes and numbers: equal for equal texts, however they come, and different for different ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextHash } from './text-hash.ts';
import { TextNumbers } from './text-numbers.ts';

function hashOf(text: string): string {
  const { a, b } = new TextHash().ofText(text);
  return `${a} ${b}`;
}

describe('TextHash', () => {
  it('is the same for a string and its UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = Buffer.from(text.toWellFormed());
        const { a, b } = new TextHash().ofBytes(Buffer.concat([bytes, Buffer.from('more')]), bytes.length);
        expect(`${a} ${b}`).toBe(hashOf(text.toWellFormed()));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('takes a lone surrogate for the three bytes of its number', () => {
    const { a, b } = new TextHash().ofBytes(Uint8Array.of(0x61, 0xed, 0xa0, 0xbd, 0x62), 5);
    expect(`${a} ${b}`).toBe(hashOf('a\ud83db'));
  });

  it('tells similar texts apart, with either half alone nearly as often as chance allows', () => {
    const texts = Array.from({ length: 200_000 }, (_, i) => `http://www.example.com/${i.toString(36)}/index.html`);
    const hashes = texts.map((text) => ({ ...new TextHash().ofText(text) }));
    expect(new Set(hashes.map(({ a, b }) => `${a} ${b}`)).size).toBe(texts.length);
    // About five pairs share a half by chance: 200,000² / 2 / 2³².
    expect(new Set(hashes.map(({ a }) => a)).size).toBeGreaterThan(texts.length - 20);
    expect(new Set(hashes.map(({ b }) => b)).size).toBeGreaterThan(texts.length - 20);
    // Low bits choose the slot of a table.
    expect(new Set(hashes.map(({ a }) => a & 1023)).size).toBe(1024);
  });
});

describe('TextNumbers', () => {
  it('numbers texts as a map does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(3000), { maxLength: 3000, size: 'max' }), { minLength: 1, maxLength: 3 }),
        (rounds) => {
          const numbers = new TextNumbers();
          const hash = new TextHash();
          for (const round of rounds) {
            numbers.clear();
            const known = new Map<number, number>();
            for (const item of round) {
              const expected = known.get(item) ?? known.size;
              known.set(item, expected);
              expect(numbers.add(hash.ofText(`text ${item}`))).toBe(expected);
            }
            expect(numbers.size).toBe(known.size);
            for (const item of [1, 500, 2999])
              expect(numbers.find(hash.ofText(`text ${item}`))).toBe(known.get(item) ?? -1);
          }
        },
      ),
      { seed: 1, numRuns: 20 },
    );
  });

  it('finds what was added', () => {
    const numbers = new TextNumbers();
    const hash = new TextHash();
    for (const text of ['a', 'b', 'a']) numbers.add(hash.ofText(text));
    expect(['a', 'b', 'c'].map((text) => numbers.find(hash.ofText(text)))).toEqual([0, 1, -1]);
  });
});
