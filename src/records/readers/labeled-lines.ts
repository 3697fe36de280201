/** Cuts labeled lines into id, URL and wide id where they lie in memory, without an object or a string a line. */
import type { ByteReader, LabelSink, Sink } from '../reader.ts';
import { shownLine } from './lines-reader.ts';
import { textOf } from './lines-text.ts';

const TAB = 9;
const LF = 10;
const CR = 13;

/** `number` is how many lines came before. */
export class LabeledLines implements ByteReader {
  readonly #sink: Sink;
  readonly #labels: LabelSink;
  #number: number;
  /** Pieces of a line whose end has not come yet, and their length. */
  #rest: Buffer[] = [];
  #restLength = 0;
  #found = 0;

  constructor(sink: Sink, labels: LabelSink, number: number) {
    this.#sink = sink;
    this.#labels = labels;
    this.#number = number;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = bytes.lastIndexOf(LF) + 1;
    if (end > 0) {
      const length = this.#restLength + end;
      const from = this.#keep(bytes.subarray(0, end));
      this.#read(from, from + length);
    }
    if (end === bytes.length) return;
    // The chunk is valid only until the next one.
    this.#rest.push(Buffer.from(bytes.subarray(end)));
    this.#restLength += bytes.length - end;
  }

  end(wasCut: boolean): void {
    if (this.#restLength > 0 && !wasCut) {
      const length = this.#restLength;
      const from = this.#keep(Buffer.alloc(0));
      const { bytes } = this.#labels;
      const tab = tabFrom(bytes, from, from + length);
      this.#line(from, tab, from + length, true);
    }
    this.#tell();
  }

  /** The rest and what came after it, side by side. */
  #keep(text: Uint8Array): number {
    // What comes last is long; a copy is quick where it lies in its words as it did.
    const from = this.#labels.append(this.#rest.shift() ?? text, text.byteOffset - this.#restLength);
    for (const piece of this.#rest) this.#labels.append(piece);
    if (this.#restLength > 0) this.#labels.append(text);
    this.#rest = [];
    this.#restLength = 0;
    return from;
  }

  /** Reads whole lines. */
  #read(from: number, to: number): void {
    const labels = this.#labels;
    let { bytes } = labels;
    for (let start = from; start < to; ) {
      start = labels.addLines(start, to);
      this.#number += labels.lines;
      this.#found += labels.labels;
      if (start === to) break;
      // The id, then the rest: two loops over each byte once.
      let tab = start;
      while (bytes[tab] !== TAB && bytes[tab] !== LF) tab++;
      let end = tab;
      while (bytes[end] !== LF) end++;
      this.#line(start, tab, end, false);
      // Text that is not UTF-8 was kept once more, which may have moved all.
      bytes = labels.bytes;
      start = end + 1;
    }
    this.#tell();
  }

  /** A line from `from` to `lineEnd`, with its first tab, if that is before the end. */
  #line(from: number, tab: number, lineEnd: number, isOpen: boolean): void {
    const { bytes } = this.#labels;
    this.#number++;
    const to = lineEnd > from && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    if (to === from) return;
    if (tab >= to) this.#problem('no-tab', from, to, isOpen);
    else if (tab === from) this.#problem('no-cluster-id', from, to, isOpen);
    else {
      let high = 0;
      let end = tab + 1;
      for (; end < to && bytes[end] !== TAB; end++) high |= bytes[end]!;
      if (end === tab + 1) this.#problem('no-url', from, to, isOpen);
      else {
        const wideEnd = end < to ? tabFrom(bytes, end + 1, to) : end;
        const hasWide = wideEnd > end + 1;
        for (let i = from; i < tab; i++) high |= bytes[i]!;
        if (hasWide) for (let i = end + 1; i < wideEnd; i++) high |= bytes[i]!;
        this.#found++;
        if (high < 0x80) this.#labels.add(tab + 1, end, from, tab, hasWide ? end + 1 : -1, wideEnd);
        else this.#addDecoded(tab + 1, end, from, tab, hasWide ? end + 1 : -1, wideEnd);
      }
    }
  }

  /** Bytes that are not UTF-8 become replacement characters, as they do in strings. */
  #addDecoded(urlFrom: number, urlTo: number, idFrom: number, idTo: number, wideFrom: number, wideTo: number): void {
    const url = this.#decoded(urlFrom, urlTo);
    const id = this.#decoded(idFrom, idTo);
    const wide = wideFrom < 0 ? { from: -1, to: -1 } : this.#decoded(wideFrom, wideTo);
    this.#labels.add(url.from, url.to, id.from, id.to, wide.from, wide.to);
  }

  #decoded(from: number, to: number): { from: number; to: number } {
    const text = asBuffer(this.#labels.bytes).subarray(from, to);
    const decoded = Buffer.from(textOf(text, 0, text.length));
    if (decoded.equals(text)) return { from, to };
    const start = this.#labels.append(decoded);
    return { from: start, to: start + decoded.length };
  }

  #problem(code: string, from: number, to: number, isOpen: boolean): void {
    // A last line without an end was cut off, unless it is all there is.
    const told = isOpen && this.#number > 1 ? 'cut-off' : code;
    this.#sink.problem(told, shownLine(this.#number, asBuffer(this.#labels.bytes), from, to));
  }

  #tell(): void {
    this.#sink.labeled?.(this.#found);
    this.#found = 0;
  }
}

function tabFrom(bytes: Uint8Array, from: number, to: number): number {
  let tab = from;
  while (tab < to && bytes[tab] !== TAB) tab++;
  return tab;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
