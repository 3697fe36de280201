import { describe, expect, it } from 'vitest';
import { packTexts } from '../clusters/index.ts';
import { learnableShare, mostAtOnce } from './memory.ts';

const MB = 2 ** 20;

describe('learnableShare', () => {
  it('takes all where it fits', () => {
    expect(learnableShare('auto', 500_000, 40_000_000, 2048 * MB)).toBe(1);
    expect(learnableShare('dustlin', 2_000_000, 160_000_000, 2048 * MB)).toBe(1);
  });

  it('takes less where it does not, and less of what takes more', () => {
    const auto = learnableShare('auto', 10_000_000, 800_000_000, 2048 * MB);
    const families = learnableShare('families', 10_000_000, 800_000_000, 2048 * MB);
    expect(auto).toBeGreaterThan(0.3);
    expect(auto).toBeLessThan(0.4);
    expect(families).toBeGreaterThan(0.05);
    expect(families).toBeLessThan(0.1);
  });

  it('counts long URLs for more, and short ones for no less', () => {
    const share = learnableShare('auto', 10_000_000, 800_000_000, 2048 * MB);
    expect(learnableShare('auto', 10_000_000, 1_600_000_000, 2048 * MB)).toBeCloseTo(share / 2, 2);
    expect(learnableShare('auto', 10_000_000, 100_000_000, 2048 * MB)).toBe(share);
  });

  it('takes some, however little memory there is', () => {
    expect(learnableShare('auto', 20_000, 1_600_000, MB)).toBe(1);
    expect(learnableShare('auto', 200_000, 16_000_000, MB)).toBe(0.1);
  });
});

describe('mostAtOnce', () => {
  const packed = (count: number) => {
    const urls = packTexts(Array.from({ length: count }, (_, i) => `http://a.example/${i}`));
    const none = new Int32Array(0);
    const columns = { cluster: none, first: none, members: none, wide: null, wides: 0, size: 0 };
    return { urls, ...columns, idOf: String, wideIdOf: String };
  };

  it('is what memory leaves, and never too little to learn from', () => {
    const most = mostAtOnce(packed(30_000), 2048 * MB);
    expect(most).toBeGreaterThan(700_000);
    expect(most).toBeLessThan(900_000);
    expect(mostAtOnce(packed(30_000), MB)).toBe(20_000);
  });

  it('does not matter for little data', () => {
    expect(mostAtOnce(packed(10), MB)).toBe(Number.POSITIVE_INFINITY);
  });
});
