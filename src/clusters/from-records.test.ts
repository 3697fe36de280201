/** Checks of clustering: labels are believed, digests and redirects join, and the order of the records does not matter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CrawlRecord } from '../records/index.ts';
import type { ListedUrl } from './cluster.ts';
import { clusterRecords } from './from-records.ts';

/** Clusters as sorted lists of URLs. */
async function grouped(records: readonly CrawlRecord[]): Promise<string[]> {
  const { clusters } = await clusterRecords([records]);
  return clusters.map(({ urls }) => [...urls].sort().join(' ')).sort();
}

describe('labels', () => {
  it('make clusters, whose lines need not be together', async () => {
    const { clusters, notes } = await clusterRecords([
      [
        { url: 'a', cluster: '1' },
        { url: 'b', cluster: '2' },
      ],
      [
        { url: 'c', cluster: '1' },
        { url: 'a', cluster: '1' },
      ],
    ]);
    expect(clusters).toEqual([
      { id: '1', urls: ['a', 'c'] },
      { id: '2', urls: ['b'] },
    ]);
    expect(notes).toEqual([]);
  });

  it('that contradict each other leave a URL out of both clusters', async () => {
    const { clusters, notes } = await clusterRecords([
      ['1', '2', '1', '3'].map((cluster) => ({ url: 'b', cluster })),
      [
        { url: 'a', cluster: '2' },
        { url: 'a', cluster: '1' },
        { url: 'c', cluster: '1' },
      ],
    ]);
    expect(clusters).toEqual([{ id: '1', urls: ['c'] }]);
    expect(notes).toEqual([{ code: 'url-in-two-clusters', count: 2, example: 'a' }]);
  });

  it('have wide ids, missing ones filled from the cluster', async () => {
    const { clusters, notes } = await clusterRecords([
      [
        { url: 'a', cluster: '1', wide: 'w2' },
        { url: 'b', cluster: '1' },
        { url: 'c', cluster: '1', wide: 'w1' },
        { url: 'd', cluster: '2' },
        { url: 'e', cluster: '3', wide: 'x2' },
        { url: 'e', cluster: '3', wide: 'x1' },
        { url: 'f', cluster: '3' },
        { url: 'f', cluster: '3', wide: 'x1' },
      ],
    ]);
    expect(clusters).toEqual([
      { id: '1', urls: ['a', 'b', 'c'], wide: ['w2', 'w1', 'w1'] },
      { id: '2', urls: ['d'], wide: ['2'] },
      { id: '3', urls: ['e', 'f'], wide: ['x1', 'x1'] },
    ]);
    expect(notes).toEqual([{ code: 'url-in-two-wide-groups', count: 1, example: 'e' }]);
  });

  it('count more than what was fetched', async () => {
    expect(
      await grouped([
        { url: 'a', cluster: '1' },
        { url: 'a', digest: 'X' },
        { url: 'b', digest: 'X' },
      ]),
    ).toEqual(['a', 'b']);
  });
});

