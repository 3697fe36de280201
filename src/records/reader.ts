/** The reader contract: a reader is a value that knows one input format, recognizes it, and turns its bytes into records. */

/** One row of what was read; a field that is missing in the input is absent. */
export type CrawlRecord = {
  readonly url: string;
  /** Label: the cluster of the URL. */
  readonly cluster?: string;
  /** Label: URLs of different wide groups are certainly different pages. */
  readonly wide?: string;
  readonly status?: number;
  /** Media type; `warc/revisit` is an answer that was met before, with the digest of then and often without a status. */
  readonly type?: string;
  /** Bytes of the body; of crawl indexes, which do not know it, of the record that holds it. */
  readonly length?: number;
  readonly digest?: string;
  readonly sketch?: string;
  /** Where a 3xx answer leads to. */
  readonly redirect?: string;
  readonly canonical?: string;
  /**
   * A URL whose page another tool found to be nearly the same. Such a record tells of the pair alone, not that a page was
   * seen; since nearly the same may be different, it may widen what is perhaps one page and never say that two are one.
   */
  readonly near?: string;
  readonly time?: string;
  readonly ip?: string;
  readonly title?: string;
  readonly words?: number;
  /** What the server declares not to matter (the header of that name), as written. */
  readonly noVarySearch?: string;
};

/** What could not be used, by kind, with the first of it. */
export type ReadProblem = { readonly code: string; readonly count: number; readonly example: string };

export const FORMATS = [
  ...['clusters', 'tsv', 'csv', 'jsonl', 'cdx', 'cdxj', 'warc', 'parquet', 'sitemap', 'urls'],
  // Access logs, by the names that GoAccess gives them, and JSON lines of other servers.
  ...['common', 'combined', 'vcommon', 'vcombined', 'w3c', 'squid', 'cloudfront', 'cloudstorage', 'awselb', 'awss3'],
  ...['caddy', 'traefikclf', 'jsonlog'],
] as const satisfies readonly string[];
/** `custom` is a log whose lines are described by a format string. */
export type Format = (typeof FORMATS)[number] | 'custom';

/** Where a reader puts what it finds. */
export type Sink = {
  record(record: CrawlRecord): void;
  /** The code of a problem, and its place and text (`line 3: …`). */
  problem(code: string, example: string): void;
};

/** What the options say about inputs that do not tell it themselves. */
export type ReaderOptions = {
  /** Of logs without host names: `www.example.com`, or `https://www.example.com`. */
  readonly host?: string;
  /** Of logs of no known format: a string with the specifiers of GoAccess. */
  readonly logFormat?: string;
};

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
  open(sink: Sink, options: ReaderOptions): ByteReader | Promise<ByteReader>;
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
