/** Alignment where plain numbers would not be exact, and where a matrix would be too large. */
import { describe, expect, it } from 'vitest';
import { alignProgressively } from '../duster/progressive-alignment.ts';
import { alignLinearly } from '../dustlin/linear-alignment.ts';
import { PLAIN_DEFAULTS, plainLinear, plainSets } from './plain-alignment.case.ts';
import { fixedScale, rowScale, wideScale } from './scale.ts';
import { consensusSets } from './support.case.ts';
import { Workspace } from './workspace.ts';

const JACCARD = { scoring: 'jaccard', caseFoldScore: true } as const;

describe('scales', () => {
  it('are divided by every set size', () => {
    for (let n = 2; n <= 22; n++) for (let size = 1; size <= n; size++) expect(fixedScale(n)! % size).toBe(0);
    for (let size = 1n; size <= 50n; size++) expect(wideScale(50) % size).toBe(0n);
  });

  it('agree where both exist, and end where a number would not be exact', () => {
    expect(BigInt(fixedScale(22)!)).toBe(wideScale(22));
    expect(fixedScale(23)).toBeNull();
  });
});

describe('an alignment of many URLs', () => {
  // At each place as many different values as the prime there, so that the common multiple of the sizes is huge.
  const primes = [47, 43, 41, 37, 31, 29, 23, 19, 17, 13, 11, 7];
  const urls = Array.from({ length: 48 }, (_, u) =>
    primes.map((prime) => `${u % prime}`).join(u % 2 === 0 ? '/' : '.'),
  );

  it('falls back to exact scores beyond 53 bits', () => {
    const work = new Workspace(JACCARD);
    work.load(urls);
    let consensus = work.sequence(0);
    let wide = 0;
    for (let u = 1; u < urls.length; u++) {
      const next = work.sequence(u);
      if (typeof rowScale(consensus, next) === 'bigint') wide++;
      consensus = work.merge(consensus, next)!;
    }
    expect(wide).toBeGreaterThan(2);
    expect(consensusSets(work, consensus)).toEqual(plainSets(plainLinear(urls, PLAIN_DEFAULTS)));
  });
});

describe('a pair that is too large', () => {
  const long = (words: string) => Array.from({ length: 2500 }, (_, i) => words[(i * i) % words.length]).join('/');

  it.each([
    ['linear', alignLinearly],
    ['progressive', alignProgressively],
  ] as const)('is not aligned (%s)', (_name, align) => {
    const work = new Workspace(JACCARD);
    work.load([long('abc'), long('bcda'), 'a']);
    expect(align(work)).toBeNull();
    // Equal beginnings and ends need no matrix.
    work.load([long('abc'), `${long('abc')}/x`, `${long('abc')}/y`]);
    expect(align(work)).not.toBeNull();
    work.load([long('abc'), `x/${long('abc')}`]);
    expect(align(work)).not.toBeNull();
  });

  it('is not aligned with tiered scores, whatever the URLs share', () => {
    const work = new Workspace({ ...JACCARD, scoring: 'tiered' });
    work.load([long('abc'), `${long('abc')}/x`]);
    expect(alignLinearly(work)).toBeNull();
  });
});
