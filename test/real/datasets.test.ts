/** Every data set of ../shared/data that holds records is read as it is, and what is read agrees with what its README says. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CrawlRecord, type ReadOptions, readRecords } from '../../src/index.ts';

const DATA = join(import.meta.dirname, '../../../shared/data');
const hasData = existsSync(DATA);
const folders = hasData ? readdirSync(DATA) : [];

/** Bodies below this are left out of the clusters that the READMEs count. */
const TINY_BYTES = 100;

async function read(file: string, options: ReadOptions = {}) {
  let format = '';
  const onFormat = (_input: string, found: string) => {
    format = found;
  };
  const stream = readRecords([join(DATA, file)], { onFormat, ...options });
  const records: CrawlRecord[] = [];
  for await (const batch of stream) records.push(...batch);
  const problems = Object.fromEntries(stream.problems().map(({ code, count }) => [code, count]));
  return { records, problems, lines: stream.lines(), format };
}

/** What the READMEs count, counted again. */
function countsOf(records: readonly CrawlRecord[]) {
  const byDigest = new Map<string, Set<string>>();
  for (const { url, status, digest, length = TINY_BYTES } of records) {
    if (status !== 200 || digest === undefined || length < TINY_BYTES) continue;
    byDigest.set(digest, (byDigest.get(digest) ?? new Set()).add(url));
  }
  const sizes = [...byDigest.values()].map((urls) => urls.size).filter((size) => size > 1);
  return {
    rows: records.length,
    urls: new Set(records.map(({ url }) => url)).size,
    clusters: sizes.length,
    clustered: sizes.reduce((sum, size) => sum + size, 0),
    largest: Math.max(0, ...sizes),
    targets: records.filter(({ redirect, canonical }) => redirect !== undefined || canonical !== undefined).length,
  };
}

/** "`records.tsv.gz`: 783 rows, 261 unique URLs, 38 hosts, 6 duplicate clusters (…) holding 42 URLs, largest 25; 9 rows with …". */
const STATED =
  /^`(records[\w-]*\.tsv\.gz)`: (\d+) rows, (\d+) unique URLs, \d+ hosts, (\d+) duplicate clusters \(.*?\) holding (\d+) URLs, largest (\d+); (\d+) rows/gm;

const stated = folders.flatMap((folder) => {
  const readme = join(DATA, folder, 'README.md');
  if (!existsSync(readme)) return [];
  return [...readFileSync(readme, 'utf8').matchAll(STATED)].map(([, file, ...numbers]) => {
    const [rows, urls, clusters, clustered, largest, targets] = numbers.map(Number);
    return { file: `${folder}/${file}`, counts: { rows, urls, clusters, clustered, largest, targets } };
  });
});

it('../shared/data is there (without it nothing of this file is tested)', () => {
  if (!hasData) process.stderr.write(`nothing was tested: ${DATA} does not exist\n`);
  else expect(stated).toHaveLength(24);
});

describe('tables of ../shared/data', () => {
  for (const { file, counts } of stated) {
    it(`${file} has what its README says`, async () => {
      const { records, problems, format } = await read(file);
      expect({ format, problems, ...countsOf(records) }).toEqual({ format: 'tsv', problems: {}, ...counts });
    });
  }

  it.runIf(hasData)('mdn-redirects has 17,572 pairs to 6,745 targets', async () => {
    const { records, problems } = await read('mdn-redirects/records.tsv.gz');
    const targets = new Set(records.map(({ redirect }) => redirect));
    expect([records.length, targets.size, problems]).toEqual([17_572, 6745, {}]);
  });

  it.runIf(hasData)('gsa-redirects has 2,394 rows', async () => {
    const { records, problems } = await read('gsa-redirects/records.tsv.gz');
    expect([records.length, problems]).toEqual([2394, {}]);
  });

  it.runIf(hasData)('lab-replicas has the columns of LAB.md', async () => {
    const { records, problems } = await read('lab-replicas/urls.tsv.gz');
    expect([records.length, problems]).toEqual([12_617, {}]);
    expect(records.every(({ status }) => status !== undefined && status > 0)).toBe(true);
  });
});

