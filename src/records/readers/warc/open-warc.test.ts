/** Tests of the WARC reader: what is told of records of all kinds. */
import { describe, expect, it } from 'vitest';
import type { CrawlRecord } from '../../reader.ts';
import { digestOf, HTML, http, one, PAGE, type Parts, read, record, URL, type Wanted, WHOLE } from './archive.case.ts';

describe('a response', () => {
  it('is read whole', () => {
    expect(one({})).toEqual(WHOLE);
    const asRecord: CrawlRecord = WHOLE;
    expect(asRecord.url).toBe(URL);
  });

  it.each<[string, Parts, Wanted]>([
    ['version 1.1', { version: 'WARC/1.1' }, {}],
    ['a draft of the standard', { version: 'WARC/0.18' }, {}],
    ['lines that end with LF', { lineEnd: '\n', block: http().toString().replaceAll('\r\n', '\n') }, {}],
    ['the type of its block', { head: ['Content-Type: application/http; msgtype=response'] }, {}],
    ['an address', { head: ['WARC-IP-Address: 192.0.2.7'] }, { ip: '192.0.2.7' }],
    ['its digest', { head: ['WARC-Payload-Digest: sha1:ABC'] }, { digest: 'sha1:ABC' }],
    ['its digest in another line', { head: ['warc-payload-DIGEST:', ' \tsha256:abc '] }, { digest: 'sha256:abc' }],
    ['brackets around the URL', { url: `<${URL}>` }, {}],
    ['a URL that is not ASCII', { url: 'http://h.test/é' }, { url: 'http://h.test/é' }],
    ['a line that is no field', { head: ['nonsense', ': none', 'A : b'] }, {}],
    ['no reason', { block: http([HTML], PAGE, '200') }, {}],
    ['an unusual reason', { block: http([HTML], PAGE, '200  \xfc 404') }, {}],
    ['HTTP/2', { block: `HTTP/2 200\r\n${HTML}\r\n\r\n${PAGE}` }, {}],
    ['an interim answer', { block: `HTTP/1.1 100 Continue\r\nX: y\r\n\r\n${http()}` }, {}],
    ['folded fields', { block: http(['content-type:', '\ttext/html;', ' charset=utf-8']) }, {}],
    ['the last of two types', { block: http(['Content-Type: image/png', 'Content-Type: Text/HTML ; charset=x']) }, {}],
    [
      'No-Vary-Search',
      { block: http([HTML, 'No-Vary-Search: params=("a")', 'no-vary-search: key-order']) },
      { noVarySearch: 'params=("a"), key-order' },
    ],
    ['a Link that agrees', { block: http([HTML, 'Link: </canon>; rel="canonical"']) }, {}],
    ['a Link that disagrees', { block: http([HTML, 'Link: </other>; rel="canonical"']) }, { canonical: undefined }],
    ['no type', { block: http([]) }, { type: undefined }],
  ])('with %s', (_, parts, difference) => {
    const expected = Object.entries({ ...WHOLE, ...difference }).filter(([, value]) => value !== undefined);
    expect(one(parts)).toEqual(Object.fromEntries(expected));
  });

  it.each<[string, string[], string | Uint8Array, Wanted]>([
    ['an image', ['Content-Type: image/png'], '<title>x</title>', { type: 'image/png', length: 16 }],
    ['an unknown type', [], 'GIF89a', { length: 6 }],
    [
      'plain text',
      ['Content-Type: text/plain'],
      'a <b> c',
      { type: 'text/plain', length: 7, words: 3, text: 'a <b> c' },
    ],
    [
      'XML',
      ['Content-Type: application/rss+xml'],
      '<a>b</a>',
      { type: 'application/rss+xml', length: 8, words: 1, text: 'b ' },
    ],
    ['nothing', [HTML], '', { type: 'text/html', length: 0, words: 0, text: '' }],
    [
      'another charset',
      ['Content-Type: text/plain; Charset="koi8-r"'],
      Uint8Array.of(0xcf),
      { type: 'text/plain', length: 1, words: 1, text: 'о' },
    ],
    [
      'a canonical address in its head',
      ['Content-Type: application/pdf', 'Link: <x>; rel=next, <y>; REL=Canonical'],
      '',
      { type: 'application/pdf', length: 0, canonical: 'http://h.test/dir/y' },
    ],
  ])('of %s', (_, head, body, expected) => {
    const whole = { kind: 'response', url: URL, status: 200, time: WHOLE.time, digest: digestOf(body), ...expected };
    expect(one({ block: http(head, body) })).toEqual(whole);
  });

  it.each<[string, string, string, Wanted]>([
    ['301 Moved', 'Location: /x', '/x', { status: 301, redirect: 'http://h.test/x' }],
    ['302', 'location: ../y?z#f', '', { status: 302, redirect: 'http://h.test/y?z' }],
    ['308', 'Location: //o.test', '', { status: 308, redirect: 'http://o.test/' }],
    ['307', 'Location: http://h.test/\xc3\xa9', '', { status: 307, redirect: 'http://h.test/é' }],
    ['303', 'Location: http://h.test/\xe9', '', { status: 303, redirect: 'http://h.test/é' }],
    ['301', 'Location: http:', '', { status: 301 }],
    ['302', 'X: y', '', { status: 302 }],
    ['200 OK', 'Location: /x', '', { status: 200 }],
    ['404 Not Found', 'Location: /x', '', { status: 404 }],
  ])('%s with %s', (status, head, body, expected) => {
    const { kind, url, time, digest, length, ...rest } = one({ block: http([head], body, status) })!;
    expect(rest).toEqual(expected);
    expect([kind, url, time, digest, length]).toEqual(['response', URL, WHOLE.time, digestOf(body), body.length]);
  });

  it('may have no end of its head', () => {
    const { status, type, length } = one({ block: `HTTP/1.1 204 None\r\n${HTML}` })!;
    expect([status, type, length]).toEqual([204, 'text/html', 0]);
  });

  it('of another protocol is its own payload', () => {
    const parts: Parts = { url: 'ftp://h.test/x', head: ['Content-Type: text/plain'], block: 'one two' };
    const { url, status, type, length, words } = one(parts)!;
    expect([url, status, type, length, words]).toEqual(['ftp://h.test/x', undefined, 'text/plain', 7, 2]);
  });
});

