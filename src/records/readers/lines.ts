/** Cuts chunks of bytes into lines; a line ends at LF, and a CR before it belongs to the line end. */

const LF = 10;
const CR = 13;

/** The bytes are valid during the call only. */
export type LineVisitor = (bytes: Buffer, from: number, to: number) => void;

export class LineCutter {
  readonly #visit: LineVisitor;
  /** Pieces of a line whose end has not come yet. */
  #rest: Buffer[] = [];

  constructor(visit: LineVisitor) {
    this.#visit = visit;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
      if (this.#rest.length === 0) this.#line(bytes, from, end);
      else {
        this.#rest.push(bytes.subarray(from, end));
        this.#joined();
      }
      from = end + 1;
    }
    // The chunk is valid only until the next one.
    if (from < bytes.length) this.#rest.push(Buffer.from(bytes.subarray(from)));
  }

  /** The last line, if the input did not end with LF. */
  end(): void {
    if (this.#rest.length > 0) this.#joined();
  }

  #joined(): void {
    const line = Buffer.concat(this.#rest);
    this.#rest = [];
    this.#line(line, 0, line.length);
  }

  #line(bytes: Buffer, from: number, end: number): void {
    this.#visit(bytes, from, end > from && bytes[end - 1] === CR ? end - 1 : end);
  }
}
