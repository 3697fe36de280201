/** Parts come out of a block as they went in. */
import { describe, expect, it } from 'vitest';
import { type Cluster, packClusters } from '../clusters/index.ts';
import { readParts, writeParts } from './part-block.ts';

const CLUSTERS: readonly Cluster[] = [
  { id: 'a', urls: ['http://a.org/1', 'http://a.org/1?x'], wide: ['v', 'w'] },
  { id: 'b', urls: ['http://b.org/é', 'http://b.org/\ud800'], wide: ['u', 'u'] },
  { id: 'c', urls: [] },
  { id: 'd', urls: ['http://d.org/'], wide: ['w'] },
];

describe('a block', () => {
  it('holds texts, clusters, wide groups and shares', () => {
    const taken = [
      { clusters: Int32Array.of(3, 0), seenShare: 0.25 },
      { clusters: Int32Array.of(2, 1), seenShare: 1 },
    ];
    const read = readParts(structuredClone(writeParts(packClusters(CLUSTERS), taken)));
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
  });

  it('takes the cluster where there are no wide groups', () => {
    const clusters = CLUSTERS.map(({ id, urls }): Cluster => ({ id, urls }));
    const [part] = readParts(writeParts(packClusters(clusters), [{ clusters: Int32Array.of(0, 3), seenShare: 1 }]));
    expect([...part!.labels.wide]).toEqual([0, 0, 1]);
    expect(part!.labels.wides).toBe(2);
  });

  it('holds some of the URLs, if only those are wanted', () => {
    const only = Uint8Array.of(0, 1, 0, 1, 1);
    const packed = packClusters(CLUSTERS);
    const [part] = readParts(writeParts(packed, [{ clusters: Int32Array.of(0, 1, 3), seenShare: 1, only }]));
    const wanted = CLUSTERS.flatMap(({ urls }) => urls).filter((_, u) => only[u] === 1);
    expect(part!.labels.urls).toEqual(wanted);
    expect([...part!.labels.cluster]).toEqual([0, 1, 2]);
  });

  it('may be empty', () => {
    expect(readParts(writeParts(packClusters([]), []))).toEqual([]);
  });
});
