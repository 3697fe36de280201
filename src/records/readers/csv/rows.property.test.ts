/** Rows are cut as another parser cuts them, wherever the chunks end; and no bytes make the cutter throw or hang. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowCutter } from './rows.ts';

function rowsOf(bytes: Uint8Array, separator: string, chunk = bytes.length): string[][] {
  const rows: string[][] = [];
  const cutter = new RowCutter(separator, {
    row: (row) => void rows.push(Array.from({ length: row.fields }, (_, field) => row.text(field))),
    openQuote: (part, from, to) => void rows.push([`open: ${part.toString('utf8', from, to)}`]),
  });
  // One buffer for all chunks, as a file has: who keeps a chunk finds another in its place.
  const buffer = new Uint8Array(chunk);
  for (let at = 0; at < bytes.length; at += chunk) {
    const part = bytes.subarray(at, at + chunk);
    buffer.fill(0xee);
    buffer.set(part);
    cutter.push(buffer.subarray(0, part.length));
  }
  cutter.end(false);
  return rows;
}

const arbField = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', ' ', ',', ';', '\t', '"', '\n', '\r'),
  maxLength: 6,
});
const arbRows = fc.array(fc.array(arbField, { minLength: 1, maxLength: 5 }), { maxLength: 8 });

/** Quoted where it must be, and sometimes where it need not be. */
function written(rows: readonly (readonly string[])[], separator: string, end: string, isAll: boolean): string {
  const field = (text: string) =>
    isAll || /["\n\r]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(field).join(separator)).join(end);
}

describe('RowCutter', () => {
  it('cuts rows as csv-parse does, whatever the chunks', () => {
    fc.assert(
      fc.property(
        arbRows,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (rows, delimiter, end, isAll, isEnded, chunk) => {
          const text = written(rows, delimiter, end, isAll) + (isEnded && rows.length > 0 ? end : '');
          const expected = parse(text, { delimiter, relax_column_count: true, record_delimiter: end }) as string[][];
          const bytes = Buffer.from(text);
          // An empty line is a row of one empty field here, and none there.
          const found = rowsOf(bytes, delimiter, chunk);
          expect(found.filter((row) => row.length > 1 || row[0] !== '')).toEqual(
            expected.filter((row) => row.length > 1 || row[0] !== ''),
          );
          expect(found).toEqual(rowsOf(bytes, delimiter));
        },
      ),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('gives back what was written, in UTF-8 of any kind', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), { minLength: 1 }),
        (rows) => {
          expect(rowsOf(Buffer.from(written(rows, ',', '\n', true)), ',')).toEqual(
            rows.map((row) => row.map((text) => text.toWellFormed())),
          );
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  it('takes any bytes', () => {
    const arbBytes = fc
      .array(fc.constantFrom(34, 44, 10, 13, 97, 0xc3), { maxLength: 60 })
      .map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(arbBytes, fc.integer({ min: 1, max: 5 }), (bytes, chunk) => {
        expect(rowsOf(bytes, ',', chunk)).toEqual(rowsOf(bytes, ','));
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});
