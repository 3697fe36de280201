/** The worked examples of DustBuster's first phases. */
import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../../../test/support/vectors.ts';
import { tokenizeInner } from '../../url/index.ts';
import { comparePairs, eliminate, type SizedPair } from './eliminate.ts';
import { DUSTBUSTER_DEFAULTS } from './options.ts';
import { countTokens, isSemiperiodic, orderPair } from './sides.ts';
import { sizesMeet } from './similarity.ts';
import { bucketsOf, detectAll, shown } from './support.case.ts';

type Case = ReturnType<typeof vectorsOf>[number];
const cases = (found: readonly Case[]) => found.map(({ id, input, expected }) => [id, input, expected] as const);

describe('semiperiodic', () => {
  it.each(cases(vectorsOf('dustbuster.semiperiodic')))('%s', (_id, { s }, { semiperiodic }) => {
    expect(isSemiperiodic(tokenizeInner(s))).toBe(semiperiodic);
  });
});

describe('envelopes', () => {
  it.each(cases(vectorsOf('dustbuster.envelopes')))('%s', (_id, { url, substring }, { envelopes }) => {
    // A second URL makes the envelopes of the substring shared, and so visible.
    const buckets = bucketsOf([url, url.replace(substring, 'zzz')]);
    const found = buckets.filter(({ substrings }) => substrings[0] === substring);
    expect(found.map(({ prefix, suffix }) => [prefix, suffix])).toEqual(envelopes);
  });
});

describe('instance', () => {
  it.each(cases(vectorsOf('dustbuster.instance')))('%s', (_id, { u1, u2, alpha, beta }, expected) => {
    const found = bucketsOf([u1, u2]).filter(({ substrings: [a, b] }) => a === alpha && b === beta);
    expect(found.length).toBe(expected.envelopes);
    const pair = detectAll([u1, u2], { minPairs: 1 }).find((likely) => {
      const [a, b] = shown(likely);
      return a === alpha && b === beta;
    });
    expect(pair !== undefined).toBe(expected.isInstance);
    expect(pair?.low).toBe(expected.supportContribution);
  });
});

describe('bucket', () => {
  it.each(cases(vectorsOf('dustbuster.bucket')))('%s', (_id, { urls, prefix, suffix }, { substrings }) => {
    const found = bucketsOf(urls).filter((bucket) => bucket.prefix === prefix && bucket.suffix === suffix);
    expect(found.map((bucket) => bucket.substrings)).toEqual([substrings]);
  });
});

describe('detect', () => {
  it.each(cases(vectorsOf('dustbuster.detect')))('%s', (_id, { urls, S, T, MS }, { pairs, count }) => {
    const found = detectAll(urls, { maxTokens: S, tLow: T, tHigh: T, minPairs: MS });
    expect(found.length).toBe(count);
    expect(
      found.map((pair) => {
        const [alpha, beta] = shown(pair);
        return { alpha, beta, support: pair.low };
      }),
    ).toEqual(pairs);
  });
});

describe('eliminate', () => {
  it.each(cases(vectorsOf('dustbuster.eliminate')))('%s', (_id, { pairs, MW, MRD, MAD }, { remaining }) => {
    const list = (pairs as [string, string, number][]).map(
      ([alpha, beta, size]): SizedPair => ({
        alpha,
        beta,
        start: false,
        end: false,
        size,
        alphaTokens: countTokens(alpha),
        betaTokens: countTokens(beta),
      }),
    );
    const limits = { maxRelativeDeficiency: MRD, maxAbsoluteDeficiency: MAD, maxWindow: MW };
    const kept = eliminate(list.sort(comparePairs), { ...DUSTBUSTER_DEFAULTS, ...limits });
    expect(kept.map(({ alpha, beta, size }) => [alpha, beta, size])).toEqual(remaining);
  });
});

describe('sizeMatch', () => {
  it.each(cases(vectorsOf('dustbuster.sizeMatch')))('%s', (_id, input, { likelySimilar }) => {
    const ranges = input.cases as [[number, number], [number, number]][];
    expect(ranges.map(([a, b]) => sizesMeet(a, b))).toEqual(likelySimilar);
    expect(ranges.map(([a, b]) => sizesMeet(b, a))).toEqual(likelySimilar);
  });
});

describe('orderPair', () => {
  it.each(cases(vectorsOf('dustbuster.orderPair')))('%s', (_id, { pair: [a, b] }, { alpha, beta }) => {
    expect(orderPair(a, b)).toEqual([alpha, beta]);
    expect(orderPair(b, a)).toEqual([alpha, beta]);
  });
});
