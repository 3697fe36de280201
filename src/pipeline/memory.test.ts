/** How much is learned from goes by the memory that there is. */
import { describe, expect, it } from 'vitest';
import { learnableShare, mostAtOnce } from './memory.ts';

const MB = 2 ** 20;

describe('learnableShare', () => {
  it('takes all where it fits', () => {
    expect(learnableShare('auto', { urls: 500_000, bytes: 40_000_000 }, 2048 * MB)).toBe(1);
    expect(learnableShare('dustlin', { urls: 2_000_000, bytes: 160_000_000 }, 2048 * MB)).toBe(1);
  });

  it('takes less where it does not, and less of what takes more', () => {
    const auto = learnableShare('auto', { urls: 10_000_000, bytes: 800_000_000 }, 2048 * MB);
    const families = learnableShare('families', { urls: 10_000_000, bytes: 800_000_000 }, 2048 * MB);
    expect(auto).toBeGreaterThan(0.3);
    expect(auto).toBeLessThan(0.4);
    expect(families).toBeGreaterThan(0.05);
    expect(families).toBeLessThan(0.1);
  });

  it('counts long URLs for more, and short ones for no less', () => {
    const share = learnableShare('auto', { urls: 10_000_000, bytes: 800_000_000 }, 2048 * MB);
    expect(learnableShare('auto', { urls: 10_000_000, bytes: 1_600_000_000 }, 2048 * MB)).toBeCloseTo(share / 2, 2);
    expect(learnableShare('auto', { urls: 10_000_000, bytes: 100_000_000 }, 2048 * MB)).toBe(share);
  });

  it('takes some, however little memory there is', () => {
    expect(learnableShare('auto', { urls: 20_000, bytes: 1_600_000 }, MB)).toBe(1);
    expect(learnableShare('auto', { urls: 200_000, bytes: 16_000_000 }, MB)).toBe(0.1);
  });
});

describe('mostAtOnce', () => {
  const seen = (urls: number) => ({ urls, bytes: urls * 25 });

  it('is what memory leaves, and never too little to learn from', () => {
    const most = mostAtOnce(seen(30_000), 2048 * MB);
    // A site of 317,000 URLs took 2.9 GB.
    expect(most).toBeGreaterThan(150_000);
    expect(most).toBeLessThan(200_000);
    expect(mostAtOnce(seen(30_000), MB)).toBe(20_000);
  });

  it('leaves as much where there is more than can be kept', () => {
    const most = mostAtOnce(seen(1_000_000_000), 2048 * MB);
    expect(most).toBeGreaterThan(90_000);
    expect(most).toBeLessThan(mostAtOnce(seen(1_000_000), 2048 * MB));
  });

  it('does not matter for little data', () => {
    expect(mostAtOnce(seen(10), MB)).toBe(Number.POSITIVE_INFINITY);
  });
});
