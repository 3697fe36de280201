/** Checks of the pseudo-random generator. */
import { describe, expect, it } from 'vitest';
import { createRandom, seedFrom } from './random.ts';

describe('createRandom', () => {
  it('draws the same numbers for the same seed, on every machine', () => {
    const random = createRandom(1);
    expect([random.next(), random.next(), random.next()]).toEqual(FIRST_OF_SEED_1);
  });

  it('draws other numbers for another seed, also when only the bits above 32 differ', () => {
    const firsts = [0, 1, 2, 3, 2 ** 32, 2 ** 32 + 1, 2 ** 52].map((seed) => createRandom(seed).next());
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it('spreads below(n) evenly', () => {
    const random = createRandom(7);
    const counts = new Array<number>(6).fill(0);
    for (let i = 0; i < 60_000; i++) counts[random.below(6)]!++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  it('gives 0 below 1 and stays below large limits', () => {
    const random = createRandom(3);
    expect(random.below(1)).toBe(0);
    for (let i = 0; i < 100; i++) expect(random.below(2 ** 32)).toBeLessThan(2 ** 32);
  });
});

describe('seedFrom', () => {
  it('depends on the seed, the stage and the text', () => {
    const seeds = [
      seedFrom(1, 'sample', 'http://a/'),
      seedFrom(2, 'sample', 'http://a/'),
      seedFrom(1, 'split', 'http://a/'),
      seedFrom(1, 'sample', 'http://b/'),
      seedFrom(1, 'sampleh', 'ttp://a/'),
    ];
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(seedFrom(1, 'sample', 'http://a/')).toBe(seeds[0]);
  });
});

const FIRST_OF_SEED_1 = [1512323363, 3356299253, 428978904];
