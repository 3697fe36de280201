/** Checks of what No-Vary-Search headers do to clusters. */
import { describe, expect, it } from 'vitest';
import type { CrawlRecord } from '../records/index.ts';
import { clusterRecords } from './from-records.ts';
import { FILTERS } from './options.ts';

describe('what a server declares not to matter (No-Vary-Search)', () => {
  const declares = { status: 200, noVarySearch: 'params=("ref")' };
  const idsOf = async (records: readonly CrawlRecord[]) => {
    const { clusters } = await clusterRecords([records], { keep: FILTERS });
    return clusters.flatMap(({ id, urls, wide }) => urls.map((url, i) => `${url} ${id} ${wide![i]}`));
  };

  it.each<[string, readonly CrawlRecord[], readonly string[]]>([
    [
      'widens, and makes nothing one page',
      [
        { url: 'http://h/a', digest: 'X', status: 200 },
        { url: 'http://h/a?ref=1', digest: 'Y', ...declares },
        { url: 'http://h/b', digest: 'Z', status: 200 },
      ],
      ['http://h/a 1 1', 'http://h/a?ref=1 2 1', 'http://h/b 3 2'],
    ],
    [
      'widens where the plain URL was not fetched',
      [
        { url: 'http://h/a?ref=1', digest: 'X', ...declares },
        { url: 'http://h/a?ref=2', digest: 'Y', ...declares },
      ],
      ['http://h/a?ref=1 1 1', 'http://h/a?ref=2 2 1'],
    ],
    [
      'is not believed of pages that differ by far',
      [
        { url: 'http://h/a', digest: 'X', length: 900, status: 200 },
        { url: 'http://h/a?ref=1', digest: 'Y', length: 300, ...declares },
      ],
      ['http://h/a 1 1', 'http://h/a?ref=1 2 2'],
    ],
    [
      'says nothing if it is not well-formed',
      [
        { url: 'http://h/a', digest: 'X', status: 200 },
        { url: 'http://h/a?ref=1', digest: 'Y', status: 200, noVarySearch: 'params=(ref)' },
      ],
      ['http://h/a 1 1', 'http://h/a?ref=1 2 2'],
    ],
  ])('%s', async (_name, records, expected) => {
    expect(await idsOf(records)).toEqual(expected);
  });
});
