/** One small crawl, written in every format that can hold it, gives the same records and the same clusters. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../src/base/index.ts';
import { type CrawlRecord, clusterRecords, readRecords } from '../../src/index.ts';

/** What all of the formats can hold. */
const FIELDS = ['url', 'status', 'type', 'length', 'digest', 'redirect', 'time'] as const;
type Row = Pick<CrawlRecord, (typeof FIELDS)[number]>;
type Capture = Row & { readonly body: string };

const folder = mkdtempSync(join(tmpdir(), 'dustpan-round-trip-'));
afterAll(() => rmSync(folder, { recursive: true }));

const captures: readonly Capture[] = [
  page('http://a.example/', 'home'),
  page('http://a.example/index.html', 'home'),
  page('http://www.a.example/?utm_source="x", y;z', 'home'),
  page('http://a.example/ä/%C3%A4?q=1&r=2', 'umlauts'),
  page('http://a.example/single', 'single'),
  page('http://a.example/gone', 'gone', 404),
  moved('http://a.example/old', 'http://a.example/older'),
  moved('http://a.example/older', 'http://a.example/single'),
  moved('http://a.example/lost', 'http://nowhere.example/'),
  // Seen again elsewhere, so only its digest was kept.
  revisit('http://b.example/copy', 'single'),
  page('http://a.example/changed', 'first', 200, '2024-02-28T00:00:00Z'),
  page('http://a.example/changed', 'umlauts', 200, '2024-03-01T00:00:00Z'),
];
const rows: readonly Row[] = captures.map(({ body: _body, ...row }) => row);

function page(url: string, text: string, status = 200, time = '2024-02-29T12:00:00Z'): Capture {
  const body = `<html><title>${text}</title><p>${`${text} `.repeat(40)}</html>`;
  return { url, status, type: 'text/html', length: body.length, digest: digestOf(body), time, body };
}

function moved(url: string, redirect: string): Capture {
  const body = 'Moved.';
  const time = '2024-02-29T12:00:00Z';
  return { url, status: 301, type: 'text/plain', length: body.length, digest: digestOf(body), redirect, time, body };
}

function revisit(url: string, text: string): Capture {
  const { digest, time } = page(url, text);
  return { url, type: 'warc/revisit', digest: digest!, time: time!, body: '' };
}

/** In base 32, as archives write it. */
function digestOf(body: string): string {
  let bits = '';
  for (const byte of createHash('sha1').update(body).digest()) bits += byte.toString(2).padStart(8, '0');
  return bits.replace(/.{5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]!);
}

const WRITERS: Readonly<Record<string, () => string | Uint8Array>> = {
  'crawl.tsv': () => [FIELDS, ...rows.map(values)].map((line) => `${line.join('\t')}\n`).join(''),
  'crawl.csv': () => [FIELDS, ...rows.map(values)].map((line) => `${line.map(quoted).join(',')}\r\n`).join(''),
  'crawl.jsonl': () => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  'crawl.cdxj': () => rows.map((row) => `key ${stamp(row.time!)} ${JSON.stringify(cdxjOf(row))}\n`).join(''),
  'crawl.cdx': () => ` CDX b a m s k r n\n${rows.map((row) => `${cdxOf(row)}\n`).join('')}`,
  'crawl.warc.gz': () => Buffer.concat(captures.map((capture) => gzipSync(warcOf(capture)))),
};

const values = (row: Row) => FIELDS.map((field) => String(row[field] ?? '-'));
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const stamp = (time: string) => time.replace(/\D/g, '');

function cdxjOf({ type: mime, status, time: _time, ...rest }: Row) {
  return { ...rest, mime, status: String(status ?? '-') };
}

function cdxOf({ url, status, type, length, digest, redirect, time }: Row): string {
  const columns = [stamp(time!), url.replaceAll(' ', '%20'), type, status, digest, redirect, length];
  return columns.map((value) => value ?? '-').join(' ');
}

function warcOf({ url, status, type, digest, redirect, time, body }: Capture): string {
  const isRevisit = type === 'warc/revisit';
  const location = redirect === undefined ? '' : `Location: ${redirect}\r\n`;
  const http = isRevisit
    ? ''
    : `HTTP/1.1 ${status} X\r\nContent-Type: ${type}; charset=utf-8\r\n${location}\r\n${body}`;
  // The digest of pages is left out, and must be computed.
  const known = isRevisit ? `WARC-Payload-Digest: sha1:${digest}\r\n` : '';
  const head = `WARC/1.1\r\nWARC-Type: ${isRevisit ? 'revisit' : 'response'}\r\nWARC-Target-URI: ${url}\r\nWARC-Date: ${time}\r\n${known}`;
  return `${head}Content-Type: application/http\r\nContent-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`;
}

async function writeParquet(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const jsonl = join(folder, 'for-parquet.jsonl');
  writeFileSync(jsonl, WRITERS['crawl.jsonl']!());
  await connection.run(
    `COPY (SELECT * FROM read_json('${jsonl}', format = 'newline_delimited')) TO '${path}' (FORMAT parquet)`,
  );
  connection.disconnectSync();
  instance.closeSync();
}

async function pathOf(name: string): Promise<string> {
  const path = join(folder, name);
  if (name === 'crawl.parquet') await writeParquet(path);
  else writeFileSync(path, WRITERS[name]!());
  return path;
}

async function read(name: string) {
  const stream = readRecords([await pathOf(name)]);
  const records: CrawlRecord[] = [];
  for await (const batch of stream) records.push(...batch);
  expect(stream.problems()).toEqual([]);
  return records;
}

function common(record: CrawlRecord): Row {
  return Object.fromEntries(
    FIELDS.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])),
  ) as Row;
}

/** A CDX has no spaces within its columns. */
const spaced = (row: Row) => ({ ...row, url: row.url.replaceAll('%20', ' ') });

const byUrlAndTime = (a: Row, b: Row) => compareCodePoints(`${a.url} ${a.time}`, `${b.url} ${b.time}`);

async function clustersOf(records: readonly CrawlRecord[]) {
  const { clusters, failing, notes } = await clusterRecords([records]);
  return {
    clusters: clusters.map(({ urls }) => urls.map((url) => url.replaceAll('%20', ' ')).toSorted()).toSorted(),
    failing: failing.toSorted(),
    notes,
  };
}

describe('the same crawl', () => {
  it.each([...Object.keys(WRITERS), 'crawl.parquet'])('as %s', async (name) => {
    const records = await read(name);
    // Pages whose text was read come last.
    expect(records.map(common).map(spaced).toSorted(byUrlAndTime)).toEqual(rows.toSorted(byUrlAndTime));
    expect(await clustersOf(records)).toEqual(await clustersOf(rows));
  });

  it('has the clusters it should have', async () => {
    const { clusters } = await clustersOf(await read('crawl.csv'));
    expect(clusters).toContainEqual([
      'http://a.example/',
      'http://a.example/index.html',
      'http://www.a.example/?utm_source="x", y;z',
    ]);
    expect(clusters).toContainEqual([
      'http://a.example/old',
      'http://a.example/older',
      'http://a.example/single',
      'http://b.example/copy',
    ]);
    expect(clusters).toContainEqual(['http://a.example/changed', 'http://a.example/ä/%C3%A4?q=1&r=2']);
  });
});
