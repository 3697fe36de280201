/** Cuts chunks of bytes into rows of separated values (RFC 4180): fields in quotes may hold separators, line ends and doubled quotes. */
import { textOf } from '../lines-text.ts';

const LF = 10;
const CR = 13;
const QUOTE = 34;
const EMPTY = Buffer.alloc(0);

/** A quoted field that goes on for longer than this began with a stray quote. */
const MAX_QUOTED = 1 << 20;
/** After such a quote, until one is closed: where quotes are broken, looking far for each would take for ever. */
const DOUBTFUL_QUOTED = 1 << 16;
/** A row that was cut off inside quotes has at most this many lines; more than that, and a stray quote is likelier. */
const CUT_LINES = 20;

const NEVER = -1;
const NOT_YET = -2;

export type RowVisitor = {
  /** The row is valid during the call only. `isOpen`: it had no line end, so it is the last one and may have been cut off. */
  row(row: Row, isOpen: boolean): void;
  /** A quote that is never closed: its line is passed over, or, `isCut`, the end of an input that was cut off. */
  openQuote(bytes: Buffer, from: number, to: number, isCut: boolean): void;
};

/** The fields of a row, as places in a buffer, so that text is made only of those that are needed. */
export class Row {
  bytes: Buffer = EMPTY;
  from = 0;
  to = 0;
  fields = 0;
  #starts = new Int32Array(64);
  #ends = new Int32Array(64);
  /** 1 for a field in quotes that holds doubled ones. */
  #doubled = new Uint8Array(64);

  text(field: number): string {
    const text = textOf(this.bytes, this.#starts[field]!, this.#ends[field]!);
    return this.#doubled[field] === 1 ? text.replaceAll('""', '"') : text;
  }

  /** True for a field without any text. */
  isEmpty(field: number): boolean {
    return this.#starts[field] === this.#ends[field];
  }

  begin(bytes: Buffer, from: number): void {
    this.bytes = bytes;
    this.from = from;
    this.fields = 0;
  }

  add(start: number, end: number, isDoubled: boolean): void {
    const field = this.fields++;
    if (field === this.#starts.length) this.#grow();
    this.#starts[field] = start;
    this.#ends[field] = end;
    this.#doubled[field] = isDoubled ? 1 : 0;
  }

  #grow(): void {
    const room = this.#starts.length * 2;
    const [starts, ends, doubled] = [this.#starts, this.#ends, this.#doubled];
    this.#starts = new Int32Array(room);
    this.#ends = new Int32Array(room);
    this.#doubled = new Uint8Array(room);
    this.#starts.set(starts);
    this.#ends.set(ends);
    this.#doubled.set(doubled);
  }
}

export class RowCutter {
  readonly #visitor: RowVisitor;
  readonly #separator: number;
  readonly #row = new Row();
  /** Pieces of rows whose end has not come yet. */
  #rest: Buffer[] = [];
  /** Bytes in which a quoted field must be closed. */
  #limit = MAX_QUOTED;
  /** Place in the present bytes up to which no quote closes a field. */
  #noneBefore = 0;
  #sawDoubled = false;

  constructor(separator: string, visitor: RowVisitor) {
    this.#separator = separator.charCodeAt(0);
    this.#visitor = visitor;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    // Without a line end no row is complete: what is there already need not be looked at again.
    if (bytes.includes(LF)) this.#cut(this.#joined(bytes), false);
    // Chunks are valid only until the next one.
    else this.#rest.push(Buffer.from(bytes));
  }

  /** `wasCut`: a row without a line end is not looked at. */
  end(wasCut: boolean): void {
    if (!wasCut) this.#cut(this.#joined(EMPTY), true);
  }

  #joined(last: Buffer): Buffer {
    return this.#rest.length === 0 ? last : Buffer.concat([...this.#rest, last]);
  }

  #cut(bytes: Buffer, isEnd: boolean): void {
    this.#noneBefore = 0;
    let at = 0;
    while (at < bytes.length) {
      const next = this.#cutRow(bytes, at, isEnd);
      if (next === NOT_YET) break;
      at = next;
    }
    this.#rest = at >= bytes.length ? [] : [Buffer.from(bytes.subarray(at))];
  }

  /** Visits the row that starts at `from` and gives the start of the next one. */
  #cutRow(bytes: Buffer, from: number, isEnd: boolean): number {
    const separator = this.#separator;
    const row = this.#row;
    row.begin(bytes, from);
    let at = from;
    for (;;) {
      const start = at;
      if (bytes[at] === QUOTE) {
        at = this.#closingQuote(bytes, at + 1, isEnd);
        if (at === NOT_YET) return NOT_YET;
        if (at === NEVER) return this.#skipStray(bytes, from, isEnd);
        row.add(start + 1, at, this.#sawDoubled);
        at++;
        if (bytes[at] === CR) at++;
      } else {
        while (at < bytes.length && bytes[at] !== separator && bytes[at] !== LF) at++;
        if (at === bytes.length && !isEnd) return NOT_YET;
        const endsRow = at === bytes.length || bytes[at] === LF;
        row.add(start, endsRow && at > start && bytes[at - 1] === CR ? at - 1 : at, false);
      }
      if (bytes[at] === separator) {
        at++;
        continue;
      }
      row.to = at;
      this.#visitor.row(row, at === bytes.length);
      return at + 1;
    }
  }

  /** A quote closes a field only before a separator or a line end, so that quotes which should be doubled stay text. */
  #closingQuote(bytes: Buffer, from: number, isEnd: boolean): number {
    this.#sawDoubled = false;
    const end = Math.min(bytes.length, from + this.#limit);
    let at = from;
    while (at < end) {
      if (bytes[at] !== QUOTE) {
        at++;
        // What was looked through for another quote holds none that closes: quotes in a row are read from their first on.
        if (at < this.#noneBefore) {
          at = this.#noneBefore;
          this.#sawDoubled = true;
        }
        continue;
      }
      const next = bytes[at + 1];
      if (next === QUOTE) {
        this.#sawDoubled = true;
        at += 2;
        continue;
      }
      const mayBeEnd = next === undefined || (next === CR && at + 2 === bytes.length);
      if (mayBeEnd && !isEnd) return NOT_YET;
      if (mayBeEnd || next === this.#separator || next === LF || (next === CR && bytes[at + 2] === LF)) {
        this.#limit = MAX_QUOTED;
        return at;
      }
      at++;
    }
    if (end === bytes.length && !isEnd) return NOT_YET;
    this.#noneBefore = at;
    return NEVER;
  }

  /** Passes over the line of a quote that is never closed; a few lines at the end of the input are what is left of a row. */
  #skipStray(bytes: Buffer, from: number, isEnd: boolean): number {
    const end = bytes.indexOf(LF, from);
    const isCut = isEnd && linesIn(bytes, from) <= CUT_LINES;
    const to = isCut || end === -1 ? bytes.length : end;
    this.#visitor.openQuote(bytes, from, to, isCut);
    this.#limit = DOUBTFUL_QUOTED;
    return to + 1;
  }
}

function linesIn(bytes: Buffer, from: number): number {
  let lines = 1;
  for (let at = bytes.indexOf(LF, from); at !== -1 && lines <= CUT_LINES; at = bytes.indexOf(LF, at + 1)) lines++;
  return lines;
}
