/** What reading gives, and what can be said about inputs: the types that users of the library see. */

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

/** What the options say about inputs that do not tell it themselves. */
export type ReaderOptions = {
  /** Of logs without host names: `www.example.com`, or `https://www.example.com`. */
  readonly host?: string;
  /** Of logs of no known format: a string with the specifiers of GoAccess. */
  readonly logFormat?: string;
};

/** Takes labeled URLs as bytes: as objects and strings, millions of them would cost more than all that is done with them. */
export type LabelSink = {
  /** Where texts are kept; another buffer after `append`. */
  readonly bytes: Uint8Array;
  /** So many bytes of text are likely to come. */
  expect(bytes: number): void;
  /** Keeps text, and returns where in `bytes` it begins. It is right behind the text before, unless a `place` is given: then it may begin some bytes later, as far into a word as that address. */
  append(text: Uint8Array, place?: number): number;
  /** A label, by places of UTF-8 in `bytes`; `wideFrom` is -1 when there is no wide id. */
  add(urlFrom: number, urlTo: number, idFrom: number, idTo: number, wideFrom: number, wideTo: number): void;
  /** Takes labels out of whole lines in `bytes`, up to the first that needs a closer look, whose place is returned; `lines` and `labels` then say how many. */
  addLines(from: number, to: number): number;
  readonly lines: number;
  readonly labels: number;
};
