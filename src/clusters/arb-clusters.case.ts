/** Arbitrary clusters over small alphabets, so that rules join URLs of one cluster and of different ones. */
import fc, { type Arbitrary } from 'fast-check';
import type { Cluster } from './index.ts';

/** Distinct URLs dealt to a few clusters; some with wide ids that join or split clusters. */
export function arbClusters(arbUrl: Arbitrary<string>, maxUrls = 24): Arbitrary<Cluster[]> {
  return fc
    .record({
      urls: fc.uniqueArray(arbUrl, { maxLength: maxUrls, size: 'max' }),
      // A few large clusters, or many small ones.
      ids: fc.constantFrom(2, 4, 30).chain((max) => fc.array(fc.nat(max), { minLength: maxUrls, maxLength: maxUrls })),
      wides: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: maxUrls, maxLength: maxUrls }),
      withWide: fc.constantFrom('none', 'none', 'coarser', 'free'),
    })
    .map(({ urls, ids, wides, withWide }) => {
      const clusters = new Map<number, { urls: string[]; wide: string[] }>();
      for (const [i, url] of urls.entries()) {
        const id = ids[i]!;
        const cluster = clusters.get(id) ?? { urls: [], wide: [] };
        cluster.urls.push(url);
        cluster.wide.push(withWide === 'free' ? `w${wides[i]}` : `w${id >> 1}`);
        clusters.set(id, cluster);
      }
      return [...clusters].map(([id, { urls, wide }]) => ({
        id: `c${id}`,
        urls,
        ...(withWide === 'none' ? {} : { wide }),
      }));
    });
}

/** The same clusters with clusters and URLs in another order. */
export function arbShuffled(clusters: readonly Cluster[]): Arbitrary<Cluster[]> {
  return fc.tuple(fc.integer(), fc.integer()).map(([x, y]) => {
    const order = <T>(items: readonly T[], salt: number): T[] =>
      items
        .map((item, i) => ({ item, key: Math.imul(i + 1, (x + salt) | 1) ^ y }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item);
    return order(clusters, 1).map((cluster) => {
      const rows = order(
        cluster.urls.map((url, i) => ({ url, wide: cluster.wide?.[i] })),
        2,
      );
      return {
        id: cluster.id,
        urls: rows.map(({ url }) => url),
        ...(cluster.wide ? { wide: rows.map(({ wide }) => wide!) } : {}),
      };
    });
  });
}
