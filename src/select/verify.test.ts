/** What rules do to URLs, which is not always what they did to forms: rules that keep others from their addresses. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { keyPlain, type RuleSet } from '../rules/index.ts';
import { selectTogether } from './compose.ts';

const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };
const OF = 'http://a.com/commit';

/** Commits of which a branch does not matter, and tags, at which the commit does not matter: without the branch, no address shows that a commit beside `h` matters. */
function site(): Cluster[] {
  const commits = Array.from({ length: 40 }, (_, i) => ({
    id: `c${i}`,
    urls: [`${OF}?id=${1000 + i}`, `${OF}?h=main&id=${1000 + i}`],
  }));
  const tags = Array.from({ length: 30 }, (_, i) => ({
    id: `t${i}`,
    urls: [`${OF}?h=v1.0.${100 + i}`, `${OF}?h=v1.0.${100 + i}&id=${5000 + i}`],
  }));
  return [...commits, ...tags];
}

describe('rules of a site', () => {
  it('join no more pages on URLs than they did on forms, also where choosing goes on', () => {
    const clusters = site();
    const { rules } = selectTogether(clusters, OPTIONS);
    const set: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };
    const pagesOf = new Map<string, Set<string>>();
    for (const { id, urls } of clusters) {
      for (const url of urls) {
        const key = keyPlain(set, url);
        pagesOf.set(key, (pagesOf.get(key) ?? new Set()).add(id));
      }
    }
    expect([...pagesOf].filter(([, ids]) => ids.size > 1)).toEqual([]);
    expect(keyPlain(set, `${OF}?h=main&id=1001`)).toBe(`${OF}?id=1001`);
  });
});
