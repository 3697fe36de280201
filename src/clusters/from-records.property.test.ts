/** Clusters of records against the plain definition, and in little memory against much. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CrawlRecord } from '../records/index.ts';
import { clusterRecords } from './from-records.ts';
import { EVIDENCE, FILTERS } from './options.ts';
import { plainClusters, sorted } from './oracle.case.ts';
import { writeClusters } from './write-clusters.ts';

const PATHS = ['a', 'b', 'c', 'd', 'e', 'f', '%7Ea', '~a', 'é', '\u{1f600}', '\uffee'];
const arbUrl = fc.oneof(
  fc.constantFrom(...PATHS.map((path) => `http://x.org/${path}`)),
  fc.constantFrom('HTTP://x.org/a', 'http://x.org:80/b'),
  fc.constantFrom('http://x.org/a?r=1', 'http://x.org/a?r=2', 'http://x.org/g?r=1', 'http://x.org/g?r=2&r=3'),
);
/** Two bases, of which a few values are changed: sketches that are equal, near and far. */
const arbOwn = fc
  .tuple(fc.constantFrom('1', '2'), fc.array(fc.nat(31), { maxLength: 2 }), fc.constantFrom(32, 32, 8))
  .map(([base, changed, values]) => {
    const digits = Array.from({ length: values }, (_, i) => (changed.includes(i) ? 'f' : base).repeat(8));
    return `d1:${digits.join('')}`;
  });
const arbFour = fc
  .array(fc.constantFrom('1', '2', '3'), { minLength: 4, maxLength: 4 })
  .map((values) => values.join('.'));
const arbRecord: fc.Arbitrary<CrawlRecord> = fc.record(
  {
    url: arbUrl,
    status: fc.constantFrom(200, 200, 200, 301, 404, 304),
    digest: fc.constantFrom('X', 'Y', 'Z', 'U', 'V'),
    sketch: fc.oneof(arbOwn, arbFour, fc.constantFrom('77', '1.2.3.4.5')),
    type: fc.constantFrom('text/html', 'text/plain'),
    words: fc.constantFrom(9, 10, 500),
    length: fc.constantFrom(150, 250, 400),
    redirect: arbUrl,
    canonical: arbUrl,
    noVarySearch: fc.constantFrom('params=("r")', 'params=("r")', 'key-order', 'nonsense'),
  },
  { requiredKeys: ['url'], noNullPrototype: true },
);
const KEEP_ALL = FILTERS.filter((name) => name !== 'status');

describe('clusters of records', () => {
  it('are those of the plain definition', async () => {
    let joined = 0;
    let unknown = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(arbRecord, { selector: ({ url }) => url, maxLength: 13, size: 'max' }),
        fc.subarray([...EVIDENCE], { minLength: 1 }),
        fc.constantFrom(1, 2, 3, 4, 4, 4),
        async (records, by, shingles) => {
          const { clusters, listed } = await clusterRecords([records], { by, shingles, keep: KEEP_ALL });
          const wide = new Map<string, string[]>();
          for (const { urls, wide: ids } of clusters) {
            for (const [i, url] of urls.entries()) wide.set(ids![i]!, [...(wide.get(ids![i]!) ?? []), url]);
          }
          const plain = plainClusters(records, { by, shingles });
          expect(sorted(clusters.map(({ urls }) => urls))).toEqual(plain.strict);
          expect(sorted([...wide.values()])).toEqual(plain.wide);
          expect(listed.map(({ url }) => url)).toEqual(plain.listed);
          unknown += listed.length;
          joined += clusters.filter(({ urls }) => urls.length > 1).length;
        },
      ),
      { seed: 1, numRuns: 600 },
    );
    expect(joined).toBeGreaterThan(300);
    expect(unknown).toBeGreaterThan(300);
  });

  it('are the same bytes in little memory, on disk, as in much', async () => {
    const write = async (records: readonly CrawlRecord[], memory: number) => {
      let text = '';
      const file = await writeClusters([records], { memory }, (more) => {
        text += more;
        return undefined;
      });
      return { text, file };
    };
    const arbMany = fc.array(
      fc.tuple(arbRecord, fc.nat(300)).map(([record, n]) => ({ ...record, url: `${record.url}${n}` })),
      { minLength: 1, maxLength: 400, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(arbMany, async (records) => {
        expect(await write(records, 1)).toEqual(await write(records, 2 ** 31));
      }),
      { seed: 1, numRuns: 40 },
    );
  });
});
