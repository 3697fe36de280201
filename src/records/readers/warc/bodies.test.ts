/** Tests of bodies: transfer and content encodings, whole, broken, and too large. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chunked, digestOf, HTML, http, one, PAGE, read, record, URL, type Wanted, WHOLE } from './archive.case.ts';

describe('bodies', () => {
  const chunkedHead = [HTML, 'Transfer-Encoding: chunked'];
  it.each<[string, string[], string | Uint8Array]>([
    ['in chunks', chunkedHead, chunked(PAGE, 10)],
    [
      'in chunks with extensions and trailers',
      chunkedHead,
      `${PAGE.length.toString(16).toUpperCase()} ;a="b"\r\n${PAGE}\r\n000\r\nX: y\r\n\r\n`,
    ],
    ['in chunks with bare LF', chunkedHead, `${PAGE.length.toString(16)}\n${PAGE}\n0\n\n`],
    ['in gzip', [HTML, 'Content-Encoding: gzip'], gzipSync(PAGE)],
    ['in x-gzip, in chunks', [...chunkedHead, 'Content-Encoding: X-GZIP'], chunked(gzipSync(PAGE), 7)],
    [
      'in gzip of two members',
      [HTML, 'Content-Encoding: gzip'],
      Buffer.concat([gzipSync(PAGE.slice(0, 50)), gzipSync(PAGE.slice(50))]),
    ],
    ['in deflate', [HTML, 'Content-Encoding: deflate'], deflateSync(PAGE)],
    ['in raw deflate', [HTML, 'Content-Encoding: deflate'], deflateRawSync(PAGE)],
    ['in Brotli', [HTML, 'Content-Encoding: br'], brotliCompressSync(PAGE)],
    [
      'in two encodings',
      [HTML, 'Content-Encoding: deflate', 'Content-Encoding: br'],
      brotliCompressSync(deflateSync(PAGE)),
    ],
    ['under encodings that mean nothing', [HTML, 'Content-Encoding: utf-8, identity'], PAGE],
    ['under names that every object has', [HTML, 'Content-Encoding: constructor, __proto__'], PAGE],
    ['decoded before they were archived', [HTML, 'Content-Encoding: gzip'], PAGE],
    ['decoded before they were archived, once Brotli', [HTML, 'Content-Encoding: br'], PAGE],
  ])('%s', (_, head, body) => {
    const { title, text, canonical } = one({ block: http(head, body) })!;
    expect([title, text, canonical]).toEqual([WHOLE.title, WHOLE.text, WHOLE.canonical]);
  });

  it('are measured and hashed after transfer and before content decoding', () => {
    const body = gzipSync(PAGE);
    const { length, digest } = one({ block: http([...chunkedHead, 'Content-Encoding: gzip'], chunked(body, 20)) })!;
    expect([length, digest]).toEqual([body.length, digestOf(body)]);
  });

  const troubled: [string, string[], string | Uint8Array, string, Wanted][] = [
    [
      'that end inside a chunk',
      chunkedHead,
      '20\r\n<title>x</title>one',
      'bad-chunking',
      { title: 'x', words: 2, length: 19 },
    ],
    ['without a last chunk', chunkedHead, '3\r\none\r\n', 'bad-chunking', { words: 1, length: 3 }],
    ['with a wrong size', chunkedHead, '3\r\none two\r\n0\r\n\r\n', 'bad-chunking', { words: 1, length: 3 }],
    ['with no size', chunkedHead, '3\r\none\r\nzz\r\ntwo', 'bad-chunking', { words: 1, length: 3 }],
    ['with an endless size', chunkedHead, `3\r\none\r\n${'0'.repeat(5000)}`, 'bad-chunking', { words: 1, length: 3 }],
    ['not in chunks', chunkedHead, PAGE, 'bad-chunking', { words: 5, length: PAGE.length }],
    [
      'not in chunks, of several lines',
      chunkedHead,
      `${'y '.repeat(999)}\r\nx\n`,
      'bad-chunking',
      { words: 1000, length: 2002 },
    ],
    ['not in chunks, short', chunkedHead, '5', 'bad-chunking', { words: 1, length: 1 }],
    [
      'in broken gzip',
      [HTML, 'Content-Encoding: gzip'],
      Buffer.concat([gzipSync(PAGE).subarray(0, 30), Buffer.alloc(60, 7)]),
      'bad-encoding',
      { words: undefined },
    ],
    ['in broken Brotli', [HTML, 'Content-Encoding: br'], Buffer.alloc(60, 0xff), 'bad-encoding', { words: undefined }],
    [
      'in an unknown encoding',
      [HTML, 'Content-Encoding: zstd'],
      'x',
      'unknown-encoding',
      { words: undefined, length: 1 },
    ],
    [
      'in too many encodings',
      [HTML, 'Content-Encoding: gzip, gzip, gzip, gzip'],
      'x',
      'unknown-encoding',
      { words: undefined },
    ],
  ];
  it.each(troubled)('%s', (_, head, body, code, expected) => {
    const { records, problems } = read(Buffer.concat([record({ block: http(head, body) }), record()]));
    expect(problems).toEqual([[code, URL]]);
    expect(records[0]).toMatchObject({ url: URL, status: 200, type: 'text/html' });
    for (const name in expected) expect(records[0]![name as keyof Wanted]).toBe(expected[name as keyof Wanted]);
    expect(records[1]).toEqual(WHOLE);
  });

  it('in gzip that was cut off give what there is', () => {
    const words = Array.from({ length: 2000 }, (_, i) => `w${i}`);
    const body = gzipSync(words.join(' '));
    const { text } = one({
      block: http(['Content-Type: text/plain', 'Content-Encoding: gzip'], body.subarray(0, 2000)),
    })!;
    expect(text!.length).toBeGreaterThan(1000);
    expect(words.join(' ').startsWith(text!)).toBe(true);
  });

  it.each<[string, string[], (body: string) => string | Uint8Array]>([
    ['plain', [], (body) => body],
    ['in chunks', ['Transfer-Encoding: chunked'], (body) => chunked(body, 100)],
    ['in gzip', ['Content-Encoding: gzip'], gzipSync],
    ['in deflate', ['Content-Encoding: deflate'], deflateSync],
    ['in Brotli', ['Content-Encoding: br'], brotliCompressSync],
  ])('that are too large, %s, are cut, but not their length and digest', (_, head, encode) => {
    const text = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 9973).join(' ');
    const body = encode(text);
    const payload = head[0]?.startsWith('T') ? text : body;
    const file = Buffer.concat([record({ block: http(['Content-Type: text/plain', ...head], body) }), record()]);
    const { records, problems } = read(file, 1000, { maxBody: 9000 });
    expect(problems).toEqual([['body-too-large', URL]]);
    expect(records[0]!.text!.length).toBeGreaterThan(3000);
    expect(records[0]!.text!.length).toBeLessThanOrEqual(9000);
    expect(text.startsWith(records[0]!.text!)).toBe(true);
    expect([records[0]!.length, records[0]!.digest]).toEqual([payload.length, digestOf(payload)]);
    expect(records[1]).toEqual(WHOLE);
  });

  it('that would become enormous are cut at the usual limit', () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 'ab '));
    const { records, problems } = read(record({ block: http([HTML, 'Content-Encoding: gzip'], bomb) }), 65_536);
    expect(problems).toEqual([['body-too-large', URL]]);
    expect(records[0]!.text!.length).toBeLessThanOrEqual(16 * 1024 * 1024);
    expect(records[0]!.words).toBeGreaterThan(1_000_000);
  });

  it('are not looked into if no text is wanted', () => {
    const { records, problems } = read(
      record({ block: http([HTML, 'Link: </x>; rel=canonical', 'Content-Encoding: zstd']) }),
      100,
      { text: false },
    );
    const { title, words, text, canonical, ...rest } = WHOLE;
    expect(problems).toEqual([]);
    expect(records).toEqual([rest]);
  });
});