describe('digests', () => {
  it.each<[string, CrawlRecord[], string[]]>([
    [
      'join equal ones',
      [
        { url: 'a', digest: 'X' },
        { url: 'b', digest: 'X', status: 200 },
        { url: 'c', digest: 'Y' },
      ],
      ['a b', 'c'],
    ],
    [
      'of pages only: what another tool found near is none',
      [
        { url: 'a', digest: 'X' },
        { url: 'a', near: 'b' },
        { url: 'c', near: 'a' },
      ],
      ['a'],
    ],
    [
      'of tiny bodies do not join, and those that share one take no part',
      [
        { url: 'a', digest: 'X', length: 99 },
        { url: 'b', digest: 'X', length: 100 },
        { url: 'c', digest: 'Y', length: 99 },
        { url: 'd', digest: 'Z', length: 0 },
        { url: 'e', digest: 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ' },
      ],
      ['b', 'c'],
    ],
    [
      'count only of answers with a status, where there are some',
      [
        { url: 'a', digest: 'X', status: 200 },
        { url: 'a', digest: 'Y' },
        { url: 'a', digest: 'Y' },
        { url: 'b', digest: 'Y' },
        { url: 'c', digest: 'Y', status: 404 },
        { url: 'c', digest: 'Y' },
      ],
      ['a', 'b'],
    ],
    [
      'count although a log has the URL later, without content',
      [
        { url: 'a', digest: 'X', time: '20200101' },
        { url: 'a', time: '20210101' },
        { url: 'b', digest: 'X' },
      ],
      ['a b'],
    ],
    [
      'of errors take no part',
      [
        { url: 'a', digest: 'X' },
        { url: 'b', digest: 'X', status: 404 },
        { url: 'c', digest: 'X', status: 500 },
      ],
      ['a'],
    ],
    [
      'the latest counts',
      [
        { url: 'a', digest: 'Y', time: '20200102' },
        { url: 'a', digest: 'X', time: '20200101' },
        { url: 'a', digest: 'X', time: '20190101' },
        { url: 'b', digest: 'Y', time: '2020-01-01T00:00:00Z' },
      ],
      ['a b'],
    ],
    [
      'the most frequent counts when there are no times',
      [
        { url: 'a', digest: 'X' },
        { url: 'a', digest: 'Y' },
        { url: 'a', digest: 'Y' },
        { url: 'b', digest: 'Y' },
        { url: 'c', digest: 'X' },
      ],
      ['a b', 'c'],
    ],
    [
      'the smallest counts in a tie',
      [
        { url: 'a', digest: 'Y' },
        { url: 'a', digest: 'X' },
        { url: 'b', digest: 'X' },
        { url: 'c', digest: 'Y' },
      ],
      ['a b', 'c'],
    ],
    [
      'a good answer counts more than a bad one',
      [
        { url: 'a', status: 404 },
        { url: 'a', status: 200, digest: 'X' },
        { url: 'b', digest: 'X' },
      ],
      ['a b'],
    ],
  ])('%s', async (_name, records, expected) => {
    expect(await grouped(records)).toEqual(expected);
  });
});

describe('URLs without content', () => {
  const page: CrawlRecord = { url: 'p', status: 200, digest: 'X' };
  const redirect: CrawlRecord = { url: 'a', status: 301, redirect: 'u' };
  it.each<[string, CrawlRecord[], string[], ListedUrl[]]>([
    [
      'are in no cluster, and have the sizes of all their pages',
      [
        page,
        { url: 'u', status: 200, length: 500, time: '1' },
        { url: 'u', status: 200, length: 300, time: '2' },
        { url: 'u', status: 200, length: 400, time: '3' },
        { url: 'u', status: 200, length: 0, time: '4' },
        { url: 'u', status: 404, length: 7 },
        { url: 'v', length: 900 },
        { url: 'w' },
      ],
      ['p'],
      [{ url: 'u', sizes: [300, 500] }, { url: 'v', sizes: [900, 900] }, { url: 'w' }],
    ],
    [
      'are not those that fail, or that only another names',
      [page, { url: 'e', status: 404 }, { url: 'f', status: 500 }, { url: 'n', near: 'p' }],
      ['p'],
      [],
    ],
    [
      'may have answered with a part, "not modified", or a redirect to who knows where; the body is not the page',
      [
        page,
        { url: 'i', status: 206, length: 50, digest: 'X' },
        { url: 'j', status: 304, length: 50, digest: 'X' },
        { url: 'k', status: 302, length: 50, digest: 'X' },
      ],
      ['p'],
      [{ url: 'i' }, { url: 'j' }, { url: 'k' }],
    ],
    ['stay with what redirects to them', [page, { url: 'u', status: 200 }, redirect], ['a u', 'p'], []],
    ['are known by another record', [page, { url: 'u' }, { url: 'u', digest: 'X' }], ['p u'], []],
    ['may have a sketch of too few words', [page, { url: 'u', sketch: '1.2.3.4', words: 9 }], ['p'], [{ url: 'u' }]],
    [
      'are known by their labels, also when they are single',
      [page, { url: 'u', cluster: '1' }, { url: 'u', length: 5 }],
      ['p', 'u'],
      [],
    ],
    [
      'may name a canonical address, which only widens',
      [page, { url: 'u', status: 200, canonical: 'p' }],
      ['p'],
      [{ url: 'u' }],
    ],
  ])('%s', async (_name, records, expected, listed) => {
    expect(await grouped(records)).toEqual(expected);
    expect((await clusterRecords([records])).listed).toEqual(listed);
  });

  it('stay with the canonical address if that counts', async () => {
    const records = [page, { url: 'u', status: 200, canonical: 'p' }];
    const { clusters, listed } = await clusterRecords([records], { by: ['canonical'] });
    expect(clusters.map(({ urls }) => urls)).toEqual([['p', 'u']]);
    expect(listed).toEqual([]);
  });

  it('are counted, and do not fail if they are pages', async () => {
    const { notes, failing, clusters } = await clusterRecords([
      [{ url: 'c' }, { url: 'b', status: 304 }, { url: 'd', status: 301 }],
    ]);
    expect(clusters).toEqual([]);
    expect(notes).toEqual([{ code: 'page-unknown', count: 3, example: 'b' }]);
    expect(failing).toEqual(['d']);
  });
});

describe('redirects', () => {
  const page: CrawlRecord = { url: 'p', status: 200, digest: 'X' };
  const to = (url: string, redirect: string, status = 301): CrawlRecord => ({ url, status, redirect });

  it.each<[string, CrawlRecord[], string[]]>([
    ['join the page they lead to, and its duplicates', [page, to('a', 'p'), { url: 'q', digest: 'X' }], ['a p q']],
    ['join over several hops', [page, to('a', 'b'), to('b', 'c', 302), to('c', 'p', 307)], ['a b c p']],
    ['to what was not fetched take no part', [page, to('a', 'z')], ['p']],
    ['to an error take no part', [page, to('a', 'e'), { url: 'e', status: 404 }], ['p']],
    ['in a circle take no part', [page, to('a', 'b'), to('b', 'a'), to('c', 'c')], ['p']],
    ['join a page without a digest', [{ url: 'p', status: 200 }, to('a', 'p')], ['a p']],
    ['without a target take no part', [page, { url: 'a', status: 301 }], ['p']],
    ['a canonical target joins nothing', [page, { url: 'a', status: 200, digest: 'Y', canonical: 'p' }], ['a', 'p']],
  ])('%s', async (_name, records, expected) => {
    expect(await grouped(records)).toEqual(expected);
  });

  it('are told apart from errors, and neither can be fetched', async () => {
    const { failing, notes, hygiene } = await clusterRecords([
      [
        page,
        to('a', 'p'),
        to('b', 'z'),
        to('c', 'd'),
        to('d', 'c'),
        { url: 'e', status: 404 },
        { url: 'f', status: 503 },
      ],
    ]);
    expect([...failing].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(notes).toEqual([
      { code: 'redirect-in-circle', count: 2, example: 'c' },
      { code: 'redirect-to-nowhere', count: 1, example: 'b' },
    ]);
    expect(hygiene[0]).toEqual({ name: 'status', state: 'on', urls: 2, clusters: 0, example: 'e' });
  });

  it('lead to a target that is written with a fragment', async () => {
    expect(await grouped([page, to('a', 'p#top')])).toEqual(['a p']);
  });

  it('are left out when they are not asked for, and still widen', async () => {
    const { clusters, notes } = await clusterRecords([[page, to('a', 'p')]], { by: ['digest'] });
    expect(clusters).toEqual([{ id: '1', urls: ['p'], wide: ['1'] }]);
    expect(notes).toEqual([{ code: 'redirect-not-followed', count: 1, example: 'a' }]);
  });
});

describe('clusters of records', () => {
  it('have ids in the order of their smallest URLs, wide ids, and ranges of sizes', async () => {
    const { clusters } = await clusterRecords([
      [
        { url: 'http://x/b', digest: 'X', length: 500 },
        { url: 'http://x/a', digest: 'Y', length: 700, canonical: 'http://x/c' },
        { url: 'http://x/d', digest: 'X', length: 400 },
        { url: 'http://x/c', digest: 'Z' },
      ],
    ]);
    expect(clusters).toEqual([
      { id: '1', urls: ['http://x/a'], wide: ['1'], sizes: [700, 700] },
      { id: '2', urls: ['http://x/b', 'http://x/d'], wide: ['2', '2'], sizes: [400, 500] },
      { id: '3', urls: ['http://x/c'], wide: ['1'] },
    ]);
  });

  it('do not take the ids of labels', async () => {
    const { clusters } = await clusterRecords([
      [
        { url: 'a', cluster: '1' },
        { url: 'b', digest: 'X' },
      ],
    ]);
    expect(clusters.map(({ id }) => id)).toEqual(['1', 'records 1']);
  });
});

describe('the order of records', () => {
  it('does not matter', async () => {
    const arbRecord: fc.Arbitrary<CrawlRecord> = fc.oneof(
      fc.record({ url: fc.constantFrom('a', 'b', 'c', 'd'), cluster: fc.constantFrom('1', '2') }),
      fc.record(
        {
          url: fc.constantFrom('c', 'd', 'e', 'f', 'g'),
          status: fc.constantFrom(200, 200, 301, 404),
          digest: fc.constantFrom('X', 'Y', 'Z'),
          redirect: fc.constantFrom('c', 'e', 'f'),
          time: fc.constantFrom('1', '2'),
        },
        { requiredKeys: ['url', 'status'], noNullPrototype: true },
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(arbRecord, { maxLength: 20 })
          .chain((records) =>
            fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
          ),
        async ([records, shuffled]) => {
          expect(await grouped(shuffled)).toEqual(await grouped(records));
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });
});
