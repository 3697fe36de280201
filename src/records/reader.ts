/** The reader contract: a reader is a value that knows one input format, recognizes it, and turns its bytes into records. */

import type { CrawlRecord, Format, LabelSink, ReaderOptions } from './record.ts';

export {
  type CrawlRecord,
  FORMATS,
  type Format,
  type LabelSink,
  type ReaderOptions,
  type ReadProblem,
} from './record.ts';

/** Where a reader puts what it finds. */
export type Sink = {
  record(record: CrawlRecord): void;
  /** When present, labels go there in place of records, and their number to `labeled`. */
  readonly labels?: LabelSink | undefined;
  labeled?(count: number): void;
  /** The code of a problem, and its place and text (`line 3: …`). */
  problem(code: string, example: string): void;
};

/** Takes pages whose text was read, too: a sketch is made of a sample of their shingles when all pages of the site are known. */
export type PageSink = Sink & { page(record: CrawlRecord, sample: Uint32Array): void };

/** The start of an input. */
export type Head = {
  readonly bytes: Buffer;
  /** Its lines, blank ones left out; the last one is cut if it is longer than what was looked at. */
  readonly lines: readonly string[];
};

/** Takes an input chunk by chunk, cut anywhere; a chunk is valid during the call only. */
export type ByteReader = {
  push(chunk: Uint8Array): void;
  /** `wasCut`: the input is known to end too early, so that a record which is not complete is worth nothing. */
  end(wasCut: boolean): void;
};

type Known = {
  readonly name: Format;
  /** What in the start of an input shows that it is of this format, as the end of "it is …, because"; null if nothing does. */
  recognize(head: Head): string | null;
};

/** Reads bytes, from wherever they come. */
export type StreamReader = Known & {
  readonly from: 'bytes';
  /** For one input. */
  open(sink: PageSink, options: ReaderOptions): ByteReader | Promise<ByteReader>;
};

/** Reads a file by its path, because the format cannot be read from front to back. */
export type FileReader = Known & {
  readonly from: 'path';
  /** Gives the sink all records; each step is a batch of them. */
  read(path: string, sink: Sink, options: ReaderOptions): AsyncIterable<unknown>;
};

export type Reader = StreamReader | FileReader;

/** What a line holds: a record, nothing (blank, a header), or the code of a problem. */
export type LineResult = CrawlRecord | null | string;

/**
 * Reads one line after the other: bytes `from` to `to`, without the line end. It may remember a header.
 * `isOpen`: the line had no end, so it is the last one and may have been cut off.
 */
export type LineReader = (bytes: Buffer, from: number, to: number, isOpen: boolean) => LineResult;
