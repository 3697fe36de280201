/** Streams of lines: chunks of bytes in, chunks of bytes out, unchanged lines copied in one piece. */
import { joinBytes } from '../base/index.ts';
import { Bytes } from './bytes.ts';
import type { Kernel } from './kernel.ts';
import { runLines } from './kernel-lines.ts';
import type { LineTransform } from './normalizer.ts';

/** What to do with the line at [from, to) of the input; the line end is not part of it. */
export type LineHandler = {
  /** True to copy the line as it is, false to write `replacement` instead (with its line end). */
  handle(bytes: Uint8Array, from: number, to: number): boolean;
  /** Appends what stands for the line last handled. */
  replace(out: Bytes): void;
};

/** A kernel that does what the handler does, to be started at need; only the lines it gives back go to the handler. */
export type LineKernel = { readonly onlyFetchable: boolean; start(): Kernel | null };

const LF = 10;
const CR = 13;
/** Less than this at once does not pay for starting a kernel. */
const KERNEL_CHUNK = 4096;
/** A line of so many bytes is no URL. It passes through as it is, piece by piece: whoever wrote it must not say how much memory this takes. */
export const MAX_LINE = 16 * 1024 * 1024;

export class Lines implements LineTransform {
  private readonly handler: LineHandler;
  private readonly lineKernel: LineKernel | undefined;
  private kernel: Kernel | null | undefined;
  private readonly out = new Bytes();
  /** Pieces of a line that has not ended yet. */
  private open: Uint8Array[] = [];
  private openLength = 0;
  /** The line that is under way is too long, and its beginning is written already. */
  private isPassing = false;
  private readonly count = { lines: 0, changed: 0 };

  constructor(handler: LineHandler, kernel?: LineKernel) {
    this.handler = handler;
    this.lineKernel = kernel;
    if (kernel === undefined) this.kernel = null;
  }

  get counts(): LineTransform['counts'] {
    return { ...this.count };
  }

  push(input: Uint8Array): Uint8Array {
    // A Buffer's own methods are slower than those of the array it is.
    const chunk = new Uint8Array(input.buffer, input.byteOffset, input.length);
    this.out.length = 0;
    const last = chunk.lastIndexOf(LF);
    if (last < 0) {
      this.keep(chunk);
      return this.out.data.subarray(0, this.out.length);
    }
    let from = 0;
    if (this.isPassing) {
      from = chunk.indexOf(LF) + 1;
      this.out.append(chunk, 0, from);
      this.isPassing = false;
    } else if (this.open.length > 0) {
      from = chunk.indexOf(LF) + 1;
      this.open.push(chunk.subarray(0, from));
      const line = this.takeOpen();
      this.process(line, 0, line.length);
    }
    if (this.kernel === undefined && chunk.length >= KERNEL_CHUNK) this.kernel = this.lineKernel?.start() ?? null;
    if (this.kernel) {
      const { onlyFetchable } = this.lineKernel!;
      runLines(this.kernel, onlyFetchable, chunk, from, last + 1, this.out, this.count, this.other);
    } else this.process(chunk, from, last + 1);
    this.keep(chunk.subarray(last + 1));
    return this.out.data.subarray(0, this.out.length);
  }

  end(): Uint8Array {
    this.out.length = 0;
    if (this.open.length > 0) {
      const line = this.takeOpen();
      const copied = this.line(line, 0, line.at(-1) === CR ? line.length - 1 : line.length, 0);
      this.out.append(line, copied, line.length);
    }
    return this.out.data.subarray(0, this.out.length);
  }

  /** A piece of a line that has not ended. */
  private keep(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.isPassing) {
      this.out.append(piece, 0, piece.length);
      return;
    }
    this.open.push(piece.slice());
    this.openLength += piece.length;
    if (this.openLength <= MAX_LINE) return;
    const line = this.takeOpen();
    this.out.append(line, 0, line.length);
    this.isPassing = true;
    this.count.lines++;
  }

  private takeOpen(): Uint8Array {
    const line = joinBytes(this.open);
    this.open = [];
    this.openLength = 0;
    return line;
  }

  /** One line with its LF. */
  private readonly other = (bytes: Uint8Array, from: number, lf: number): void => this.process(bytes, from, lf + 1);

  /** Lines that all end with LF. */
  private process(bytes: Uint8Array, from: number, to: number): void {
    let copied = from;
    for (let at = from; at < to; ) {
      const lf = bytes.indexOf(LF, at);
      const end = lf > at && bytes[lf - 1] === CR ? lf - 1 : lf;
      copied = this.line(bytes, at, end, copied);
      at = lf + 1;
    }
    this.out.append(bytes, copied, to);
  }

  /** Handles one line; `copied` says up to where the input is already written. Gives the new such place. */
  private line(bytes: Uint8Array, from: number, to: number, copied: number): number {
    this.count.lines++;
    if (to - from >= MAX_LINE || this.handler.handle(bytes, from, to)) return copied;
    this.count.changed++;
    this.out.append(bytes, copied, from);
    this.handler.replace(this.out);
    return to;
  }
}
