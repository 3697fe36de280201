/** Compares the WARC reader with warcio, on archives that warcio wrote and on archives made here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { WARCParser, WARCRecord, WARCSerializer } from 'warcio';
import { createRandom } from '../../../base/index.ts';
import { readPage } from '../../page/page.ts';
import { openInput } from '../open.ts';
import { chunked, digestOf, HTML, http, type Result, read, record } from './archive.case.ts';
import { openWarc } from './open-warc.ts';

const folder = mkdtempSync(join(tmpdir(), 'dustpan-warc-'));
afterAll(() => rmSync(folder, { recursive: true }));

const random = createRandom(7);
const pages = Array.from({ length: 30 }, (_, i) => {
  const words = Array.from({ length: random.below(3000) }, () => `wörd${random.below(900)}`);
  return `<html><head><title>Page ${i}</title></head><body><p>${words.join(' ')}</p></body></html>`;
});

/** What both readers can tell of a record. */
type Told = {
  readonly kind: string;
  readonly url: string;
  readonly status?: number | undefined;
  readonly time?: string | undefined;
  readonly digest?: string | undefined;
  readonly text?: string | undefined;
};

describe('warcio agrees', () => {
  it.each([false, true])('on what it wrote (gzip: %s)', async (gzip) => {
    const file = Buffer.concat(await Promise.all(written().map((one) => WARCSerializer.serialize(one, { gzip }))));
    await agree(file, 3 * pages.length);
  });

  it('on plain, chunked and encoded bodies, and on revisits', async () => {
    const records = pages.flatMap((page, i) => {
      const url = `http://h.test/${i}`;
      const digest = `WARC-Payload-Digest: ${digestOf(page)}`;
      return [
        record({ type: 'warcinfo', url: null, block: 'software: x\r\n' }),
        record({ type: 'request', url, block: `GET /${i} HTTP/1.1\r\nHost: h.test\r\n\r\n` }),
        record({ url, head: ['WARC-IP-Address: 192.0.2.1'], block: http([HTML], page) }),
        record({ url, block: http([HTML, 'Transfer-Encoding: chunked'], chunked(page, 1 + random.below(5000))) }),
        record({ url, block: http([HTML, 'Content-Encoding: gzip'], gzipSync(page)) }),
        record({
          url,
          head: [digest],
          block: http(
            [HTML, 'Content-Encoding: br', 'Transfer-Encoding: chunked'],
            chunked(brotliCompressSync(page), 900),
          ),
        }),
        record({ type: 'revisit', url, version: 'WARC/1.1', head: [digest], block: http([HTML], '') }),
      ];
    });
    await agree(Buffer.concat(records), 5 * pages.length);
    await agree(Buffer.concat(records.map((one) => gzipSync(one))), 5 * pages.length);
  });
});

/** Records as warcio makes them, with digests of its own. */
function written(): WARCRecord[] {
  return pages.flatMap((page, i) => {
    const url = `http://h.test/${i}?q=é`;
    const date = `2024-05-17T12:00:${String(i).padStart(2, '0')}Z`;
    const httpHeaders = { 'Content-Type': 'text/html; charset="utf-8"', 'X-Number': String(i) };
    const body = () => [new TextEncoder().encode(page)];
    return [
      WARCRecord.createWARCInfo({ filename: 'x.warc' }, { software: 'x' }),
      WARCRecord.create({ url, date, type: 'response', httpHeaders, warcVersion: 'WARC/1.1' }, body()),
      WARCRecord.create({ url, date, type: 'request', httpHeaders: { Host: 'h.test' } }, []),
      WARCRecord.create({ url, date, type: 'resource', warcHeaders: { 'Content-Type': 'text/html' } }, body()),
      WARCRecord.create(
        { url, date, type: 'revisit', httpHeaders, refersToUrl: 'http://h.test/a', refersToDate: date },
        [],
      ),
    ];
  });
}

/** Reads the file with both, with this reader also through the way that inputs take. */
async function agree(file: Buffer, records: number): Promise<void> {
  const path = join(folder, 'x.warc');
  writeFileSync(path, file);
  const opened: Result = { records: [], problems: [] };
  const reader = openWarc({
    record: (found) => opened.records.push(found),
    problem: (code, example) => opened.problems.push([code, example]),
  });
  const plain: Uint8Array[] = [];
  for await (const chunk of openInput(path)) {
    plain.push(new Uint8Array(chunk));
    reader.push(chunk);
  }
  reader.end();
  expect(opened.problems).toEqual([]);
  expect(opened.records).toHaveLength(records);
  expect(read(Buffer.concat(plain), 1000)).toEqual(opened);
  const told = opened.records.map(
    ({ kind, url, status, time, digest, text }): Told => ({ kind, url, status, time, digest, text }),
  );
  expect(told).toEqual(await tellByWarcio(file));
}

async function tellByWarcio(file: Buffer): Promise<Told[]> {
  const told: Told[] = [];
  for await (const found of new WARCParser([file])) {
    if (!['response', 'resource', 'revisit'].includes(found.warcType)) continue;
    const url = found.warcTargetURI!;
    const kind = found.warcType;
    const info = kind === 'resource' ? null : found.getResponseInfo();
    const status = info?.status === undefined ? undefined : Number(info.status);
    const raw = await found.readFully(false);
    const content = await found.readFully(true);
    // It takes off chunks and gzip, but leaves Brotli on.
    const decoded = info?.headers.get('content-encoding') === 'br' ? brotliDecompressSync(content) : content;
    const payload = info?.headers.get('transfer-encoding') ? decoded : raw;
    const isPage = kind !== 'revisit';
    told.push({
      kind,
      url,
      status,
      time: found.warcDate ?? undefined,
      digest: found.warcPayloadDigest ?? (isPage ? digestOf(payload) : undefined),
      text: isPage ? readPage(decoded, 'html', url).text : undefined,
    });
  }
  return told;
}
