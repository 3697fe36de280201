/** A small input of every format that is read as a stream, with the records it holds, and something that is no part of it. */
import type { CrawlRecord, Format, ReaderOptions } from './reader.ts';
import { nameOf } from './readers/log-readers.ts';
import { LOG_FORMATS, type LogFormat } from './readers/logs/index.ts';
import { SAMPLES } from './readers/logs/samples.case.ts';

export type ReaderSample = {
  readonly format: Format;
  readonly content: string;
  /** Of logs, the URLs alone. */
  readonly records: readonly CrawlRecord[];
  /** A line of the format's kind that cannot be used, put in at the end, and the code of its problem. */
  readonly bad: readonly [string, string];
  readonly options?: ReaderOptions;
};

const page = { url: 'https://www.example.com/a?x=1', status: 200, length: 512 };
const moved = { url: 'https://www.example.com/b', status: 301, length: 20 };
const time = '2024-02-29T12:00:00Z';
const capture = { type: 'text/html', time, digest: 'VB3WKPCMMTLXDM5TUGB45A4NC3WWN7JG' };

export const readerSamples: readonly ReaderSample[] = [
  {
    format: 'clusters',
    content: '1\thttp://a.example/\n1\thttp://a.example/?x\t7\n2\thttp://b.example/é\n',
    records: [
      { url: 'http://a.example/', cluster: '1' },
      { url: 'http://a.example/?x', cluster: '1', wide: '7' },
      { url: 'http://b.example/é', cluster: '2' },
    ],
    bad: ['no tab in it', 'no-tab'],
  },
  {
    format: 'tsv',
    content: '#url\tstatus\tdigest\ttitle\nhttp://a.example/\t200\tAB\tÄ "B"\nhttp://b.example/\t404\t-\t\n',
    records: [
      { url: 'http://a.example/', status: 200, digest: 'AB', title: 'Ä "B"' },
      { url: 'http://b.example/', status: 404 },
    ],
    bad: ['no tab in it', 'no-tab'],
  },
  {
    format: 'csv',
    content:
      'Address,Status Code,Status,Hash,Title 1\nhttp://a.example/?x=1,200,OK,ab,"One, ""two""\nand three"\n"http://b.example/",301,Moved,,\n',
    records: [
      { url: 'http://a.example/?x=1', status: 200, digest: 'ab', title: 'One, "two"\nand three' },
      { url: 'http://b.example/', status: 301 },
    ],
    bad: ['http://c.example/,200,OK,ab,title,more,and more', 'too-many-columns'],
  },
  {
    format: 'jsonl',
    content:
      '{"url":"http://a.example/","status":200,"digest":"sha1:AB"}\n{"url":"http://b.example/","statusCode":"302","redirect":"http://a.example/"}\n',
    records: [
      { url: 'http://a.example/', status: 200, digest: 'AB' },
      { url: 'http://b.example/', status: 302, redirect: 'http://a.example/' },
    ],
    bad: ['{"url":', 'not-json'],
  },
  {
    format: 'cdx',
    content: [
      ' CDX N b a m s k r M S V g',
      'com,example)/a 20240229120000 https://www.example.com/a?x=1 text/html 200 VB3WKPCMMTLXDM5TUGB45A4NC3WWN7JG - - 512 907 a.warc.gz',
      'com,example)/b 20240229120000 https://www.example.com/b text/html 301 - https://www.example.com/a?x=1 - 20 1907 a.warc.gz',
      'com,example)/a 20240229120000 https://www.example.com/a?x=1 warc/revisit - VB3WKPCMMTLXDM5TUGB45A4NC3WWN7JG - - 300 2907 a.warc.gz\n',
    ].join('\n'),
    records: [
      { ...page, ...capture },
      { ...moved, type: 'text/html', time, redirect: 'https://www.example.com/a?x=1' },
      { url: page.url, ...capture, type: 'warc/revisit' },
    ],
    bad: ['com,example)/c 20240229120000 https://www.example.com/c', 'wrong-columns'],
  },
  {
    format: 'cdxj',
    content: [
      'com,example)/a 20240229120000 {"url":"https://www.example.com/a?x=1","mime":"text/html","status":"200","digest":"sha1:VB3WKPCMMTLXDM5TUGB45A4NC3WWN7JG","length":"512"}',
      'com,example)/b 20240229120000 {"url":"https://www.example.com/b","mime":"unk","mime-detected":"text/html","status":"301","length":20,"redirect":"https://www.example.com/a?x=1"}',
      'com,example)/a 20240229120000 {"url":"https://www.example.com/a?x=1","mime":"warc/revisit","status":"-","digest":"VB3WKPCMMTLXDM5TUGB45A4NC3WWN7JG","length":"300"}\n',
    ].join('\n'),
    records: [
      { ...page, ...capture },
      { ...moved, type: 'text/html', time, redirect: 'https://www.example.com/a?x=1' },
      { url: page.url, ...capture, type: 'warc/revisit' },
    ],
    bad: ['com,example)/c 20240229120000 {"url":', 'not-json'],
  },
  {
    format: 'warc',
    content: warcRecords(
      ['response', 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nnot a picture'],
      ['response', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>A</title>page'],
      ['revisit', ''],
    ),
    records: [
      { ...page, type: 'image/png', time, length: 13, digest: capture.digest },
      { ...page, type: 'text/html', time, length: 20, title: 'A', words: 2 },
      { url: page.url, type: 'warc/revisit', time, digest: capture.digest },
    ],
    bad: ['no header of a record', 'bad-record'],
  },
  {
    format: 'sitemap',
    content: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
      '<!-- <url><loc>http://no.example/</loc></url> -->',
      '<url><loc> http://a.example/?x=1&amp;y=&#50; </loc><lastmod>2024-02-29</lastmod><image:image><image:loc>http://i.example/</image:loc></image:image></url>',
      '<url>\n<loc><![CDATA[http://b.example/?a&b]]></loc>\n</url>',
      '</urlset>\n',
    ].join('\n'),
    records: [{ url: 'http://a.example/?x=1&y=2', time: '2024-02-29' }, { url: 'http://b.example/?a&b' }],
    bad: ['<url><priority>1</priority></url>', 'no-url'],
  },
  {
    format: 'urls',
    content: '# my pages\nhttp://a.example/?x=1\n  https://b.example/ä \nwww.c.example/d\n',
    records: [{ url: 'http://a.example/?x=1' }, { url: 'https://b.example/ä' }, { url: 'www.c.example/d' }],
    bad: ['no URL at all', 'not-a-url'],
  },
  ...logSamples(),
];

function warcRecords(...records: readonly (readonly [string, string])[]): string {
  const lines = records.flatMap(([type, block]) => [
    ...['WARC/1.0', `WARC-Type: ${type}`, `WARC-Target-URI: ${page.url}`, `WARC-Date: ${time}`],
    ...[`WARC-Payload-Digest: sha1:${capture.digest}`, 'Content-Type: application/http'],
    ...[`Content-Length: ${block.length}`, '', block, '', ''],
  ]);
  return lines.join('\r\n');
}

/** Logs have samples of their own; what is checked of them here is that the right lines become records. */
function logSamples(): ReaderSample[] {
  const host = { host: 'https://www.example.com' };
  const urls: Readonly<Record<LogFormat, readonly string[]>> = {
    COMMON: ['https://www.example.com/a/b.html?x=1', 'https://www.example.com/'],
    COMBINED: ['https://www.example.com/a/b.html?x=1'],
    VCOMMON: ['https://www.example.com/a/b.html?x=1', 'http://example.org/a/b.html?x=1'],
    VCOMBINED: ['https://www.example.com/a/b.html?x=1', 'http://[2001:db8::1]:8080/a/b.html?x=1'],
    W3C: ['https://www.example.com/default.aspx?id=3'],
    SQUID: ['http://www.example.com/a'],
    CLOUDFRONT: ['https://d111111abcdef8.cloudfront.net/index.html'],
    CLOUDSTORAGE: ['https://storage.googleapis.com/bucket/object.html'],
    AWSELB: ['https://www.example.com/', 'http://www.example.com/'],
    AWSS3: ['https://bucket1.s3.us-west-1.amazonaws.com/dir/page.html'],
    CADDY: ['https://localhost:2015/a?b=1'],
    TRAEFIKCLF: ['https://www.example.com/a/b.html?x=1', 'https://www.example.com/a/b.html?x=1'],
    JSON: ['https://www.example.com/a?b=1', 'http://www.example.com/c'],
  };
  return LOG_FORMATS.map((format) => ({
    format: nameOf(format),
    content: `${SAMPLES[format].join('\n')}\n`,
    records: urls[format].map((url) => ({ url })),
    bad: ['no line of a log', 'not-this-format'],
    ...(/^(COMMON|COMBINED|W3C|TRAEFIKCLF|CLOUDSTORAGE)$/.test(format) ? { options: host } : {}),
  }));
}
