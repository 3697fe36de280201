/** Records as separated values with a header: exports of crawlers and of Search Console, answers of SQL, tables of one's own. */
import type { ByteReader, Sink } from '../../reader.ts';
import { type Field, makeRecord, type Texts } from '../columns/index.ts';
import { shownLine } from '../lines-reader.ts';
import { findHeader, headerOf } from './header.ts';
import { type Row, RowCutter } from './rows.ts';

/** Bytes in which the header is looked for. */
const START = 64 * 1024;

export function openCsv(sink: Sink): ByteReader {
  let start = Buffer.alloc(0);
  let cutter: RowCutter | null = null;
  const begin = () => {
    const header = findHeader(start);
    cutter = new RowCutter(header?.separator ?? ',', new CsvRows(sink, header !== null));
    cutter.push(start);
    start = Buffer.alloc(0);
  };
  return {
    push(chunk) {
      if (cutter) return cutter.push(chunk);
      start = Buffer.concat([start, chunk]);
      if (start.length >= START) begin();
    },
    end(wasCut) {
      if (!cutter) begin();
      cutter!.end(wasCut);
    },
  };
}

/** Makes records of rows, once the header has come. */
class CsvRows {
  readonly #sink: Sink;
  /** A header will come. */
  readonly #hasHeader: boolean;
  #number = 0;
  #fields: readonly (Field | undefined)[] | null = null;

  constructor(sink: Sink, hasHeader: boolean) {
    this.#sink = sink;
    this.#hasHeader = hasHeader;
  }

  row(row: Row, isOpen: boolean): void {
    this.#number++;
    if (row.fields === 1 && row.isEmpty(0)) return;
    const result = this.#fields ? readRow(row, this.#fields) : this.#readHeader(row);
    if (result === null) return;
    const isCut = isOpen && this.#fields !== null && row.fields < this.#fields.length;
    if (typeof result !== 'string' && !isCut) this.#sink.record(result);
    else this.#problem(isCut ? 'cut-off' : (result as string), row.bytes, row.from, row.to);
  }

  openQuote(bytes: Buffer, from: number, to: number, isCut: boolean): void {
    this.#number++;
    this.#problem(isCut && this.#number > 1 ? 'cut-off' : 'open-quote', bytes, from, to);
  }

  #readHeader(row: Row): 'no-header' | null {
    const names = Array.from({ length: row.fields }, (_, field) => row.text(field));
    this.#fields = headerOf(names)?.fields ?? null;
    // What stands above the header is a title.
    return this.#hasHeader ? null : 'no-header';
  }

  #problem(code: string, bytes: Buffer, from: number, to: number): void {
    this.#sink.problem(code, shownLine(this.#number, bytes, from, to).replace(/^line/, 'row'));
  }
}

function readRow(row: Row, fields: readonly (Field | undefined)[]): ReturnType<typeof makeRecord> | string {
  // Columns that are missing at the end are missing values, but a single one is no row of this table.
  if (row.fields === 1 && fields.length > 1) return 'too-few-columns';
  for (let field = fields.length; field < row.fields; field++) if (!row.isEmpty(field)) return 'too-many-columns';
  const texts: Texts = {};
  for (let column = 0; column < fields.length && column < row.fields; column++) {
    const field = fields[column];
    if (field !== undefined) texts[field] = row.text(column);
  }
  return makeRecord(texts);
}
