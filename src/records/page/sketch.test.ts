/** Tests of Dustpan's sketch: fixed values, its form, and that it estimates what texts have in common. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../base/index.ts';
import { shinglesOf } from './shingles.ts';
import { resemblance, sketch } from './sketch.ts';

const random = createRandom(1);
const text = (length: number) => Array.from({ length }, () => `w${random.below(5000)}`);

describe('sketch', () => {
  it('does not change without a new version', () => {
    const words = 'the quick brown fox jumps over the lazy dog and then runs away'.split(' ');
    expect(sketch(words, 4)).toBe('d1:70e4afcc70e4afcc00faf85900faf859');
    expect(sketch(['one'], 2)).toBe('d1:c32f77f5348952ad');
  });

  it('has eight digits a value, and fewer values are the beginning of more', () => {
    const words = text(300);
    expect(sketch(words)).toMatch(/^d1:[\da-f]{256}$/);
    expect(sketch(words).startsWith(sketch(words, 8))).toBe(true);
  });

  it('of no words is a hyphen', () => {
    expect(sketch([])).toBe('-');
  });

  it('of a short text is exact', () => {
    const words = ['a', 'b', 'c'];
    expect(resemblance(sketch(words), sketch(words))).toBe(1);
    for (const other of [
      ['a', 'b'],
      ['a', 'c', 'b'],
      ['a', 'b', 'c', 'd'],
      ['ab', 'c'],
      ['a', 'b', 'd'],
    ]) {
      expect(resemblance(sketch(words), sketch(other))).toBe(0);
    }
  });

  it.each([
    ...[0, 0.2, 0.5, 0.8, 0.95].map((share) => [share, 400] as const),
    // More shingles than a sample has.
    ...[0.2, 0.5, 0.8, 0.95].map((share) => [share, 4000] as const),
  ])('estimates a resemblance of %d in %d words', (share, length) => {
    let estimated = 0;
    let exact = 0;
    const runs = 40;
    for (let run = 0; run < runs; run++) {
      const common = text(Math.round(length * share));
      const a = [...common, ...text(length - common.length)];
      const b = [...common, ...text(length - common.length)];
      estimated += resemblance(sketch(a, 64), sketch(b, 64)) / runs;
      exact += jaccard(shinglesOf(a), shinglesOf(b)) / runs;
    }
    // Three standard deviations of 40 sketches of 64 values are 0.03 at most.
    expect(Math.abs(estimated - exact)).toBeLessThan(0.03);
  });

  it('has values that use all of their bits, also for long texts', () => {
    const digits = Array.from({ length: 20 }, () => sketch(text(20_000), 16).slice(3)).join('');
    const counts = new Map<string, number>();
    for (const digit of digits) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect(counts.size).toBe(16);
    for (const count of counts.values()) expect(count / digits.length).toBeGreaterThan(0.04);
  });
});

describe('resemblance', () => {
  it.each<[string, string, number]>([
    ['d1:0000000100000002', 'd1:0000000100000003', 0.5],
    ['d1:00000001', 'd1:0000000100000003', 1],
    ['d1:00000001', 'd2:00000001', 0],
    ['-', '-', 0],
    ['d1:', 'd1:', 0],
    ['f8af980f.2365d554.204af424.f7a4c87c', 'f8af980f.2365d554.204af424.f7a4c87c', 0],
  ])('of %s and %s is %d', (a, b, expected) => {
    expect(resemblance(a, b)).toBe(expected);
    expect(resemblance(b, a)).toBe(expected);
  });
});

describe('shinglesOf', () => {
  it.each([
    [0, 0],
    [1, 1],
    [9, 1],
    [10, 1],
    [11, 2],
    [100, 91],
  ])('of %i words are %i', (words, shingles) => {
    expect(shinglesOf(text(words)).length).toBe(shingles);
  });

  it('do not depend on where the words stand', () => {
    const words = text(30);
    const [first] = shinglesOf(words.slice(7, 17));
    expect(shinglesOf(words)[7]).toBe(first);
  });
});

function jaccard(a: Iterable<number>, b: Iterable<number>): number {
  const left = new Set(a);
  const right = new Set(b);
  let common = 0;
  for (const shingle of left) if (right.has(shingle)) common++;
  return common / (left.size + right.size - common);
}
