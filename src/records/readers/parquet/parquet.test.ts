/** Tables in Parquet: DuckDB writes them, hyparquet says what they hold, and the reader must agree. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headOf } from '../../reader.contract.case.ts';
import type { CrawlRecord } from '../../reader.ts';
import { readers } from '../registry.ts';
import { parquet } from './index.ts';
import { confine, readParquet } from './parquet.ts';

const folder = mkdtempSync(join(tmpdir(), 'dustpan-parquet-'));
/** Signs that mean something in patterns and in SQL. */
const index = join(folder, "it's [1]*?.parquet");
const nested = join(folder, 'nested.parquet');

/** More rows than DuckDB gives at a time. */
const ROWS = 5000;

beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const write = (sql: string, path: string) =>
    connection.run(
      `COPY (${sql}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)`,
    );
  await write(
    `SELECT 'com,example)/' || i AS url_surtkey, 'https://www.example.com/ä?x=' || i AS url, upper(md5((i // 2)::VARCHAR)) AS content_digest,
       (CASE WHEN i % 10 = 0 THEN 301 ELSE 200 END)::SMALLINT AS fetch_status,
       CASE WHEN i % 10 = 0 THEN 'https://www.example.com/' || chr(31) || i END AS fetch_redirect,
       'text/html' AS content_mime_type, 'application/xhtml+xml' AS content_mime_detected, (300 + i)::INTEGER AS warc_record_length,
       TIMESTAMP '2024-02-29 12:00:00' + to_seconds(i) AS fetch_time FROM range(${ROWS}) t(i)`,
    index,
  );
  await write(
    `SELECT 'http://a/' AS url, {'a': 1} AS title, [1, 2] AS words, TIMESTAMPTZ '2024-02-29 12:00:00+01' AS time, 12.5::DECIMAL(4,1) AS length
     UNION ALL SELECT NULL, NULL, NULL, NULL, NULL`,
    nested,
  );
  await write('SELECT 1 AS a, 2 AS b', join(folder, 'other.parquet'));
  connection.disconnectSync();
  instance.closeSync();
  const whole = readFileSync(index);
  writeFileSync(join(folder, 'cut.parquet'), whole.subarray(0, whole.length / 2));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function read(path: string) {
  const records: CrawlRecord[] = [];
  const problems: string[] = [];
  let steps = 0;
  const sink = {
    record: (record: CrawlRecord) => void records.push(record),
    problem: (code: string, example: string) => void problems.push(`${code}: ${example}`),
  };
  for await (const _step of readParquet(path, sink)) steps++;
  return { records, problems, steps };
}

describe('Parquet', () => {
  it('reads the index of Common Crawl as hyparquet does', async () => {
    const bytes = readFileSync(index);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const rows = await parquetReadObjects({ file, compressors });
    const { records, problems, steps } = await read(index);
    expect(records).toEqual(
      rows.map((row) => ({
        url: row['url'],
        status: row['fetch_status'],
        type: row['content_mime_detected'],
        length: row['warc_record_length'],
        digest: row['content_digest'],
        // The sign that separates values is in no URL; in one it would become a blank.
        ...(row['fetch_redirect'] ? { redirect: String(row['fetch_redirect']).replace('\x1f', ' ') } : {}),
        time: (row['fetch_time'] as Date).toISOString().replace('.000', ''),
      })),
    );
    expect(records).toHaveLength(ROWS);
    expect(problems).toEqual([]);
    expect(steps).toBeGreaterThan(1);
  });

  it('passes over lists and structs, brings times to UTC, and counts rows without a URL', async () => {
    expect(await read(nested)).toMatchObject({
      records: [{ url: 'http://a/', length: 12.5, time: '2024-02-29T11:00:00Z' }],
      problems: ['no-url: row 2'],
    });
  });

  it('reads the file that is named, not those that its name fits as a pattern', async () => {
    const named = join(folder, 'n*.parquet');
    copyFileSync(nested, named);
    expect((await read(named)).records).toEqual((await read(nested)).records);
    expect((await read(named)).records).toHaveLength(1);
  });

  it('lets the database see that file and no other', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const count = async (path: string) => connection.run(`SELECT count(*) FROM read_parquet('${path}')`);
    await count(join(folder, 'other.parquet'));
    await confine(connection, nested);
    await count(nested);
    await expect(count(join(folder, 'other.parquet'))).rejects.toThrow(/Permission Error/);
    await expect(connection.run('SET enable_external_access = true')).rejects.toThrow();
    connection.disconnectSync();
    instance.closeSync();
  });

  it('can be left before the end', async () => {
    const sink = { record: () => undefined, problem: () => undefined };
    for await (const _step of readParquet(index, sink)) break;
  });

  it('refuses a table without URLs, and a file that is cut off', async () => {
    await expect(read(join(folder, 'other.parquet'))).rejects.toThrow('has no column of URLs, only a, b;');
    await expect(read(join(folder, 'cut.parquet'))).rejects.toThrow(
      /cut\.parquet is cut off: .* so nothing of it can be read; fetch or make it again/,
    );
    const damaged = join(folder, 'damaged.parquet');
    writeFileSync(damaged, 'PAR1 nothing of use PAR1');
    await expect(read(damaged)).rejects.toThrow(/damaged\.parquet: the Parquet file cannot be read \(.*\); fetch/);
  });

  it('is recognized by its first bytes, and by nothing else', () => {
    const recognized = readers.filter((reader) => reader.recognize(headOf(readFileSync(index))) !== null);
    expect(recognized).toEqual([parquet]);
  });
});
