/** Indexes of archives: legends in any order, usual columns without one, rows that are no pages, revisits. */
import { describe, expect, it } from 'vitest';
import type { LineReader } from '../../reader.ts';
import { recognizeCdx, startCdx } from './cdx.ts';
import { recognizeCdxj, startCdxj } from './cdxj.ts';

const readAll = (read: LineReader, lines: readonly string[]) =>
  lines.map((line) => {
    const bytes = Buffer.from(line);
    return read(bytes, 0, bytes.length, false);
  });
const readCdx = (...lines: string[]) => readAll(startCdx(), lines);
const readCdxj = (...lines: string[]) => readAll(startCdxj(), lines);

const PAGE = {
  url: 'http://a.example/x',
  time: '2012-10-18T14:25:21Z',
  type: 'text/html',
  status: 200,
  digest: 'VB3W',
};

describe('CDX', () => {
  it.each([
    [
      ' CDX N b a m s k r M S V g',
      'k 20121018142521 http://a.example/x text/html 200 VB3W - - 45 9 f',
      { ...PAGE, length: 45 },
    ],
    [' CDX a b s m k g', 'http://a.example/x 20121018142521 200 text/html VB3W f', PAGE],
    [
      ' CDX A b e a m s c k',
      'k 20121018142521 192.0.2.1 http://a.example/x text/html 200 VB3W OTHER',
      { ...PAGE, ip: '192.0.2.1' },
    ],
    ['|CDX|a|b|s|m|k', 'http://a.example/x|20121018142521|200|text/html|VB3W', PAGE],
    [' CDX N b a k', 'k 20121018142521 http://a.example/x VB3W', { url: PAGE.url, time: PAGE.time, digest: 'VB3W' }],
  ])('honors the legend %s', (legend, line, record) => expect(readCdx(legend, line)).toEqual([null, record]));

  it.each([
    [7, 'k 20121018142521 http://a.example/x text/html 200 VB3W 45', { ...PAGE, length: 45 }],
    [9, 'k 20121018142521 http://a.example/x text/html 200 VB3W - 9 f', PAGE],
    [10, 'k 20121018142521 http://a.example/x text/html 200 VB3W - - 9 f', PAGE],
    [
      11,
      'k 20121018142521 http://a.example/x text/html 200 VB3W http://b/ - 45 9 f',
      { ...PAGE, length: 45, redirect: 'http://b/' },
    ],
  ])('knows %i columns without a legend', (columns, line, record) => {
    expect(readCdx(line)).toEqual([record]);
    expect(recognizeCdx([line])).toBe(`its lines have the ${columns} columns of a CDX index`);
  });

  it('takes a legend in the middle', () => {
    const lines = [' CDX a b k', 'http://a/ 2012 X', ' CDX b a k', '2012 http://a/ X'];
    expect(readCdx(...lines)).toEqual([
      null,
      { url: 'http://a/', time: '2012', digest: 'X' },
      null,
      { url: 'http://a/', time: '2012', digest: 'X' },
    ]);
  });

  const row = (url: string, type: string, status: string) => `k 20121018142521 ${url} ${type} ${status} VB3W - 9 f`;
  it.each([
    ['a request', row('http://a/', 'warc/request', '-'), 'not-a-page'],
    ['a note', row('http://a/', 'warc/metadata', '-'), 'not-a-page'],
    ['a name', row('dns:a.example', 'text/dns', '-'), 'not-a-page'],
    ['an archive', row('warcinfo:/x.warc.gz/1', 'warc-info', '-'), 'not-a-page'],
    ['no URL', row('-', 'text/html', '200'), 'no-url'],
    ['other columns', 'k 20121018142521 http://a/', 'wrong-columns'],
    ['nothing', '', null],
  ])('tells %s', (_, line, expected) => expect(readCdx(line)).toEqual([expected]));

  it('takes a revisit for seen, and no other row without a status', () => {
    const time = PAGE.time;
    expect(readCdx(row('http://a/', 'warc/revisit', '-'))).toEqual([
      { url: 'http://a/', time, type: 'warc/revisit', digest: 'VB3W' },
    ]);
    expect(readCdx(row('http://a/', 'text/html', '-'))).toEqual([
      { url: 'http://a/', time, type: 'text/html', status: 0, digest: 'VB3W' },
    ]);
    expect(readCdx(row('a.example:80/', 'unk', '200'))).toEqual([
      { url: 'a.example:80/', time, status: 200, digest: 'VB3W' },
    ]);
  });

  it.each([
    ['that was not modified', '304', 'VB3W', { status: 200, digest: 'VB3W' }],
    ['with the digest of an empty answer', '304', '3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ', { status: 200 }],
    ['of an error', '404', 'VB3W', { status: 404, digest: 'VB3W' }],
  ])('reads a revisit %s', (_, status, digest, expected) => {
    const line = `k 20121018142521 http://a/ warc/revisit ${status} ${digest} - - 300 9 f`;
    const json = { url: 'http://a/', mime: 'warc/revisit', status, digest: `sha1:${digest}`, length: '300' };
    const record = { url: 'http://a/', time: PAGE.time, type: 'warc/revisit', ...expected };
    expect(readCdx(line)).toEqual([record]);
    expect(readCdxj(`k 20121018142521 ${JSON.stringify(json)}`)).toEqual([record]);
  });

  it.each([[['http://a/', 'http://b/']], [['a b c d e f g']], [['k 2012 x y z']], [[]]])('is not %j', (lines) =>
    expect(recognizeCdx(lines)).toBeNull(),
  );
});

describe('CDXJ', () => {
  it('reads what pywb and Common Crawl write', () => {
    const lines = [
      'example,a)/x 20121018142521 {"url": "http://a.example/x", "mime": "text/html", "status": "200", "digest": "sha1:VB3W", "length": "45", "offset": "9", "filename": "f"}',
      'example,a)/x 20121018142521 {"url": "http://a.example/x", "mime": "application/x", "mime-detected": "text/html", "status": "200", "digest": "VB3W", "length": "45", "redirect": "http://b/", "languages": "eng"}',
      'example,a)/x 20121018142521 {"url": "http://a.example/x", "mime": "warc/revisit", "mime-detected": "text/html", "digest": "VB3W"}',
      'example,a)/x 20121018142521 {"url": "http://a.example/x", "mime": "text/html", "status": "-", "digest": "VB3W"}',
    ];
    const { status: _status, ...unknown } = PAGE;
    expect(readCdxj(...lines)).toEqual([
      { ...PAGE, length: 45 },
      { ...PAGE, length: 45, redirect: 'http://b/' },
      { ...unknown, type: 'warc/revisit' },
      { ...PAGE, status: 0 },
    ]);
  });

  it.each([
    ['!OpenWayback-CDXJ 1.0', null],
    ['@context {"a":1}', null],
    [' CDXJ 1.0', null],
    ['', null],
    ['k 2012', 'wrong-columns'],
    ['k 2012 {"url":', 'not-json'],
    ['k 2012 []', 'not-an-object'],
    ['k 2012 {}', 'no-url'],
    ['k 2012 {"url":"dns:a"}', 'not-a-page'],
  ])('gives for %j %j', (line, expected) => expect(readCdxj(line)).toEqual([expected]));

  it('recognizes itself by most lines', () => {
    expect(recognizeCdxj(['!meta {"a":1}', 'com,a)/ 20121018142521 {"url":"http://a/"}'])).not.toBeNull();
    expect(recognizeCdxj(['{"url":"http://a/"}'])).toBeNull();
    expect(recognizeCdxj(['!meta'])).toBeNull();
  });
});
