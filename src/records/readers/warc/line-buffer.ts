/** Puts lines together that come in pieces. */

const LF = 10;
const CR = 13;
/** The longest line that is kept whole: longer than any URL in use, short enough for the memory. */
const MAX_LINE = 1024 * 1024;

export class LineBuffer {
  #rest = Buffer.allocUnsafe(1024);
  #length = 0;
  #line: Buffer = this.#rest.subarray(0, 0);

  /** Bytes of the line that has begun. */
  get pending(): number {
    return this.#length;
  }

  /** Takes bytes up to a line end and gives where the next line starts, or -1 if the line goes on after `to`. */
  take(bytes: Buffer, from: number, to: number): number {
    const length = bytes.subarray(from, to).indexOf(LF);
    if (length === -1) {
      this.#keep(bytes, from, to);
      return -1;
    }
    const end = from + length;
    if (this.#length === 0) this.#line = bytes.subarray(from, end);
    else {
      this.#keep(bytes, from, end);
      this.takeRest();
    }
    return end + 1;
  }

  /** Takes what has no line end; false if there is nothing. */
  takeRest(): boolean {
    this.#line = this.#rest.subarray(0, this.#length);
    this.#length = 0;
    return this.#line.length > 0;
  }

  /** The line taken last, without its end. Text that is not UTF-8 is read as Latin-1, which loses nothing. */
  text(): string {
    const line = this.#line;
    const end = line.length > 0 && line[line.length - 1] === CR ? line.length - 1 : line.length;
    const text = line.toString('utf8', 0, end);
    return text.includes('\ufffd') ? line.toString('latin1', 0, end) : text;
  }

  /** The line taken last, without LF. */
  bytes(): Buffer {
    return this.#line;
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    const end = Math.min(to, from + MAX_LINE - this.#length);
    const length = this.#length + end - from;
    if (length > this.#rest.length) {
      const larger = Buffer.allocUnsafe(Math.min(MAX_LINE, Math.max(length, 2 * this.#rest.length)));
      this.#rest.copy(larger, 0, 0, this.#length);
      this.#rest = larger;
    }
    bytes.copy(this.#rest, this.#length, from, end);
    this.#length = length;
  }
}
