/** Parts come out of the columns as they went in. */
import { describe, expect, it } from 'vitest';
import { type Cluster, packClusters, stringsOf } from '../clusters/index.ts';
import { readByteParts, readParts, urlsOfPart } from './part-columns.ts';

const CLUSTERS: readonly Cluster[] = [
  { id: 'a', urls: ['http://a.org/1', 'http://a.org/1?x'], wide: ['v', 'w'] },
  { id: 'b', urls: ['http://b.org/é', 'http://b.org/\ud800'], wide: ['u', 'u'] },
  { id: 'c', urls: [] },
  { id: 'd', urls: ['http://d.org/'], wide: ['w'] },
];

/** Parts by the numbers of their clusters. */
function columnsOf(clusters: readonly Cluster[], parts: readonly (readonly number[])[], shares = parts.map(() => 1)) {
  const { urls, first, members, wide } = packClusters(clusters);
  const firstOf = Int32Array.from({ length: parts.length + 1 }, (_, p) => parts.slice(0, p).flat().length);
  return {
    urls,
    first,
    members,
    wide,
    clusters: Int32Array.from(parts.flat()),
    firstOf,
    shares: Float64Array.from(shares),
  };
}

describe('parts', () => {
  it('have texts, clusters, wide groups and shares', () => {
    const columns = columnsOf(CLUSTERS, [[1], [3, 0], [2, 1]], [1, 0.25, 1]);
    const read = readParts({ columns: structuredClone(columns), numbers: [1, 2] });
    expect(
      read.map(({ labels: { urls, cluster, wide, wides }, seenShare }) => [
        urls,
        [...cluster],
        [...wide],
        wides,
        seenShare,
      ]),
    ).toEqual([
      [['http://d.org/', 'http://a.org/1', 'http://a.org/1?x'], [0, 1, 1], [0, 1, 0], 2, 0.25],
      [['http://b.org/é', 'http://b.org/\ud800'], [1, 1], [0, 0], 1, 1],
    ]);
    expect(urlsOfPart(columns, 1)).toEqual([4, 0, 1]);
  });

  it('have the same as bytes', () => {
    const columns = columnsOf(CLUSTERS, [[3, 0], [1]]);
    const read = readByteParts({ columns, numbers: [0, 1] });
    expect(read.map(({ urls, wide }) => [stringsOf(urls), [...wide], urls.isWellFormed])).toEqual([
      [['http://d.org/', 'http://a.org/1', 'http://a.org/1?x'], [0, 1, 0], false],
      [['http://b.org/é', 'http://b.org/\ud800'], [0, 0], false],
    ]);
    const [part] = readByteParts({ columns: columnsOf(CLUSTERS.slice(0, 1), [[0]]), numbers: [0] });
    expect(part!.urls.isWellFormed).toBe(true);
  });

  it('take the cluster where there are no wide groups', () => {
    const clusters = CLUSTERS.map(({ id, urls }): Cluster => ({ id, urls }));
    const [part] = readParts({ columns: columnsOf(clusters, [[0, 3]]), numbers: [0] });
    expect([...part!.labels.wide]).toEqual([0, 0, 1]);
    expect(part!.labels.wides).toBe(2);
  });

  it('have some of the URLs, if only those are wanted', () => {
    const only = Uint8Array.of(0, 1, 0, 1, 1);
    const [part] = readParts({ columns: columnsOf(CLUSTERS, [[0, 1, 3]]), numbers: [0], only });
    const wanted = CLUSTERS.flatMap(({ urls }) => urls).filter((_, u) => only[u] === 1);
    expect(part!.labels.urls).toEqual(wanted);
    expect([...part!.labels.cluster]).toEqual([0, 1, 2]);
  });

  it('may be none', () => {
    expect(readParts({ columns: columnsOf([], []), numbers: [] })).toEqual([]);
  });
});
