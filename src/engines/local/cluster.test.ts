/** Clustering by stages gives the bytes of clustering in memory, whatever the records, the partitions and the way that components are found. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLUSTER_DEFAULTS, type ClusterOptions, writeClusters } from '../../clusters/index.ts';
import { clusterJob, clusterLinesJob, lineOf } from '../../pipeline/index.ts';
import { type CrawlRecord, readRecords } from '../../records/index.ts';
import { temporaryFiles } from './file-of.case.ts';
import { openLocalEngine } from './index.ts';

const fileOf = temporaryFiles();

async function inMemory(paths: readonly string[], options: Partial<ClusterOptions>): Promise<string> {
  let text = '';
  await writeClusters(readRecords(paths, { maxBad: 1 }), options, (more) => {
    text += more;
    return undefined;
  });
  return text;
}

async function byStages(paths: readonly string[], options: Partial<ClusterOptions>, partitions: number, most?: number) {
  const engine = openLocalEngine({ partitions });
  try {
    const job = await clusterJob(
      engine,
      paths.map((path) => ({ path, kind: 'text' })),
      { ...CLUSTER_DEFAULTS, ...options, reading: {}, ...(most === undefined ? {} : { mostEdges: most }) },
    );
    let text = 'cluster_id\turl\twide_id\n';
    for await (const { v } of engine.rows(await clusterLinesJob(engine, job))) {
      text += `${Buffer.from(lineOf(v), 'latin1').toString('utf8')}\n`;
    }
    return { text, counts: job.counts };
  } finally {
    await engine.close();
  }
}

const urls = [
  'http://a/1',
  'http://a/2',
  'http://a/3',
  'http://A/1',
  'http://a/é',
  'http://a/\u{1f600}',
  'http://b/%31',
];
const arbUrl = fc.constantFrom(...urls, ...urls.map((url) => `${url}?x`), 'http://a/1#f');
const arbRecord: fc.Arbitrary<CrawlRecord> = fc.record(
  {
    url: arbUrl,
    status: fc.constantFrom(200, 200, 200, 301, 404, 304),
    digest: fc.constantFrom('d1', 'd2', 'd3', 'sha1:DA39A3EE5E6B4B0D3255BFEF95601890AFD80709'),
    sketch: fc.constantFrom(
      '1.2.3.4',
      '1.2.3.5',
      '1.2.6.7',
      '9.9.9.9',
      `d1:${'0123abcd'.repeat(32)}`,
      `d1:${'0123abcd'.repeat(31)}00000000`,
    ),
    redirect: arbUrl,
    canonical: arbUrl,
    length: fc.constantFrom(0, 50, 500, 5000),
    words: fc.constantFrom(3, 30),
    title: fc.constantFrom('a', 'b', 'c', '404 not found'),
    time: fc.constantFrom('1', '2'),
  },
  { requiredKeys: ['url'] },
);

describe('clustering by stages', () => {
  it('agrees on any records', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbRecord, { minLength: 1, maxLength: 30 }),
        fc.constantFrom<Partial<ClusterOptions>>(
          {},
          { shingles: 2 },
          { by: ['digest', 'sketch', 'redirect', 'canonical'], shingles: 3 },
          { keep: ['empty', 'tiny'] },
          { by: ['digest'], keep: ['status'] },
        ),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(undefined, 0),
        async (records, options, partitions, most) => {
          const path = fileOf(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
          const found = await byStages([path], options, partitions, most);
          expect(found.text).toBe(await inMemory([path], options));
        },
      ),
      { seed: 1, numRuns: 20 },
    );
  });

  it('agrees on labels, with a header in each of several files, wide ids, contradictions and bad lines', async () => {
    const a = fileOf('cluster_id\turl\twide_id\n1\thttp://a/1\tw\n1\thttp://a/2\tw\n2\thttp://a/3\tw\nnonsense\n');
    const b = fileOf('cluster_id\turl\twide_id\n3\thttp://a/3\tw\n3\thttp://a/9\tv\n4\thttp://a/10\t\n');
    for (const partitions of [1, 2]) {
      const found = await byStages([a, b], {}, partitions);
      expect(found.text).toBe(await inMemory([a, b], {}));
      expect(found.counts.notes).toMatchObject([{ code: 'url-in-two-clusters', count: 1, example: 'http://a/3' }]);
      expect(found.counts.problems.map(({ count }) => count)).toEqual([1]);
    }
  });

  it('finds long chains in rounds', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => ({
      url: `http://a/${i}`,
      ...(i < 299 ? { status: 301, redirect: `http://a/${i + 1}` } : { status: 200, digest: 'd' }),
    }));
    const path = fileOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const found = await byStages([path], { keep: ['giant'] }, 2, 0);
    expect(found.text).toBe(await inMemory([path], { keep: ['giant'] }));
    expect(found.counts).toMatchObject({ clusters: 1, urls: 300 });
    expect(found.counts.rounds).toBeGreaterThan(2);
    expect(found.counts.rounds).toBeLessThan(12);
  });
});
