/** The expected share of wrong merges of a set, and its interval. */
import { describe, expect, it } from 'vitest';
import { expectedImpurity } from './expected.ts';

describe('expectedImpurity', () => {
  it.each([
    { name: 'nothing expected', parts: [{ merges: 59, risk: 0 }], share: 0, low: 0, high: 0.06061 },
    { name: 'one in a hundred', parts: [{ merges: 100, risk: 0.01 }], share: 0.01, low: 0.0002531, high: 0.05446 },
    {
      name: 'rules weighed by what they join',
      parts: [
        { merges: 900, risk: 0.001 },
        { merges: 100, risk: 0.04 },
      ],
      share: 0.0049,
      low: 0.001625,
      high: 0.01163,
    },
    { name: 'all of them', parts: [{ merges: 10, risk: 1 }], share: 1, low: 0.6915, high: 1 },
  ])('$name', ({ parts, share, low, high }) => {
    const found = expectedImpurity(parts, 0.95)!;
    expect(found.share).toBeCloseTo(share, 6);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  it('says nothing of nothing', () => {
    expect(expectedImpurity([], 0.95)).toBeNull();
  });
});
