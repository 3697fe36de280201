/** Parts keep together what hangs together, and lose no cluster. */
import { describe, expect, it } from 'vitest';
import { type Cluster, packClusters, unpackClusters } from '../../clusters/index.ts';
import { partsOf } from './parts.ts';

const cluster = (id: string, wide: string, ...urls: string[]): Cluster => ({ id, urls, wide: urls.map(() => wide) });

const CLUSTERS = [
  cluster('1', 'a', 'http://one.org/1', 'http://mirror.net/1'),
  cluster('2', 'b', 'http://one.org/2'),
  cluster('3', 'c', 'http://sub.two.org/3'),
  cluster('4', 'd', 'http://TWO.org/4', 'http://two.org/4?x'),
  cluster('5', 'e', 'http://three.org/5'),
  cluster('6', 'e', 'http://four.org/6'),
  cluster('7', 'f', 'http://five.org/7'),
];

/** Parts, and the clusters of each as objects. */
function cut(clusters: readonly Cluster[]) {
  const packed = packClusters(clusters);
  const parts = partsOf(packed);
  return { parts, clustersOf: (part: number, share?: number) => unpackClusters(packed, parts.clusters(part, share)) };
}

describe('partsOf', () => {
  it('keeps together hosts that share a page, or what might be one, and subdomains', () => {
    const { parts, clustersOf } = cut(CLUSTERS);
    const ids = Array.from(parts.urls, (_, part) => clustersOf(part).map(({ id }) => id));
    expect(ids).toEqual([['1', '2'], ['3', '4'], ['5', '6'], ['7']]);
    expect([...parts.urls]).toEqual([3, 3, 2, 1]);
  });

  it('gives the clusters as they were', () => {
    const { parts, clustersOf } = cut(CLUSTERS);
    expect(Array.from(parts.urls, (_, part) => clustersOf(part)).flat()).toEqual(CLUSTERS);
  });

  it('takes a share of the pages, whole ones', () => {
    const many = Array.from({ length: 1000 }, (_, i) =>
      cluster(`c${i}`, `w${i >> 1}`, `http://a.org/${i}`, `http://a.org/${i}?s`),
    );
    const taken = cut(many).clustersOf(0, 0.3);
    const ids = new Set(taken.map(({ id }) => id));
    expect(taken.length).toBeGreaterThan(220);
    expect(taken.length).toBeLessThan(380);
    expect(taken).toEqual(many.filter(({ id }) => ids.has(id)));
    for (let i = 0; i < many.length; i += 2) expect(ids.has(`c${i}`)).toBe(ids.has(`c${i + 1}`));
  });

  it('has no parts without clusters', () => {
    expect(partsOf(packClusters([])).urls).toHaveLength(0);
  });
});
