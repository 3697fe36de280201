/** A sample has whole clusters, and goes by their URLs alone. */
import { describe, expect, it } from 'vitest';
import { clusterRecords, type Seen } from '../from-records.ts';
import { packClusters, unpackClusters } from './packed-clusters.ts';
import { samplePacked } from './sample.ts';

const clusters = Array.from({ length: 2000 }, (_, c) => ({
  id: `c${c}`,
  urls: [`http://a.example/${c}`, `http://a.example/${c}?s=1`],
  wide: [`w${c >> 1}`, `w${c >> 1}`],
  sizes: [c, c + 1] as const,
}));

describe('samplePacked', () => {
  it('takes clusters as they are, those of one wide group together', () => {
    const taken = unpackClusters(samplePacked(packClusters(clusters), 0.25));
    expect(taken.length).toBeGreaterThan(400);
    expect(taken.length).toBeLessThan(600);
    const ids = new Set(taken.map(({ id }) => id));
    expect(taken).toEqual(clusters.filter(({ id }) => ids.has(id)));
    for (let c = 0; c < clusters.length; c += 2) expect(ids.has(`c${c}`)).toBe(ids.has(`c${c + 1}`));
  });

  it('takes in a larger sample what is in a smaller one', () => {
    const ids = (share: number) => unpackClusters(samplePacked(packClusters(clusters), share)).map(({ id }) => id);
    expect(ids(0.5)).toEqual(expect.arrayContaining(ids(0.1)));
    expect(ids(1)).toHaveLength(clusters.length);
  });

  it('goes by URLs, whatever the names and the order', () => {
    const named = clusters.map(({ id, urls, wide }) => ({
      id: `other ${id}`,
      urls: [...urls].reverse(),
      wide: wide.map((w) => `x${w}`),
    }));
    const urlsOf = (some: readonly { urls: readonly string[] }[]) =>
      unpackClusters(samplePacked(packClusters(some.map((c) => ({ id: '', ...c }))), 0.25)).flatMap(({ urls }) => urls);
    expect(new Set(urlsOf(named.reverse()))).toEqual(new Set(urlsOf(clusters)));
  });

  it('goes by the cluster where there are no wide groups', () => {
    const plain = clusters.map(({ id, urls }) => ({ id, urls }));
    const taken = unpackClusters(samplePacked(packClusters(plain), 0.25));
    const ids = new Set(taken.map(({ id }) => id));
    expect(taken.length).toBeGreaterThan(400);
    expect(taken.length).toBeLessThan(600);
    expect(taken).toEqual(plain.filter(({ id }) => ids.has(id)));
  });
});

describe('a share of records', () => {
  const records = Array.from({ length: 3000 }, (_, i) => ({
    url: `http://a.example/${i}`,
    status: 200,
    digest: `d${i % 1000}`,
    length: 5000 + i,
  }));

  it('is asked for with what there is, and has whole clusters', async () => {
    const asked: Seen[] = [];
    const shareOf = (seen: Seen) => {
      asked.push(seen);
      return 0.3;
    };
    const all = await clusterRecords([records]);
    const some = await clusterRecords([records], {}, undefined, shareOf);
    expect(asked).toEqual([{ urls: 3000, bytes: records.reduce((sum, { url }) => sum + url.length, 0) }]);
    expect(all.share).toBe(1);
    expect(some.share).toBe(0.3);
    expect(some.clusters.length).toBeGreaterThan(250);
    expect(some.clusters.length).toBeLessThan(350);
    const known = new Map(all.clusters.map((cluster) => [cluster.id, cluster]));
    for (const cluster of some.clusters) {
      expect(cluster.urls).toHaveLength(3);
      expect(cluster).toEqual(known.get(cluster.id));
    }
  });
});
