/** Checks that coverage found by values is coverage found by trying every rule on every URL. */
import { describe, expect, it } from 'vitest';
import { applyBody } from '../../rules/index.ts';
import { KeyRows } from '../key-rows.ts';
import { isCovering } from './coverage.ts';
import { koppula } from './index.ts';
import type { RuleBody } from './rule-body.ts';

/** Pages with parameters, components and endings in many combinations, so that rules of all kinds come up. */
const CLUSTERS = Array.from({ length: 90 }, (_, page) => {
  const path = ['news', 'item', 'x'].slice(0, 1 + (page % 3)).join('/');
  const rest = page % 2 === 0 ? '' : `&lang=${page % 5}`;
  return {
    id: String(page),
    urls: [
      `http://h/${path}/p-${page}.html?id=${page % 7}${rest}`,
      `http://h/${path}/p-${page}.html?id=${page % 7}${rest}&print=1`,
      `http://h/${path}/p-${page}.html/index.htm?id=${page % 7}${rest}`,
    ].slice(0, 1 + (page % 4 === 3 ? 0 : 2)),
  };
});

describe('isCovering', () => {
  const rows = new KeyRows();
  for (const { urls } of CLUSTERS) for (const url of urls) rows.add(url);
  // Few and many wildcards.
  const bodies = [3, 6, 200].flatMap((maxValues): RuleBody[] => {
    const { candidates } = koppula.propose({ clusters: CLUSTERS }, { minFrequency: 1, maxValues });
    return candidates.flatMap(({ match, emit }) =>
      match.view === 'keys' && emit.view === 'keys' ? [{ match, emit }] : [],
    );
  });

  const counts = bodies.map((body) => rows.urls.filter((url) => applyBody(body, url) !== null).length);

  it.each([1, 2, 3, 5, 10, 20, 40])('finds the rules that match %d URLs', (wanted) => {
    const expected = counts.map((count) => count >= wanted);
    expect(isCovering(bodies, rows, wanted)).toEqual(expected);
    // Both answers come up, or the comparison would say little.
    expect(wanted === 1 || new Set(expected).size === 2).toBe(true);
  });

  it('has an answer for no rules', () => {
    expect(isCovering([], rows, 1)).toEqual([]);
  });
});