describe('indexes of ../shared/data', () => {
  it.runIf(hasData)('cdx-blackbook has the answers of its table', async () => {
    const { records, problems, format } = await read('cdx-blackbook/original.cdx.gz');
    const table = await read('cdx-blackbook/records.tsv.gz');
    // The table has a row for every request and note of the crawler too, without a status.
    const answers = table.records.filter(({ status }) => status !== undefined);
    expect(format).toBe('cdx');
    expect(records.map(({ url, status, digest }) => [url, status, digest])).toEqual(
      answers.map(({ url, status, digest }) => [url, status, digest]),
    );
    expect(problems).toEqual({ 'not-a-page': 561 });
    const { rows: _rows, targets: _targets, ...counts } = countsOf(records);
    expect(counts).toEqual({ urls: 261, clusters: 6, clustered: 42, largest: 25 });
  });

  it.runIf(hasData)('cdx-historyofelectronics has the rows of its table', async () => {
    const { records, problems, format } = await read('cdx-historyofelectronics/original.cdx.gz');
    const table = await read('cdx-historyofelectronics/records.tsv.gz');
    expect({ format, problems }).toEqual({ format: 'cdx', problems: {} });
    expect(records.map(({ type: _type, time: _time, ...rest }) => rest)).toEqual(table.records);
  });
});

describe('logs of ../shared/data', () => {
  const logs = [
    ['log-nasa-jul95', 'www.ksc.nasa.gov', 7084, 957],
    ['log-twiki-2004', 'lists-twiki.invalid', 1545, 626],
  ] as const;
  for (const [folder, host, lines, urls] of hasData ? logs : []) {
    it(`${folder} has ${lines} lines and ${urls} URLs that were got`, async () => {
      const log = await read(`${folder}/access.log.gz`, { host });
      const table = await read(`${folder}/records.tsv.gz`);
      expect([log.lines, log.format]).toEqual([lines, 'common']);
      expect(new Set(table.records.map(({ url }) => url)).size).toBe(urls);
      // The table leaves out requests for the head alone, cuts URLs at blanks, and has backslashes as the server escapes them.
      const got = log.records.filter((record) => (record as { method?: string }).method === 'GET');
      expect(got.map(({ url, status }) => [url.split(' ')[0], status])).toEqual(
        table.records.map(({ url, status }) => [url.replaceAll('\\\\', '\\'), status]),
      );
    });
  }
});

type Stats = {
  readonly urls: number;
  readonly crawl_urls: number;
  readonly replay_urls: number;
  readonly status: Readonly<Record<string, number>>;
  readonly log_lines: number;
} & Readonly<
  Record<'clusters' | 'strict' | 'exact', { readonly clusters_ge2: number; readonly urls_in_clusters: number }>
>;

describe('labs of ../shared/data', () => {
  for (const folder of folders.filter((name) => existsSync(join(DATA, name, 'stats.json')))) {
    const stats = JSON.parse(readFileSync(join(DATA, folder, 'stats.json'), 'utf8')) as Stats;

    it(`${folder} has the rows, statuses and log lines of LAB.md`, async () => {
      const crawl = await read(`${folder}/crawl.tsv.gz`);
      const replay = await read(`${folder}/replay.tsv.gz`);
      const log = await read(`${folder}/access.log.gz`, { host: 'www.example.test' });
      const statuses = new Map([...crawl.records, ...replay.records].map(({ url, status }) => [url, status]));
      const counts: Record<string, number> = {};
      for (const status of statuses.values()) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
      expect({
        urls: statuses.size,
        crawl_urls: crawl.records.length,
        replay_urls: replay.records.length,
        status: counts,
        log_lines: log.lines,
        problems: { ...crawl.problems, ...replay.problems },
      }).toEqual({
        urls: stats.urls,
        crawl_urls: stats.crawl_urls,
        replay_urls: stats.replay_urls,
        status: stats.status,
        log_lines: stats.log_lines,
        problems: {},
      });
    });

    it(`${folder} has the clusters of LAB.md`, async () => {
      for (const [name, key] of [
        ['clusters', 'clusters'],
        ['clusters-strict', 'strict'],
        ['clusters-exact', 'exact'],
      ] as const) {
        const { records, problems, format } = await read(`${folder}/${name}.tsv.gz`);
        const { clusters_ge2: clusters, urls_in_clusters: urls } = stats[key];
        expect([name, format, new Set(records.map(({ cluster }) => cluster)).size, records.length, problems]).toEqual([
          name,
          'clusters',
          clusters,
          urls,
          {},
        ]);
      }
      const all = await read(`${folder}/clusters-all.tsv.gz`);
      expect([all.format, all.problems]).toEqual(['clusters', {}]);
      expect(all.records.every(({ cluster, wide }) => cluster !== undefined && wide !== undefined)).toBe(true);
    });
  }
});
