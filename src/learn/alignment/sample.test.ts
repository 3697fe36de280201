/** Which URLs are aligned. */
import { describe, expect, it } from 'vitest';
import { sampleSorted, sortDistinct } from './sample.ts';

const URLS = Array.from({ length: 40 }, (_, i) => `http://h/${String(i).padStart(2, '0')}`);

describe('sortDistinct', () => {
  it('sorts by code point, not by UTF-16 unit', () => {
    expect(sortDistinct(['\u{10000}', '\uffee', 'b', 'a', 'b'])).toEqual(['a', 'b', '\uffee', '\u{10000}']);
  });
});

describe('sampleSorted', () => {
  it('takes all of a small cluster, in order', () => {
    expect(sampleSorted(URLS, 40, 1)).toEqual(URLS);
    expect(sampleSorted(URLS, Number.POSITIVE_INFINITY, 1)).toEqual(URLS);
  });

  it('takes different URLs of a larger one, in an order of their own', () => {
    const sample = sampleSorted(URLS, 10, 1);
    expect(new Set(sample).size).toBe(10);
    expect(sample.every((url) => URLS.includes(url))).toBe(true);
    expect(sample).not.toEqual(sample.toSorted());
  });

  it('depends on the seed and on the smallest URL alone', () => {
    expect(sampleSorted(URLS, 10, 1)).toEqual(sampleSorted(URLS, 10, 1));
    expect(sampleSorted(URLS, 10, 2)).not.toEqual(sampleSorted(URLS, 10, 1));
    const other = ['http://g/', ...URLS.slice(1)];
    expect(sampleSorted(other, 10, 1)).not.toEqual(sampleSorted(URLS, 10, 1));
  });

  it('begins with the same URLs whatever its size', () => {
    expect(sampleSorted(URLS, 5, 1)).toEqual(sampleSorted(URLS, 10, 1).slice(0, 5));
  });

  it('takes every URL about equally often', () => {
    const counts = new Map(URLS.map((url) => [url, 0]));
    for (let seed = 0; seed < 2000; seed++)
      for (const url of sampleSorted(URLS, 10, seed)) counts.set(url, counts.get(url)! + 1);
    for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(100);
  });
});
