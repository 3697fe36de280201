/** Tests of the four-value sketch: published values, values of another implementation, and the definition in plain BigInt. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blake2b64 } from './blake2b.ts';
import { sketchOpaque } from './sketch-opaque.ts';
import { wordsOf } from './words.ts';

describe('sketchOpaque', () => {
  it.each([
    ['The quick brown fox jumps over the lazy dog and then runs away', 'f8af980f.2365d554.204af424.f7a4c87c'],
    ['Not Found', '07cc72ac.a7113e06.cc554a78.3e7f1ecb'],
    ['one', '7bc8f075.9f07baea.14ce7565.b6c3d6a2'],
    ['a b c d e f g h i', '7909a88b.80508a44.28fde66b.21a2bccd'],
    ['a b c d e f g h i j', '58e1c246.249ebe45.3c8116c6.ef21697d'],
    ['café 東京 '.repeat(9), '157eecc4.e9aa8447.8e2b8169.d3ece689'],
    ['', '-'],
  ])('of %j', (text, expected) => {
    expect(sketchOpaque(wordsOf(text))).toBe(expected);
  });

  it('agrees with its definition', () => {
    const word = fc.oneof(fc.constantFrom('a', 'b', 'the', 'ünd'), fc.string({ minLength: 1, maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
        expect(sketchOpaque(words)).toBe(plainSketch(words));
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

const MASK = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;
const SEEDS = [0x243f6a8885a308d3n, 0x13198a2e03707344n, 0xa4093822299f31d0n, 0x082efa98ec4e6c89n];

function plainSketch(words: readonly string[]): string {
  const size = Math.min(10, words.length);
  const hashes = words.map((word) => {
    const [high, low] = blake2b64(new TextEncoder().encode(word));
    return (BigInt(high) << 32n) | BigInt(low);
  });
  const shingles: bigint[] = [];
  for (let i = 0; i + size <= hashes.length; i++) {
    shingles.push(hashes.slice(i, i + size).reduce((sum, hash) => (sum * GOLDEN + hash) & MASK, 0n));
  }
  return SEEDS.map((seed) => {
    const mixed = BigUint64Array.from(shingles, (shingle) => splitmix(shingle ^ seed)).sort();
    return (mixed[0]! & 0xffffffffn).toString(16).padStart(8, '0');
  }).join('.');
}

function splitmix(x: bigint): bigint {
  x = (x + GOLDEN) & MASK;
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return x ^ (x >> 31n);
}
