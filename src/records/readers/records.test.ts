/** Checks of reading: what each format gives, what is counted, how the format is found, and that cuts between chunks do not matter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../base/index.ts';
import type { CrawlRecord, Format } from '../reader.ts';
import type { Input } from './open.ts';
import { type ReadOptions, readRecords } from './records.ts';

/** For inputs that are bad on purpose. */
const ALL = { maxBad: 1 } as const;

function inputOf(content: string | Uint8Array, chunk = 1 << 20, name = 'data.tsv'): Input {
  const bytes = Buffer.from(content as string);
  async function* chunks() {
    // One buffer for all chunks, as a file has: who keeps a chunk finds another in its place.
    const buffer = Buffer.alloc(chunk);
    for (let at = 0; at < bytes.length; at += chunk) {
      const size = bytes.copy(buffer, 0, at, at + chunk);
      yield buffer.subarray(0, size);
    }
  }
  return { name, size: bytes.length, position: () => 0, [Symbol.asyncIterator]: chunks };
}

async function read(content: string | Uint8Array, options: ReadOptions = {}, chunk?: number) {
  const stream = readRecords([inputOf(content, chunk)], options);
  const records: CrawlRecord[] = [];
  for await (const batch of stream) records.push(...batch);
  return { records, problems: stream.problems(), lines: stream.lines() };
}

async function formatOf(content: string): Promise<[Format, string | null]> {
  let found: [Format, string | null] | undefined;
  await read(content, { onFormat: (_input, format, because) => (found = [format, because]) });
  return found!;
}

describe('clusters', () => {
  it('reads ids, URLs and wide ids, with a header or without', async () => {
    const rows = '1\thttp://a/\n1\thttp://b/\tw\n2\thttp://c/\t\n';
    const expected = [
      { cluster: '1', url: 'http://a/' },
      { cluster: '1', url: 'http://b/', wide: 'w' },
      { cluster: '2', url: 'http://c/' },
    ];
    for (const header of [
      '',
      'cluster_id\turl\twide_id\n',
      'Cluster_ID\tURL\n',
      '#cluster_id\turl\n',
      '\ufeffcluster_id\turl\n',
    ]) {
      expect(await read(header + rows)).toEqual({ records: expected, problems: [], lines: 3 });
    }
  });

  it('reads columns in another order by their header', async () => {
    const { records, problems } = await read(
      'url\twide_id\tcluster_id\nhttp://a/\tw\t1\nhttp://b/\t\t\nhttp://c/\n',
      ALL,
    );
    expect(records).toEqual([{ cluster: '1', url: 'http://a/', wide: 'w' }]);
    expect(problems).toEqual([
      { code: 'no-cluster-id', count: 1, example: 'data.tsv, line 3: http://b/\t\t' },
      { code: 'no-tab', count: 1, example: 'data.tsv, line 4: http://c/' },
    ]);
  });

  it('counts lines that it cannot use, with the first of each kind', async () => {
    const { records, problems, lines } = await read(
      '1\thttp://a/\nhttp://b/\n\thttp://c/\n2\t\n\n2\nx\n1\thttp://d/\n1\thttp://e/\n1\thttp://f/\n1\thttp://g/\n',
      ALL,
    );
    expect(records.map(({ url }) => url)).toEqual(['http://a/', 'http://d/', 'http://e/', 'http://f/', 'http://g/']);
    expect(problems).toEqual([
      { code: 'no-cluster-id', count: 1, example: 'data.tsv, line 3: \thttp://c/' },
      { code: 'no-tab', count: 3, example: 'data.tsv, line 2: http://b/' },
      { code: 'no-url', count: 1, example: 'data.tsv, line 4: 2\t' },
    ]);
    expect(lines).toBe(10);
  });

  it('keeps any text a URL may be, and CR LF line ends out of it', async () => {
    const urls = ['http://münchen.de/ä', 'http://a/\ud83d\ude00', 'a.com/x y', '-', 'http://a/%00'];
    const { records } = await read(urls.map((url) => `c\t${url}\r\n`).join(''), { format: 'clusters' });
    expect(records.map(({ url }) => url)).toEqual(urls);
  });

  it('turns bytes that are no UTF-8 into replacement characters', async () => {
    const { records } = await read(Buffer.from('c\thttp://a/\xff\n', 'latin1'));
    expect(records).toEqual([{ cluster: 'c', url: 'http://a/\ufffd' }]);
  });
});

