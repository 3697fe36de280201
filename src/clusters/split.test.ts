/** Checks of folds, halves and thirds: complete, even, together what may be one page, and free of the order of the data. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError, seedFrom } from '../base/index.ts';
import { sun } from '../url/index.ts';
import { arbClusters, arbShuffled } from './arb-clusters.case.ts';
import type { Cluster } from './cluster.ts';
import { foldsOf, halvesOf, parseFold, takeFold, thirdsOf } from './split.ts';

const arbUrl = fc
  .tuple(
    fc.constantFrom('http://a.com', 'HTTP://a.com:80', 'http://b.com'),
    fc.constantFrom('', '/', '/a', '/%61', '/./a', '/b', '/c'),
  )
  .map((parts) => parts.join(''));
const arbData = arbClusters(arbUrl, 20);
const many: Cluster[] = Array.from({ length: 3000 }, (_, i) => ({
  id: `${i}`,
  urls: [`http://h/${i}`, `http://h/${i}?x`],
}));

describe('parseFold', () => {
  it('reads i/k', () => expect(parseFold('2/3')).toEqual({ part: 2, of: 3 }));
  it.each(['0/3', '4/3', '1/1', '1', '/3', '1/', 'a/b', '1/3/5', '-1/3', '1.5/3', ''])('refuses %j', (text) => {
    expect(() => parseFold(text)).toThrow(ConfigError);
  });
});

describe('folds', () => {
  it('are even and take every cluster once', () => {
    const parts = [1, 2, 3].map((part) => takeFold(many, { part, of: 3 }, 'inside'));
    expect(parts.flat().length).toBe(many.length);
    for (const [i, part] of parts.entries()) {
      expect(Math.abs(part.length - 1000)).toBeLessThan(100);
      expect(takeFold(many, { part: i + 1, of: 3 }, 'outside').length).toBe(many.length - part.length);
    }
  });

  it('keep together what might be one page', () => {
    let together = 0;
    fc.assert(
      fc.property(arbData, (clusters) => {
        const folds = foldsOf(clusters, 5);
        const rows = clusters.flatMap((cluster, c) =>
          cluster.urls.map((url, i) => ({ wide: cluster.wide?.[i] ?? cluster.id, text: sun(url), fold: folds[c] })),
        );
        for (const a of rows) {
          for (const b of rows) {
            if (a === b || (a.wide !== b.wide && a.text !== b.text)) continue;
            expect(a.fold).toBe(b.fold);
            together++;
          }
        }
      }),
      { seed: 1, numRuns: 100 },
    );
    expect(together).toBeGreaterThan(100);
  });
});

describe('the order of the data', () => {
  const arbPair = arbData.chain((clusters) => arbShuffled(clusters).map((shuffled) => ({ clusters, shuffled })));
  const byId = (clusters: readonly Cluster[], parts: ArrayLike<number>) =>
    new Map(clusters.map(({ id }, c) => [id, parts[c]]));
  const ids = (part: readonly Cluster[]) => part.map(({ id }) => id).sort();

  it('does not move anything', () => {
    fc.assert(
      fc.property(arbPair, ({ clusters, shuffled }) => {
        expect(byId(shuffled, foldsOf(shuffled, 3))).toEqual(byId(clusters, foldsOf(clusters, 3)));
        expect(byId(shuffled, halvesOf(shuffled))).toEqual(byId(clusters, halvesOf(clusters)));
        expect(thirdsOf(shuffled, 1).map(ids)).toEqual(thirdsOf(clusters, 1).map(ids));
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

describe('halves and thirds', () => {
  it('are even', () => {
    const first = halvesOf(many).filter((half) => half === 0).length;
    expect(Math.abs(first - 1500)).toBeLessThan(150);
    const thirds = thirdsOf(many.slice(0, 2999), 1);
    expect(thirds.map((third) => third.length)).toEqual([1000, 1000, 999]);
    expect(new Set(thirds.flat()).size).toBe(2999);
  });

  it('are free of the order of the data where hashes are the same', () => {
    const known = new Map<number, string>();
    const twins: string[] = [];
    for (let i = 0; twins.length === 0; i++) {
      const url = `http://h/${i}`;
      const hash = seedFrom(1, 'thirds', url);
      if (known.has(hash)) twins.push(known.get(hash)!, url);
      known.set(hash, url);
    }
    const clusters = twins.map((url) => ({ id: url, urls: [url] }));
    const ids = (thirds: Cluster[][]) => thirds.map((third) => third.map(({ id }) => id));
    expect(ids(thirdsOf(clusters.toReversed(), 1))).toEqual(ids(thirdsOf(clusters, 1)));
  });

  it('of another seed are others', () => {
    expect(thirdsOf(many, 2)[0].map(({ id }) => id)).not.toEqual(thirdsOf(many, 1)[0].map(({ id }) => id));
  });
});
