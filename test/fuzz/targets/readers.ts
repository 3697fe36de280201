/** Every reader of bytes: nothing thrown, and the same records whatever the chunks and however they are asked for. */
import { LabelPack } from '../../../src/clusters/index.ts';
import type { CrawlRecord, PageSink, StreamReader } from '../../../src/records/reader.ts';
import { readerSamples } from '../../../src/records/reader-samples.case.ts';
import { firstLines } from '../../../src/records/readers/head.ts';
import { customLog } from '../../../src/records/readers/log-readers.ts';
import { readers } from '../../../src/records/readers/registry.ts';
import { type FuzzTarget, hold, orRefusedLater, same } from '../target.ts';
import { BYTES } from '../words.ts';

type Found = { readonly records: CrawlRecord[]; readonly problems: string[] };

const streams = readers.filter((reader): reader is StreamReader => reader.from === 'bytes');

export const readerTargets: readonly FuzzTarget[] = streams.map((reader) => {
  const samples = readerSamples.filter(({ format }) => format === reader.name);
  const options = samples.find((sample) => sample.options !== undefined)?.options ?? {};
  return {
    name: `reader-${reader.name}`,
    seeds: () => samples.map(({ content, bad }) => BYTES.encode(`${content}${bad[0]}\n`)),
    words: readerWords(reader.name),
    async run(bytes) {
      const whole = await read(reader, bytes, bytes.length, options);
      same(await read(reader, bytes, 1 + (bytes.length % 61), options), whole, 'records by chunks');
      for (const { url } of whole.records) hold(url !== '', () => 'a record without a URL');
      await read(reader, bytes, 4096, options, true);
      if (reader.name === 'clusters') await readLabels(reader, bytes, whole);
      // Which of many is asked for one input and another is a matter of its length.
      const other = readers[bytes.length % readers.length]!;
      other.recognize({ bytes: Buffer.from(bytes), lines: firstLines(Buffer.from(bytes)) });
    },
  };
});

/** A description of log lines is given by the user; the lines by anyone. The first line is the description. */
export const customLogTarget: FuzzTarget = {
  name: 'reader-custom',
  seeds: () =>
    [
      '%h %^[%d:%t %^] "%r" %s %b "%R" "%u"\n192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 23 "-" "x"',
      '~h{, } %v %U%q %s\n1.2.3.4, 5.6.7.8 www.example.com /a?b=1 200',
      '%x|%m|%U|%H|%s|%b|%D\n2024-02-29T12:00:00Z|GET|http://a.example/|HTTP/2|200|1|5',
    ].map((text) => BYTES.encode(text)),
  words: ['%h', '%^', '%d', '%t', '%r', '%s', '%b', '%U', '%q', '%v', '%m', '%%', '~h{', '}', '%x', '"', '[', ']', '|'],
  async run(bytes) {
    const [format = '', ...lines] = new TextDecoder().decode(bytes).split('\n');
    const options = { logFormat: format, host: 'www.example.com' };
    const content = BYTES.encode(lines.join('\n'));
    const whole = await orRefusedLater(() => read(customLog as StreamReader, content, content.length, options));
    if (whole !== null) same(await read(customLog as StreamReader, content, 7, options), whole, 'records by chunks');
  },
};

async function read(
  reader: StreamReader,
  bytes: Uint8Array,
  chunk: number,
  options: object,
  wasCut = false,
): Promise<Found> {
  const found: Found = { records: [], problems: [] };
  const sink: PageSink = {
    record: (record) => void found.records.push(record),
    page: (record, sample) => void found.records.push({ ...record, sketch: sample.join() }),
    problem: (code, example) => void found.problems.push(`${code} ${example}`),
  };
  const opened = await reader.open(sink, options);
  for (let at = 0; at < bytes.length; at += Math.max(1, chunk)) opened.push(bytes.slice(at, at + chunk));
  opened.end(wasCut);
  return found;
}

/** Labels that do not become records are the same labels. */
async function readLabels(reader: StreamReader, bytes: Uint8Array, { records }: Found): Promise<void> {
  const [direct, byRecords] = [new LabelPack(), new LabelPack()];
  const opened = await reader.open(
    {
      record: () => undefined,
      page: () => undefined,
      problem: () => undefined,
      labels: direct,
      labeled: () => undefined,
    },
    {},
  );
  opened.push(bytes);
  opened.end(false);
  for (const { url, cluster, wide } of records) byRecords.addText(url, cluster ?? '', wide);
  const [a, b] = [direct.finish(), byRecords.finish()];
  same(a.packed.size, b.packed.size, 'clusters');
  same(a.packed.urls.count, b.packed.urls.count, 'labeled URLs');
  same(a.notes, b.notes, 'notes');
}

function readerWords(format: string): readonly string[] {
  const words: Readonly<Record<string, readonly string[]>> = {
    warc: [
      'WARC/1.0\r\n',
      'Content-Length: ',
      'Transfer-Encoding: chunked\r\n',
      'Content-Encoding: gzip\r\n',
      '\r\n\r\n',
      'HTTP/1.1 200 OK\r\n',
      '<title>',
      'charset=utf-16',
      'WARC-Type: revisit\r\n',
      'ffffffff\r\n',
    ],
    sitemap: [
      '<url>',
      '</url>',
      '<loc>',
      '</loc>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '&amp;',
      '&#x1F600;',
      '&#99999999;',
      '<!DOCTYPE x [<!ENTITY a "b">]>',
      '&a;',
      '<sitemapindex>',
    ],
    csv: ['""', '"\n', ',,', ';', 'Address', '\r'],
    jsonl: ['{"url":', '\\ud800', '\\u0000', '[[[[', '"__proto__":{"a":1}', '{"__proto__":', 'null', '1e400'],
  };
  const own = Object.hasOwn(words, format) ? words[format]! : [];
  return [
    ...own,
    '\t',
    '\n',
    ' ',
    '"',
    '-',
    '/',
    '?',
    'http://',
    'https://a.example/',
    '200',
    '[10/Oct/2000:13:55:36 -0700]',
    '"GET / HTTP/1.1"',
    '\\x22',
    '#Fields: ',
  ];
}
