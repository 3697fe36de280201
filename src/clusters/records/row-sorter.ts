/** Collects rows (a URL and what was seen there) and gives them back in the order of their URLs; what does not fit is sorted in parts and merged. */
import { type OpenSpill, type Spill, SpillReader } from './spill.ts';
import { compareBytes, sortStrings } from './string-sort.ts';

/** Called for each URL once, with the rows seen there; the bytes are valid during the call only. */
export type VisitUrl = (url: Uint8Array, rows: readonly string[]) => void;

const HEADER = 8;
const MIN_ROOM = 64 * 1024;
const MAX_READ = 1024 * 1024;
/** Bytes of a UTF-16 unit in UTF-8 at most. */
const WIDEST = 3;

export class RowSorter {
  readonly #limit: number;
  readonly #openSpill: OpenSpill;
  #spill: Spill | null = null;
  /** Where each sorted part starts in the spill. */
  readonly #runs: number[] = [];
  #bytes = new Uint8Array(MIN_ROOM);
  #used = 0;
  #starts = new Uint32Array(1024);
  #count = 0;

  /** `limit`: bytes of rows that may be held in memory. */
  constructor(limit: number, openSpill: OpenSpill) {
    this.#limit = Math.max(limit, 1024);
    this.#openSpill = openSpill;
  }

  add(url: string, row: string): void {
    const most = HEADER + WIDEST * (url.length + row.length);
    this.#reserve(most);
    const at = this.#used;
    const urlLength = encoder.encodeInto(url, this.#bytes.subarray(at + HEADER)).written;
    const rowLength = encoder.encodeInto(row, this.#bytes.subarray(at + HEADER + urlLength)).written;
    writeLength(this.#bytes, at, urlLength);
    writeLength(this.#bytes, at + 4, rowLength);
    this.#starts[this.#count++] = at;
    this.#used += HEADER + urlLength + rowLength;
  }

  /** Afterwards nothing is left. */
  finish(visit: VisitUrl): void {
    if (this.#runs.length === 0) {
      const order = this.#sorted();
      visitGroups(memoryRows(this.#bytes, order), visit);
    } else {
      this.#flush();
      this.#bytes = new Uint8Array(0);
      const size = this.#spill!.size();
      const room = Math.max(4096, Math.min(MAX_READ, Math.floor(this.#limit / this.#runs.length)));
      const readers = this.#runs.map((at, r) =>
        spilledRows(new SpillReader(this.#spill!, at, this.#runs[r + 1] ?? size, room)),
      );
      visitGroups(merged(readers), visit);
    }
    this.close();
  }

  close(): void {
    this.#spill?.close();
    this.#spill = null;
    this.#bytes = new Uint8Array(0);
    this.#starts = new Uint32Array(0);
    this.#count = 0;
  }

  #reserve(more: number): void {
    if (this.#count === this.#starts.length) {
      const bigger = new Uint32Array(this.#starts.length * 2);
      bigger.set(this.#starts);
      this.#starts = bigger;
    }
    if (this.#used > 0 && this.#used + more > this.#limit) this.#flush();
    if (this.#used + more <= this.#bytes.length) return;
    const bigger = new Uint8Array(Math.max(this.#used + more, Math.min(this.#bytes.length * 2, this.#limit)));
    bigger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = bigger;
  }

  /** Places of the rows in the order of their URLs. */
  #sorted(): Uint32Array {
    const starts = this.#starts.subarray(0, this.#count);
    const lengths = Uint32Array.from(starts, (at) => readLength(this.#bytes, at));
    const urlStarts = Uint32Array.from(starts, (at) => at + HEADER);
    const order = sortStrings({ bytes: this.#bytes, starts: urlStarts, lengths }, this.#count);
    return order.map((row) => starts[row]!);
  }

  #flush(): void {
    if (this.#count === 0) return;
    this.#spill ??= this.#openSpill();
    this.#runs.push(this.#spill.size());
    const out = new Uint8Array(MAX_READ);
    let used = 0;
    for (const at of this.#sorted()) {
      const row = this.#bytes.subarray(at, at + HEADER + readLength(this.#bytes, at) + readLength(this.#bytes, at + 4));
      if (used + row.length > out.length) {
        this.#spill.write(out.subarray(0, used));
        used = 0;
      }
      if (row.length > out.length) this.#spill.write(row);
      else {
        out.set(row, used);
        used += row.length;
      }
    }
    this.#spill.write(out.subarray(0, used));
    this.#used = 0;
    this.#count = 0;
  }
}

type Row = { readonly url: Uint8Array; readonly row: string };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function* memoryRows(bytes: Uint8Array, order: Uint32Array): Generator<Row> {
  for (const at of order) {
    const middle = at + HEADER + readLength(bytes, at);
    const row = decoder.decode(bytes.subarray(middle, middle + readLength(bytes, at + 4)));
    yield { url: bytes.subarray(at + HEADER, middle), row };
  }
}

function* spilledRows(reader: SpillReader): Generator<Row> {
  for (;;) {
    const head = reader.take(HEADER);
    if (!head) return;
    const urlLength = readLength(head, 0);
    const both = reader.take(urlLength + readLength(head, 4));
    if (!both) return;
    // The view would be overwritten while other parts are read on.
    yield { url: both.slice(0, urlLength), row: decoder.decode(both.subarray(urlLength)) };
  }
}

/** A heap of sorted parts, the one with the smallest next URL on top. */
function* merged(parts: readonly Generator<Row>[]): Generator<Row> {
  const heap: { row: Row; rest: Generator<Row> }[] = [];
  const isBefore = (a: number, b: number) => compareBytes(heap[a]!.row.url, heap[b]!.row.url) < 0;
  const swap = (a: number, b: number) => {
    const item = heap[a]!;
    heap[a] = heap[b]!;
    heap[b] = item;
  };
  const sink = (at: number) => {
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && isBefore(child, least)) least = child;
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  for (const rest of parts) {
    const { value } = rest.next();
    if (value) heap.push({ row: value, rest });
  }
  for (let at = heap.length >> 1; at >= 0; at--) sink(at);
  while (heap.length > 0) {
    const top = heap[0]!;
    yield top.row;
    const { value } = top.rest.next();
    if (value) top.row = value;
    else {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    if (heap.length > 0) sink(0);
  }
}

function visitGroups(rows: Iterable<Row>, visit: VisitUrl): void {
  let url: Uint8Array | null = null;
  let group: string[] = [];
  for (const next of rows) {
    if (url && compareBytes(url, next.url) !== 0) {
      visit(url, group);
      group = [];
    }
    url = next.url;
    group.push(next.row);
  }
  if (url) visit(url, group);
}

function writeLength(bytes: Uint8Array, at: number, length: number): void {
  bytes[at] = length;
  bytes[at + 1] = length >>> 8;
  bytes[at + 2] = length >>> 16;
  bytes[at + 3] = length >>> 24;
}

function readLength(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}