describe('other records', () => {
  it('of a revisit the digest is kept', () => {
    const parts: Parts = {
      type: 'revisit',
      head: ['WARC-Payload-Digest: sha1:ABC', 'WARC-Refers-To-Target-URI: <http://h.test/a>', 'WARC-Truncated: length'],
      block: http([HTML, 'Content-Length: 100'], ''),
    };
    const { kind, url, time } = { ...WHOLE, kind: 'revisit' as const };
    expect(one(parts)).toEqual({
      kind,
      url,
      time,
      status: 200,
      type: 'text/html',
      digest: 'sha1:ABC',
      refersTo: 'http://h.test/a',
    });
    expect(one({ ...parts, block: '' })).toEqual({ kind, url, time, digest: 'sha1:ABC', refersTo: 'http://h.test/a' });
    expect(one({ ...parts, block: http(['Location: /x'], '', '301') })).toMatchObject({
      status: 301,
      redirect: 'http://h.test/x',
    });
  });

  it('a resource is its own payload', () => {
    const { status, ...rest } = WHOLE;
    expect(one({ type: 'resource', head: ['Content-Type: text/html'], block: PAGE })).toEqual({
      ...rest,
      kind: 'resource',
    });
  });

  it.each<[string, Parts]>([
    ...['request', 'metadata', 'warcinfo', 'conversion', 'continuation', 'something-new'].map(
      (type): [string, Parts] => [type, { type, block: 'WARC/1.0\r\nx' }],
    ),
    ['a host name', { url: 'dns:h.test', head: ['Content-Type: text/dns'] }],
    ['notes of a program', { type: 'resource', url: 'metadata://gnu.org/software/wget/warc/MANIFEST.txt' }],
  ])('%s is passed over', (_, parts) => {
    const { records, problems } = read(Buffer.concat([record(parts), record()]), 10);
    expect(problems).toEqual([]);
    expect(records).toEqual([WHOLE]);
  });
});

describe('openWarc', () => {
  it('reads nothing from nothing', () => {
    expect(read(Buffer.alloc(0))).toEqual({ records: [], problems: [] });
    expect(read(Buffer.from('\r\n\n\r\n'))).toEqual({ records: [], problems: [] });
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a limit of %d', (maxBody) => {
    expect(() => read(Buffer.alloc(0), 1, { maxBody })).toThrow('give a number of bytes');
  });
});
