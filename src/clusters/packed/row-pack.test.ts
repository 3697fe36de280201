/** Rows of a table, packed as they come, are the clusters that they name. */
import { describe, expect, it } from 'vitest';
import { unpackClusters } from './packed-clusters.ts';
import { RowPack } from './row-pack.ts';

const ROWS = [
  { cluster: 3, url: 'http://a.example/', wide: 2, length: 0 },
  { cluster: 3, url: 'http://a.example/é😀', wide: 2, length: 700 },
  { cluster: 4, url: 'http://a.example/\ud800', wide: 1 },
  { cluster: 9, url: '', wide: 2, length: 5 },
];

describe('RowPack', () => {
  it.each([0, 2 ** 21])('has the clusters of its rows, with room for %d bytes', (bytes) => {
    const pack = new RowPack({ urls: 10, bytes, clusters: 10, wides: 3 });
    for (const row of ROWS) pack.add(row);
    const packed = pack.finish();
    expect(packed.urls.memory === undefined).toBe(bytes === 0);
    expect(packed.wides).toBe(2);
    expect(unpackClusters(packed)).toEqual([
      { id: '3', urls: [ROWS[0]!.url, ROWS[1]!.url], wide: ['2', '2'], sizes: [0, 700] },
      { id: '4', urls: [ROWS[2]!.url], wide: ['1'] },
      { id: '9', urls: [''], wide: ['2'], sizes: [5, 5] },
    ]);
  });
});
