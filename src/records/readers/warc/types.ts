/** What goes into the WARC reader and what comes out of it. */

/** Takes the bytes of an input, decompressed, cut anywhere; a chunk is not looked at after the call. */
export type ByteReader = {
  push(chunk: Uint8Array): void;
  end(): void;
};

/** One capture; a field that the file does not tell is absent. */
export type WarcRecord = {
  readonly kind: 'response' | 'revisit' | 'resource';
  readonly url: string;
  readonly status?: number;
  /** Media type in lower case, without parameters. */
  readonly type?: string;
  /** Bytes of the payload, transfer encoding taken off. */
  readonly length?: number;
  /** `WARC-Payload-Digest` as written, else `sha1:` and the SHA-1 of the payload in base 32. */
  readonly digest?: string;
  /** Where a 3xx answer leads to. */
  readonly redirect?: string;
  readonly canonical?: string;
  /** `WARC-Date` as written. */
  readonly time?: string;
  readonly ip?: string;
  readonly title?: string;
  /** How many words the text has. */
  readonly words?: number;
  /** What a reader sees: input to `cleanText`, `wordsOf` and the sketches. */
  readonly text?: string;
  readonly noVarySearch?: string;
  /** Of a revisit: the address under which the same payload was met before. */
  readonly refersTo?: string;
  /** Why the payload is not whole; then nothing is derived from it. */
  readonly truncated?: string;
};

/**
 * Problems are counted by whoever listens. Nothing but the record named in the example is affected.
 * `bad-record` (a record's header makes no sense), `cut-off` (the payload is not whole), `no-url`, `bad-http-head`,
 * `bad-chunking`, `bad-encoding`, `unknown-encoding`, `body-too-large`.
 */
export type WarcSink = {
  record(record: WarcRecord): void;
  problem(code: string, example: string): void;
};

export type WarcOptions = {
  /** Bytes of a decoded body that are kept to find its text; the rest is cut off. Default 16 MiB. */
  readonly maxBody?: number;
  /** False: no titles, words, texts, canonical addresses; bodies are only hashed. Default true. */
  readonly text?: boolean;
};
