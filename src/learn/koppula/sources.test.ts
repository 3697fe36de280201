/** Checks of source selection: size, strata, importance, chance. */
import { describe, expect, it } from 'vitest';
import { sortDistinct } from '../alignment/index.ts';
import { selectSources } from './sources.ts';

const OPTIONS = { sources: 20, sample: Number.POSITIVE_INFINITY, importance: null, seed: 1 };
/** 200 URLs, the n-th of which has n more tokens that occur in no other place. */
const URLS = sortDistinct(
  Array.from({ length: 200 }, (_, n) => `http://h/${Array.from({ length: n }, (_, i) => `t${i + 1000}`).join('/')}`),
);

describe('selectSources', () => {
  it('takes all of few, in their order', () => {
    expect(selectSources(URLS.slice(0, 20), OPTIONS)).toEqual(URLS.slice(0, 20));
  });

  it('takes as many from each tenth by the number of different tokens', () => {
    const chosen = selectSources(URLS, OPTIONS);
    expect(chosen).toEqual(sortDistinct(chosen));
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const url of chosen) tenths[Math.floor((url.split('t').length - 3) / 20)]!++;
    expect(tenths).toEqual(Array.from({ length: 10 }, () => 2));
  });

  it('is bound by the shared sample too', () => {
    expect(selectSources(URLS, { ...OPTIONS, sample: 7 }).length).toBe(7);
  });

  it('draws the same for the same seed, others for another', () => {
    expect(selectSources(URLS, OPTIONS)).toEqual(selectSources(URLS, OPTIONS));
    expect(selectSources(URLS, { ...OPTIONS, seed: 2 })).not.toEqual(selectSources(URLS, OPTIONS));
  });

  it('takes from a tenth what its share of the importance is', () => {
    const important = URLS.slice(0, 20);
    const half = Object.fromEntries(URLS.map((url) => [url, important.includes(url) ? 9 : 1]));
    const chosen = selectSources(URLS, { ...OPTIONS, importance: half });
    expect(chosen.filter((url) => important.includes(url)).length).toBe(10);
    const all = Object.fromEntries(important.map((url) => [url, 1]));
    expect(selectSources(URLS, { ...OPTIONS, importance: all })).toEqual(important);
    // A tenth has no more than it has; the rest comes from the others.
    const more = selectSources(URLS, { ...OPTIONS, sources: 25, importance: all });
    expect(more.length).toBe(25);
    expect(more).toEqual(expect.arrayContaining(important));
  });
});
