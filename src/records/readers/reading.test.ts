/** Checks of reading as a whole: how formats are chosen, when bad lines are too many, and what is left of inputs that are cut off. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { describeProblem } from '../problems.ts';
import type { CrawlRecord } from '../reader.ts';
import { readerSamples } from '../reader-samples.case.ts';
import { type Input, openInput } from './open.ts';
import { type ReadOptions, readRecords } from './records.ts';

const folder = mkdtempSync(join(tmpdir(), 'dustpan-reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function readAll(inputs: readonly (string | Input)[], options: ReadOptions = {}) {
  const formats: string[] = [];
  const onFormat = (input: string, format: string, because: string | null) =>
    void formats.push(`${input.replace(/^.*\//, '')} is ${format}: ${because}`);
  const stream = readRecords(inputs, { onFormat, ...options });
  const records: CrawlRecord[] = [];
  for await (const batch of stream) records.push(...batch);
  return { records, problems: stream.problems(), lines: stream.lines(), formats };
}

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const read = (content: string | Uint8Array, options?: ReadOptions, name = 'data') =>
  readAll([fileOf(name, content)], options);

describe('the format of an input', () => {
  it.each(readerSamples)(
    'is found for $format, with a byte order mark or without',
    async ({ format, content, records, options }) => {
      const found = await read(content, { ...options, maxBad: 1 });
      expect(found.records.map(({ url }) => url)).toEqual(records.map(({ url }) => url));
      expect(found.formats).toHaveLength(1);
      expect(found.formats[0]).toMatch(new RegExp(`^data is ${format}: i`));
      expect(await read(`\ufeff${content}`, { ...options, maxBad: 1 })).toEqual(found);
    },
  );

  it('is found for each input on its own', async () => {
    const inputs = [fileOf('a', 'http://a/\nhttp://b/\n'), fileOf('b.gz', gzipSync('URL,Hash\nhttp://c/,x\n'))];
    expect(await readAll(inputs)).toEqual({
      records: [{ url: 'http://a/' }, { url: 'http://b/' }, { url: 'http://c/', digest: 'x' }],
      problems: [],
      lines: 3,
      formats: ['a is urls: its lines are URLs', 'b.gz is csv: its header names URL, Hash'],
    });
  });

  it('can be said', async () => {
    const log = '192.0.2.7 [29/Feb/2024:12:00:00 +0000] "GET /a HTTP/1.1" 200\n';
    const logFormat = '%h [%d:%t %^] "%r" %s';
    const found = await read(log, { logFormat, host: 'www.example.com' });
    expect(found.records).toMatchObject([{ url: 'http://www.example.com/a', status: 200 }]);
    expect(found.formats).toEqual(['data is custom: null']);
    expect((await read('http://a/,x\n', { format: 'urls' })).formats).toEqual(['data is urls: null']);
    const common = readerSamples.find(({ format }) => format === 'common')!;
    expect((await read(common.content, { logFormat: 'COMMON', host: 'a' })).formats).toEqual(['data is common: null']);
  });

  it.each<[string, ReadOptions, RegExp]>([
    [
      'hello\n',
      {},
      /cannot tell the format of .*data: it is not recognized as parquet, .* or urls; describe .* or say what it is with --format$/,
    ],
    [
      '{\n  "$schema": "dustpan/rules.schema.json",\n  "dustpan": 1,\n',
      {},
      /data is a rule file, not data; rules are named with -r$/,
    ],
    ['DUSTPAN\n\u0007\0\0', {}, /data is a rule file, not data; rules are named with -r$/],
    ['x', { format: 'xls' as 'csv' }, /there is no format xls; the formats are/],
    ['x', { format: 'custom' }, /give --log-format/],
    ['x', { format: 'csv', logFormat: '%U' }, /contradict each other/],
    ['x', { logFormat: '%J' }, /%J/],
    ['x', { format: 'common', host: 'a/b' }, /"a\/b" is no host name/],
  ])('of %j with %j is refused', async (content, options, message) => {
    await expect(read(content, options)).rejects.toThrow(message);
  });

  it('is all the same for an empty input', async () => {
    for (const content of ['', '\n\n', '\ufeff']) {
      expect(await read(content)).toEqual({ records: [], problems: [], lines: 0, formats: [] });
    }
  });

  it('is found for inputs shorter than a byte order mark', async () => {
    expect((await read('x', { format: 'urls', maxBad: 1 })).problems).toMatchObject([{ code: 'not-a-url' }]);
    expect((await read('é', { format: 'urls', maxBad: 1 })).problems[0]!.example).toMatch(/line 1: é$/);
  });

  it('may be UTF-16, as spreadsheets write it', async () => {
    const text = '\ufeffURL\tTitle\r\nhttp://ä.example/\t😀\r\n';
    const little = Buffer.from(text, 'utf16le');
    const expected = [{ url: 'http://ä.example/', title: '😀' }];
    expect((await read(little)).records).toEqual(expected);
    expect((await read(Buffer.from(little).swap16())).records).toEqual(expected);
  });

  it('must be read from a file if it is Parquet', async () => {
    async function* chunks() {
      yield Buffer.from('PAR1....');
    }
    const input = { name: 'standard input', size: undefined, position: () => 0, [Symbol.asyncIterator]: chunks };
    await expect(readAll([input])).rejects.toThrow(
      'standard input is parquet, which can be read neither from a stream nor compressed; give the path of the file itself',
    );
    await expect(read(gzipSync('PAR1....'), {}, 'a.parquet.gz')).rejects.toThrow(
      'a.parquet.gz is not a Parquet file as it stands; decompress it first',
    );
  });
});

describe('bad lines', () => {
  const lines = (good: number, bad: number) => `${'1\thttp://a/\n'.repeat(good)}${'bad\n'.repeat(bad)}`;

  it('are counted below the limit', async () => {
    const { records, problems } = await read(lines(90, 10));
    expect(records).toHaveLength(90);
    expect(problems).toEqual([{ code: 'no-tab', count: 10, example: `${join(folder, 'data')}, line 91: bad` }]);
  });

  it.each<[number, number, ReadOptions, RegExp | null]>([
    [
      89,
      11,
      {},
      /^only 89 of 100 lines of .*data can be read as clusters \(no tab, as in line 90: bad\); check the input,/,
    ],
    [89, 11, { maxBad: 0.11 }, null],
    [99, 1, { maxBad: 0 }, /only 99 of 100/],
    [
      0,
      2,
      { format: 'clusters' },
      /^nothing of .*data can be read as clusters \(no tab, as in line 1: bad\); check whether/,
    ],
    [0, 2, { format: 'clusters', maxBad: 1 }, null],
  ])('are too many or not: %i good, %i bad, %j', async (good, bad, options, message) => {
    const reading = read(lines(good, bad), options);
    if (message) await expect(reading).rejects.toThrow(message);
    else expect((await reading).problems).toMatchObject([{ count: bad }]);
  });

  it('are all lines of records that are read as clusters', async () => {
    const records = 'url\tstatus\nhttp://a/\t200\nhttp://b/\t200\n';
    await expect(read(records, { format: 'clusters' })).rejects.toThrow(
      /^nothing of .* can be read as clusters \(no cluster id, .*\); it looks like tsv, /,
    );
    // An id may be any text.
    const { records: labeled } = await read('url\thttp://a/\nurl\thttp://b/\n', { format: 'clusters' });
    expect(labeled).toEqual(['http://a/', 'http://b/'].map((url) => ({ cluster: 'url', url })));
  });

  it('of a format that is read as a whole are all', async () => {
    await expect(read('url\tstatus\nhttp://a/\t200\n', { format: 'parquet' })).rejects.toThrow(
      /^nothing of .*data can be read as parquet; it looks like tsv, because .*: give --format tsv$/,
    );
    await expect(read('nothing', { format: 'parquet' })).rejects.toThrow(/; check whether that is its format$/);
  });

  it('name the format that is likely', async () => {
    await expect(read('URL,Hash\nhttp://a/,x\nhttp://b/,x\n', { format: 'cdx' })).rejects.toThrow(
      /it looks like csv, because its header names URL, Hash: give --format csv, or allow/,
    );
  });

  it('are of one input: a good one does not make up for a bad one', async () => {
    const inputs = [fileOf('good', lines(1000, 0)), fileOf('bad', lines(1, 1))];
    await expect(readAll(inputs)).rejects.toThrow('only 1 of 2 lines');
  });

  it('are not those that are of no use', async () => {
    const post = '192.0.2.7 - - [29/Feb/2024:12:00:00 +0000] "POST /a HTTP/1.1" 200 5\n';
    const { problems, lines: all } = await read(post.repeat(5) + post.replace('POST', 'GET'), { host: 'a.example' });
    expect(problems).toMatchObject([{ code: 'other-method', count: 5 }]);
    expect(all).toBe(6);
  });

  it('without a host name ask for one, and soon', async () => {
    const line = '192.0.2.7 - - [29/Feb/2024:12:00:00 +0000] "GET /a HTTP/1.1" 200 5\n';
    const stream = readRecords([fileOf('data', line.repeat(50_000))]);
    const reading = async () => {
      for await (const batch of stream) expect(batch).toEqual([]);
    };
    await expect(reading()).rejects.toThrow(/is a log without host names; say whose it is with --host,/);
    expect(stream.lines()).toBeLessThan(20_000);
  });

  it('have words for every kind', () => {
    expect(describeProblem('no-tab')).toEqual({ kind: 'bad', text: 'no tab' });
    expect(describeProblem('some-thing')).toEqual({ kind: 'bad', text: 'some thing' });
  });
});

describe('an input that is cut off', () => {
  const urls = Array.from({ length: 40_000 }, (_, i) => `http://a.example/${i * 7919}?x=${i}`);
  const text = urls.map((url) => `${url}\t200\n`).join('');

  it.each([0.1, 0.5, 0.9, 0.999])('gives what came before the cut: gzip cut at %d', async (share) => {
    const whole = gzipSync(`url\tstatus\n${text}`);
    const { records, problems } = await read(whole.subarray(0, whole.length * share), {}, 'data.gz');
    expect(records.map(({ url }) => url)).toEqual(urls.slice(0, records.length));
    // A block of gzip is all that may be missing.
    expect(records.length).toBeGreaterThan(urls.length * share - 5000);
    expect(problems).toEqual([
      {
        code: 'cut-off',
        count: 1,
        example: `${join(folder, 'data.gz')}, the compressed stream ends too early; what came before is read`,
      },
    ]);
  });

  it('gives what came before the cut: zstd', async () => {
    const { stdout, error } = spawnSync('zstd', ['-c', '-q'], { input: `url\tstatus\n${text}`, maxBuffer: 1 << 28 });
    // There is no way to make zstd here without the program.
    if (error) return;
    const { records, problems } = await read(stdout.subarray(0, stdout.length * 0.9), {}, 'data.zst');
    expect(records.map(({ url }) => url)).toEqual(urls.slice(0, records.length));
    expect(records.length).toBeGreaterThan(urls.length / 2);
    expect(problems).toMatchObject([{ code: 'cut-off', count: 1 }]);
  });

  it('says so of a last line that has neither an end nor all its columns', async () => {
    const { records, problems } = await read('url\tstatus\tdigest\nhttp://a/\t200\tx\nhttp://b/long\t20');
    expect(records).toEqual([{ url: 'http://a/', status: 200, digest: 'x' }]);
    expect(problems).toMatchObject([{ code: 'cut-off', count: 1 }]);
  });

  it.each([
    ['url\tdigest\nhttp://a/1\tDA\n', 'http://a/2\tDB\nhttp://a/3\tDA', 2],
    ['url\tdigest\nhttp://a/1\tDA\n', 'http://a/2\tDB\nhttp://a/3\tDAB\n', 3],
    ['URL,Hash\nhttp://a/1,DA\n', 'http://a/2,DB\nhttp://a/3,DA', 2],
    ['http://a/1\n', 'http://a/2\nhttp://a/3', 2],
  ])('because it is being written has no last line of which more may follow: %j + %j', async (before, more, whole) => {
    const path = fileOf('growing', before);
    const input = openInput(path);
    appendFileSync(path, more);
    const { records, problems } = await readAll([input], { maxBad: 1 });
    expect(records.map(({ url }) => url)).toEqual(['http://a/1', 'http://a/2', 'http://a/3'].slice(0, whole));
    const example = `${path}, the last line, which was being written; the lines before it are read`;
    expect(problems).toEqual(whole === 3 ? [] : [{ code: 'cut-off', count: 1, example }]);
    // The same bytes in a file that nobody writes to are what they are.
    expect((await read(before + more)).records).toHaveLength(3);
  });

  it('gives captures before the cut', async () => {
    const { content } = readerSamples.find(({ format }) => format === 'warc')!;
    const whole = Buffer.concat([gzipSync(content), gzipSync(content)]);
    const { records, problems } = await read(whole.subarray(0, -20), {}, 'data.warc.gz');
    expect(records.length).toBeGreaterThanOrEqual(2);
    expect(problems).toMatchObject([{ code: 'cut-off', count: 1 }]);
  });

  it('is told from damage, before which what can be read is read', async () => {
    const damaged = gzipSync(`url\tstatus\n${text}`);
    const middle = damaged.length >> 1;
    damaged.fill(0xff, middle, middle + 100);
    const { records, problems } = await read(damaged, {}, 'data.gz');
    // Bytes that are wrong are noticed late, so the last lines before may be wrong too.
    expect(records.length).toBeGreaterThan(urls.length / 4);
    expect(records.length).toBeLessThan(urls.length);
    expect(records.slice(0, urls.length / 4).map(({ url }) => url)).toEqual(urls.slice(0, urls.length / 4));
    expect(problems.find(({ code }) => code === 'damaged')).toEqual({
      code: 'damaged',
      count: 1,
      example: `${join(folder, 'data.gz')}, the compressed stream makes no sense from there on; what came before is read`,
    });
  });

  it('is refused if nothing of it can be read', async () => {
    const damaged = gzipSync(text);
    damaged.fill(0xff, 10, 200);
    await expect(read(damaged, {}, 'data.gz')).rejects.toThrow('the gzip stream is damaged');
    await expect(read(gzipSync(text).subarray(0, 15), {}, 'data.gz')).rejects.toThrow(
      'in the middle of the gzip stream',
    );
  });
});

describe('a line without end', () => {
  const bomb = (head: string) => gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(20 * 1024 * 1024, 'x')]));
  it.each<[string, ReadOptions]>([
    ['urls', { format: 'urls' }],
    ['clusters', { format: 'clusters' }],
    ['csv', { format: 'csv' }],
    ['jsonl', { format: 'jsonl' }],
  ])('of %s is not waited for, and said', async (_, options) => {
    const { records, problems } = await read(
      bomb(HEADS[options.format as string]!),
      { ...options, maxBad: 1 },
      'data.gz',
    );
    expect(records).toMatchObject([{ url: 'http://a.example/' }]);
    expect(problems.at(-1)).toMatchObject({ code: 'line-too-long', count: 1 });
  });
  const HEADS: Readonly<Record<string, string>> = {
    urls: 'http://a.example/\n',
    clusters: '1\thttp://a.example/\n',
    csv: 'url,status\nhttp://a.example/,200\n',
    jsonl: '{"url":"http://a.example/"}\n',
  };
});
