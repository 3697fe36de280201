/** Makes WARC files for tests, and reads them in chunks of any size. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { openWarc } from './open-warc.ts';
import type { WarcOptions, WarcRecord } from './types.ts';

export const URL = 'http://h.test/dir/page';
export const PAGE =
  '<html><head><title>A page</title><link rel="canonical" href="/canon"></head><body>one two three</body></html>';

export const HTML = 'Content-Type: text/html';

/** What a record with the usual page gives. */
export const WHOLE: WarcRecord = {
  kind: 'response',
  url: URL,
  status: 200,
  type: 'text/html',
  length: PAGE.length,
  digest: digestOf(PAGE),
  canonical: 'http://h.test/canon',
  time: '2024-05-17T12:00:00Z',
  title: 'A page',
  words: 5,
  text: 'A page one two three ',
};

/** Fields of a record; undefined for one that must not be there. */
export type Wanted = { readonly [Name in keyof WarcRecord]?: WarcRecord[Name] | undefined };

/** Base 32 by way of one large number, to check the other way. */
export function digestOf(bytes: string | Uint8Array): string {
  const digits = BigInt(`0x${createHash('sha1').update(bytes).digest('hex')}`)
    .toString(32)
    .padStart(32, '0');
  return `sha1:${digits.replace(/./g, (digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(digit, 32)]!)}`;
}

export type Parts = {
  readonly type?: string;
  readonly url?: string | null;
  readonly version?: string;
  /** Lines of the record's header, after the usual ones. */
  readonly head?: readonly string[];
  /** Instead of the right one. */
  readonly length?: string | null;
  readonly block?: string | Uint8Array;
  readonly lineEnd?: string;
};

export function record(parts: Parts = {}): Buffer {
  const { type = 'response', url = URL, version = 'WARC/1.0', head = [], lineEnd = '\r\n' } = parts;
  const block = Buffer.from(parts.block ?? http());
  const { length = String(block.length) } = parts;
  const lines = [
    version,
    `WARC-Type: ${type}`,
    ...(url === null ? [] : [`WARC-Target-URI: ${url}`]),
    'WARC-Date: 2024-05-17T12:00:00Z',
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...head,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(lines.join(lineEnd)), block, Buffer.from(lineEnd + lineEnd)]);
}

export function http(
  head: readonly string[] = ['Content-Type: text/html'],
  body: string | Uint8Array = PAGE,
  status = '200 OK',
): Buffer {
  return Buffer.concat([
    Buffer.from([`HTTP/1.1 ${status}`, ...head, '', ''].join('\r\n'), 'latin1'),
    Buffer.from(body),
  ]);
}

export function chunked(body: string | Uint8Array, size: number): Buffer {
  const bytes = Buffer.from(body);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

export type Result = { readonly records: WarcRecord[]; readonly problems: [code: string, example: string][] };

/** Gives the chunks in one array that is overwritten, as the reader of files does it. */
export function read(bytes: Uint8Array, cut: number | readonly number[] = 1e9, options: WarcOptions = {}): Result {
  const result: Result = { records: [], problems: [] };
  const reader = openWarc(
    {
      record: (found) => result.records.push(found),
      problem: (code, example) => result.problems.push([code, example]),
    },
    options,
  );
  const sizes = typeof cut === 'number' ? [cut] : cut;
  const buffer = new Uint8Array(Math.min(bytes.length, Math.max(...sizes)));
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const part = bytes.subarray(at, at + sizes[turn % sizes.length]!);
    buffer.fill(0xee);
    buffer.set(part);
    reader.push(buffer.subarray(0, part.length));
    at += part.length;
  }
  buffer.fill(0xee);
  reader.end();
  return result;
}

/** The only record of a file, which must have no problems. */
export function one(parts: Parts): WarcRecord | undefined {
  const { records, problems } = read(record(parts));
  expect(problems).toEqual([]);
  expect(records.length).toBeLessThan(2);
  return records[0];
}
