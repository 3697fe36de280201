/** The suite that every reader must pass: what it gives does not depend on how the bytes come, and bad data is counted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sketchSample } from './page/index.ts';
import type { CrawlRecord, Head, Reader, ReaderOptions, StreamReader } from './reader.ts';
import type { ReaderSample } from './reader-samples.case.ts';
import { firstLines } from './readers/head.ts';

type Found = { readonly records: CrawlRecord[]; readonly problems: [code: string, example: string][] };

export function readerContract(reader: StreamReader, sample: ReaderSample, all: readonly Reader[]): void {
  const { content, records, options = {} } = sample;
  const whole = Buffer.from(content);
  const read = (bytes: Uint8Array, chunk = bytes.length, wasCut = false) =>
    readAll(reader, bytes, options, chunk, wasCut);

  describe(`${reader.name} keeps the reader contract`, () => {
    it('recognizes its own sample, as no other reader does', () => {
      const recognized = all.filter((other) => other.recognize(headOf(whole)) !== null);
      expect(recognized.map(({ name }) => name)).toEqual([reader.name]);
    });

    it('reads its sample', async () => {
      const found = await read(whole);
      expect(found.records).toHaveLength(records.length);
      expect(found.records).toMatchObject(records);
    });

    it('finds nothing in an empty input, and nothing wrong with it', async () => {
      expect(await read(Buffer.alloc(0))).toEqual({ records: [], problems: [] });
      expect(reader.recognize(headOf(Buffer.alloc(0)))).toBeNull();
    });

    it('gives the same whatever the chunks', async () => {
      const expected = await read(whole);
      for (let at = 0; at <= whole.length; at++) {
        expect(await readParts(reader, [whole.subarray(0, at), whole.subarray(at)], options)).toEqual(expected);
      }
      for (const chunk of [1, 2, 3, 7]) expect(await read(whole, chunk)).toEqual(expected);
    });

    it('does not keep the chunks it is given', async () => {
      const buffer = Buffer.alloc(16);
      const parts = Array.from({ length: Math.ceil(whole.length / 16) }, (_, i) => whole.subarray(i * 16, i * 16 + 16));
      const reused = parts.map((part) => () => {
        buffer.fill(0xee);
        part.copy(buffer);
        return buffer.subarray(0, part.length);
      });
      expect(await readParts(reader, reused, options)).toEqual(await read(whole));
    });

    it('reads CR LF as it reads LF', async () => {
      const text = content.replace(/\r?\n/g, '\n');
      const [lf, crlf] = [await read(Buffer.from(text)), await read(Buffer.from(text.replaceAll('\n', '\r\n')))];
      expect(crlf.records.map(({ url }) => url)).toEqual(records.map(({ url }) => url));
      if (reader.name !== 'warc') expect(crlf.records.map(oneLine)).toEqual(lf.records.map(oneLine));
    });

    it('counts what it cannot use, shows it, and goes on', async () => {
      const [bad, code] = sample.bad;
      const before = await read(whole);
      const found = await read(Buffer.from(withBad(content, bad, reader.name)));
      expect(found.records.map(({ url }) => url)).toEqual(before.records.map(({ url }) => url));
      const added = found.problems.filter(([known]) => !before.problems.some(([other]) => other === known));
      expect(added.map(([known]) => known)).toEqual([code]);
      expect(added[0]![1]).not.toBe('');
    });

    it('loses only the last record of an input that was cut off', async () => {
      const { records: expected } = await read(whole);
      let known = 0;
      const numbers = new Set<number>();
      for (let size = 0; size <= whole.length; size++) {
        const cut = await read(whole.subarray(0, size), size, true);
        // What is known to be cut is not guessed at.
        expect(cut.records).toEqual(expected.slice(0, cut.records.length));
        expect(cut.records.length).toBeGreaterThanOrEqual(known);
        known = cut.records.length;
        numbers.add(known);
        const open = await read(whole.subarray(0, size));
        expect(open.records.length).toBeGreaterThanOrEqual(known);
        expect(open.records.slice(0, -1)).toEqual(expected.slice(0, Math.max(0, open.records.length - 1)));
      }
      // One record after the other, the first on its own; only the very last may need what follows it.
      const last = Math.max(known, expected.length - 1);
      expect([...numbers]).toEqual(Array.from({ length: last + 1 }, (_, count) => count));
    });

    it('never throws on bytes', async () => {
      const arbPiece = fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      );
      await fc.assert(
        fc.asyncProperty(
          arbPiece,
          fc.nat(whole.length),
          fc.nat(30),
          fc.integer({ min: 1, max: 50 }),
          async (piece, at, dropped, chunk) => {
            await read(piece, chunk);
            const hurt = Buffer.concat([whole.subarray(0, at), piece, whole.subarray(at + dropped)]);
            expect(await read(hurt, chunk)).toEqual(await read(hurt));
            reader.recognize(headOf(hurt));
          },
        ),
        { seed: 1, numRuns: 100 },
      );
    });
  });
}

export function headOf(bytes: Buffer): Head {
  return { bytes, lines: firstLines(bytes) };
}

async function readAll(
  reader: StreamReader,
  bytes: Uint8Array,
  options: ReaderOptions,
  chunk: number,
  wasCut: boolean,
): Promise<Found> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunk) parts.push(bytes.subarray(at, at + chunk));
  return readParts(reader, parts, options, wasCut);
}

async function readParts(
  reader: StreamReader,
  parts: readonly (Uint8Array | (() => Uint8Array))[],
  options: ReaderOptions,
  wasCut = false,
): Promise<Found> {
  const found: Found = { records: [], problems: [] };
  const sink = {
    record: (record: CrawlRecord) => void found.records.push(record),
    page: (record: CrawlRecord, sample: Uint32Array) =>
      void found.records.push({ ...record, sketch: sketchSample(sample) }),
    problem: (code: string, example: string) => void found.problems.push([code, example]),
  };
  const opened = await reader.open(sink, options);
  for (const part of parts) opened.push(typeof part === 'function' ? part() : part);
  opened.end(wasCut);
  return found;
}

/** Texts that go on over lines hold the line ends they were written with. */
function oneLine(record: CrawlRecord): CrawlRecord {
  return record.title === undefined ? record : { ...record, title: record.title.replaceAll('\r', '') };
}

/** At the end, where nothing but another record can stand. */
function withBad(content: string, bad: string, format: string): string {
  const at = format === 'sitemap' ? content.lastIndexOf('</urlset>') : content.length;
  return `${content.slice(0, at)}${bad}\n${content.slice(at)}`;
}
