/** Takes the chunked transfer encoding (RFC 9112 7.1) off a body as it streams. */
import { LineBuffer } from './line-buffer.ts';

export type Taker = (bytes: Buffer, from: number, to: number) => void;

/** No size line is as long, with all the extensions anybody has seen. */
const MAX_SIZE_LINE = 1024;
const SIZE = /^[ \t]*([\da-f]{1,13})[ \t]*(?:;.*)?$/i;
const LINE_END = Buffer.from('\n');

export class Dechunker {
  readonly #give: Taker;
  readonly #line = new LineBuffer();
  /** `raw`: it never was chunked, whatever the header says. `broken`: it stopped being so. */
  #state: 'first' | 'size' | 'data' | 'data-end' | 'done' | 'raw' | 'broken' = 'first';
  /** Bytes of the present chunk that have not come yet. */
  #left = 0;

  constructor(give: Taker) {
    this.#give = give;
  }

  push(bytes: Buffer, from: number, to: number): void {
    let at = from;
    while (at < to && this.#state !== 'done' && this.#state !== 'broken') {
      if (this.#state === 'raw') {
        this.#give(bytes, at, to);
        return;
      }
      at = this.#state === 'data' ? this.#data(bytes, at, to) : this.#control(bytes, at, to);
    }
  }

  /** False if the body was not chunked as it should be; what there was of it has been given. */
  end(): boolean {
    if (this.#state === 'first') {
      if (!this.#line.takeRest()) return true;
      this.#fail(false);
    }
    return this.#state === 'done';
  }

  #data(bytes: Buffer, from: number, to: number): number {
    const end = Math.min(to, from + this.#left);
    this.#give(bytes, from, end);
    this.#left -= end - from;
    if (this.#left === 0) this.#state = 'data-end';
    return end;
  }

  /** A line with the size of the next chunk, or the empty line after a chunk. */
  #control(bytes: Buffer, from: number, to: number): number {
    const end = Math.min(to, from + MAX_SIZE_LINE - this.#line.pending);
    const next = this.#line.take(bytes, from, end);
    if (next !== -1) this.#read(this.#line.text());
    else if (this.#line.pending === MAX_SIZE_LINE) {
      this.#line.takeRest();
      this.#fail(false);
    }
    return next === -1 ? end : next;
  }

  #read(line: string): void {
    if (this.#state === 'data-end') {
      if (line === '') this.#state = 'size';
      else this.#fail(true);
      return;
    }
    const size = SIZE.exec(line);
    if (!size) {
      this.#fail(true);
      return;
    }
    this.#left = Number.parseInt(size[1]!, 16);
    this.#state = this.#left === 0 ? 'done' : 'data';
  }

  /** Before the first chunk, the bytes are the body itself; later, what follows cannot be told from sizes. */
  #fail(isLine: boolean): void {
    if (this.#state !== 'first') {
      this.#state = 'broken';
      return;
    }
    this.#state = 'raw';
    const line = this.#line.bytes();
    this.#give(line, 0, line.length);
    if (isLine) this.#give(LINE_END, 0, 1);
  }
}
