import { describe, expect, it } from 'vitest';
import { learnableShare } from './memory.ts';

const MB = 2 ** 20;

describe('learnableShare', () => {
  it('takes all where it fits', () => {
    expect(learnableShare('auto', 500_000, 40_000_000, 2048 * MB)).toBe(1);
    expect(learnableShare('dustlin', 2_000_000, 160_000_000, 2048 * MB)).toBe(1);
  });

  it('takes less where it does not, and less of what takes more', () => {
    const auto = learnableShare('auto', 10_000_000, 800_000_000, 2048 * MB);
    const dustlin = learnableShare('dustlin', 10_000_000, 800_000_000, 2048 * MB);
    expect(auto).toBeGreaterThan(0.05);
    expect(auto).toBeLessThan(0.1);
    expect(dustlin).toBeGreaterThan(3 * auto);
    expect(dustlin).toBeLessThan(0.4);
  });

  it('counts long URLs for more, and short ones for no less', () => {
    const share = learnableShare('auto', 10_000_000, 800_000_000, 2048 * MB);
    expect(learnableShare('auto', 10_000_000, 1_600_000_000, 2048 * MB)).toBeCloseTo(share / 2, 3);
    expect(learnableShare('auto', 10_000_000, 100_000_000, 2048 * MB)).toBe(share);
  });

  it('takes some, however little memory there is', () => {
    expect(learnableShare('auto', 20_000, 1_600_000, MB)).toBe(1);
    expect(learnableShare('auto', 200_000, 16_000_000, MB)).toBe(0.1);
  });
});