describe('records', () => {
  it('reads tab-separated columns by name', async () => {
    const header = '#URL\tstatus\tignored\tlength\tsha1\tredirect\tcanonical\ttime\n';
    const { records } = await read(
      `${header}http://a/\t200\tx\t12\tAB\t-\thttp://c/\t2020-01-01\nhttp://b/\t301\tx\t\t\thttp://a/\n`,
    );
    expect(records).toEqual([
      { url: 'http://a/', status: 200, length: 12, digest: 'AB', canonical: 'http://c/', time: '2020-01-01' },
      { url: 'http://b/', status: 301, redirect: 'http://a/' },
    ]);
  });

  it('reads JSON lines with the same names', async () => {
    const lines = [
      { url: 'http://a/', status: 200, digest: 'AB', length: 12, title: 'T', words: null },
      { url: 'http://b/', status: '302', canonical_or_redirect: 'http://a/' },
    ];
    const { records, problems } = await read(
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"url":\n[1]\n{"digest":"x"}\n`,
      ALL,
    );
    expect(records).toEqual([
      { url: 'http://a/', status: 200, digest: 'AB', length: 12, title: 'T' },
      { url: 'http://b/', status: 302, redirect: 'http://a/' },
    ]);
    expect(problems.map(({ code, count }) => [code, count])).toEqual([
      ['no-url', 1],
      ['not-an-object', 1],
      ['not-json', 1],
    ]);
  });

  it('takes canonical_or_redirect by the status', async () => {
    const { records } = await read(
      'url\tstatus\tcanonical_or_redirect\nh/a\t302\th/t\nh/b\t200\th/t\nh/c\t-\th/t\nh/d\t304\t-\n',
    );
    expect(records).toEqual([
      { url: 'h/a', status: 302, redirect: 'h/t' },
      { url: 'h/b', status: 200, canonical: 'h/t' },
      { url: 'h/c', canonical: 'h/t' },
      { url: 'h/d', status: 304 },
    ]);
  });

  it('never takes a status that it does not understand for 200', async () => {
    const { records } = await read('url\tstatus\nh/a\t-5003\nh/b\tdns\nh/c\t-\n');
    expect(records.map(({ status }) => status)).toEqual([-5003, 0, undefined]);
  });

  it('counts all lines when a forced format has no header', async () => {
    const { records, problems } = await read('1\thttp://a/\n2\thttp://b/\n', { format: 'tsv', ...ALL });
    expect(records).toEqual([]);
    expect(problems).toMatchObject([{ code: 'no-header', count: 2 }]);
  });
});

describe('finding out the format', () => {
  it.each([
    ['cluster_id\turl\n1\thttp://a/\n', 'clusters', 'its first line names the columns cluster_id and url'],
    ['1\thttp://a/\n1\thttp://b/\n', 'clusters', 'its lines hold an id, a tab and a URL'],
    ['1\ta.com/x\n1\tb.com\n', 'clusters', 'its lines hold an id, a tab and a URL'],
    ['#url\tstatus\nhttp://a/\t200\n', 'tsv', 'its first line names the columns url, status'],
    ['{"url":"http://a/"}\n', 'jsonl', 'its first line is a JSON object with a URL'],
  ])('%j is %s', async (content, format, because) => {
    expect(await formatOf(content)).toEqual([format, because]);
  });

  it.each(['http://a/\t200\tABC\n', 'hello\n', '\x00\x01\x02'])('%j is refused', async (content) => {
    await expect(read(content)).rejects.toThrow(InputError);
    await expect(read(content)).rejects.toThrow(/--format/);
  });

  it('finds nothing wrong with an empty input', async () => {
    expect(await read('')).toEqual({ records: [], problems: [], lines: 0 });
    expect(await read('\n\n')).toMatchObject({ records: [], problems: [] });
  });
});

describe('chunks', () => {
  it('may be cut anywhere', async () => {
    const arbLine = fc.constantFrom('1\thttp://a/', '2\thttp://é/\tw', 'bad', '', '3\t', 'x\thttp://\ud83d\ude00/\r');
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbLine, { maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        async (lines, chunk, ended) => {
          const content = lines.join('\n') + (ended ? '\n' : '');
          const options = { format: 'clusters', ...ALL } as const;
          expect(await read(content, options, chunk)).toEqual(await read(content, options));
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it('hold lines of any length', async () => {
    const url = `http://a/${'x'.repeat(3_000_000)}`;
    const { records } = await read(`1\t${url}\n2\thttp://b/`, {}, 65_536);
    expect(records).toEqual([
      { cluster: '1', url },
      { cluster: '2', url: 'http://b/' },
    ]);
  });
});
