/** Checks of the Clopper–Pearson bound against known values, closed forms and its own definition. */
import { describe, expect, it } from 'vitest';
import { betaQuantile, clopperPearsonUpper, incompleteBeta } from './binomial.ts';

describe('clopperPearsonUpper', () => {
  // One-sided 95 % bounds: the upper ends of two-sided 90 % intervals.
  it.each([
    [0, 10, 0.95, 0.2588656],
    [0, 59, 0.95, 1 - 0.05 ** (1 / 59)],
    [1, 10, 0.95, 0.3941633],
    [2, 10, 0.95, 0.5069013],
    [5, 10, 0.95, 0.7775589],
    [9, 10, 0.95, 0.9948838],
    // The upper end of the two-sided 95 % interval.
    [0, 10, 0.975, 0.3084971],
    [1, 10, 0.975, 0.4450161],
    [10, 100, 0.975, 0.1762226],
    [1, 1000, 0.975, 0.0055589],
  ])('%i of %i at %f is %f', (found, checked, confidence, upper) => {
    expect(clopperPearsonUpper(found, checked, confidence)).toBeCloseTo(upper, 6);
  });

  it('is null when nothing was checked and 1 when all are found', () => {
    expect(clopperPearsonUpper(0, 0, 0.95)).toBeNull();
    expect(clopperPearsonUpper(7, 7, 0.95)).toBe(1);
  });

  it('is the share at which so few would be found with a probability of 1 - confidence', () => {
    for (const [found, checked, confidence] of [
      [0, 5, 0.9],
      [3, 40, 0.95],
      [17, 61, 0.99],
      [60, 61, 0.5],
    ] as const) {
      const share = clopperPearsonUpper(found, checked, confidence)!;
      expect(binomialAtMost(found, checked, share)).toBeCloseTo(1 - confidence, 9);
    }
  });

  it('falls with what was checked and rises with what was found', () => {
    for (let n = 2; n < 60; n++) {
      for (let x = 0; x < n - 1; x++) {
        const here = clopperPearsonUpper(x, n, 0.95)!;
        expect(clopperPearsonUpper(x, n + 1, 0.95)).toBeLessThan(here);
        expect(clopperPearsonUpper(x + 1, n, 0.95)).toBeGreaterThan(here);
      }
    }
  });

  it('stays exact for large numbers', () => {
    expect(clopperPearsonUpper(0, 1e6, 0.95)! / 2.995728e-6).toBeCloseTo(1, 5);
    // Far from zero the normal distribution takes over: 1.6449 deviations above one half.
    expect(clopperPearsonUpper(5e5, 1e6, 0.95)).toBeCloseTo(0.5 + 1.6449 * 0.0005, 5);
  });
});

describe('betaQuantile', () => {
  it('turns the incomplete beta function around', () => {
    for (const [a, b] of [
      [1, 1],
      [2, 3],
      [10, 1],
      [4, 500],
    ] as const) {
      for (const p of [0.01, 0.3, 0.5, 0.95, 0.999])
        expect(incompleteBeta(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 9);
    }
  });

  it('knows the ends', () => {
    expect([betaQuantile(0, 2, 2), betaQuantile(1, 2, 2), incompleteBeta(0, 2, 2), incompleteBeta(1, 2, 2)]).toEqual([
      0, 1, 0, 1,
    ]);
  });
});

/** P(X <= x) of the binomial distribution, term by term. */
function binomialAtMost(x: number, n: number, p: number): number {
  let term = (1 - p) ** n;
  let sum = term;
  for (let k = 1; k <= x; k++) {
    term *= ((n - k + 1) / k) * (p / (1 - p));
    sum += term;
  }
  return sum;
}
