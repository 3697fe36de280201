/** Reads WARC 1.0 and 1.1 (ISO 28500) as a stream: header, block, header, block; after damage it looks for the next header. */
import { ConfigError } from '../../../base/index.ts';
import { type Block, blockFor } from './blocks.ts';
import { Fields } from './fields.ts';
import { LineBuffer } from './line-buffer.ts';
import { BodyBuffer } from './payload.ts';
import type { ByteReader, WarcOptions, WarcSink } from './types.ts';

const MAX_BODY = 16 * 1024 * 1024;
/** Drafts of the standard, 0.17 and 0.18, do not differ in what is read here. */
const VERSION = /^WARC\/[01]\.\d+[ \t]*$/;
/** Characters of a bad line that are shown. */
const SHOWN = 120;

/** A reader for one input; it holds one body at a time. */
export function openWarc(sink: WarcSink, options: WarcOptions = {}): ByteReader {
  const { maxBody = MAX_BODY, text = true } = options;
  if (!Number.isSafeInteger(maxBody) || maxBody < 1) {
    throw new ConfigError('bad-max-body', `maxBody is ${maxBody}; give a number of bytes, at least 1`);
  }
  return new WarcReader(sink, text ? new BodyBuffer(maxBody) : null);
}

class WarcReader implements ByteReader {
  readonly #sink: WarcSink;
  readonly #buffer: BodyBuffer | null;
  readonly #line = new LineBuffer();
  /** `lost`: a problem has been told, and all is passed over until a record begins. */
  #state: 'between' | 'head' | 'block' | 'lost' = 'between';
  #fields = new Fields();
  #block: Block | null = null;
  /** Bytes of the present block that have not come yet. */
  #left = 0;

  constructor(sink: WarcSink, buffer: BodyBuffer | null) {
    this.#sink = sink;
    this.#buffer = buffer;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'block') {
        const end = Math.min(bytes.length, at + this.#left);
        this.#block?.push(bytes, at, end);
        this.#left -= end - at;
        if (this.#left === 0) this.#finish();
        at = end;
        continue;
      }
      at = this.#line.take(bytes, at, bytes.length);
      if (at === -1) return;
      this.#read(this.#line.text());
    }
  }

  end(): void {
    if (this.#line.takeRest()) this.#read(this.#line.text());
    if (this.#state === 'head' || this.#state === 'block') {
      this.#sink.problem('cut-off', this.#fields.first('warc-target-uri') ?? '');
    }
    this.#state = 'between';
  }

  #read(line: string): void {
    if (VERSION.test(line)) {
      // A record that begins inside the header of another has cut that one off.
      if (this.#state === 'head') this.#bad('');
      this.#state = 'head';
      this.#fields = new Fields();
    } else if (this.#state === 'head') {
      if (line === '') this.#begin();
      else this.#fields.add(line);
    } else if (this.#state === 'between' && line !== '') this.#bad(line);
  }

  #begin(): void {
    const length = this.#fields.first('content-length') ?? '';
    if (!/^\d{1,15}$/.test(length) || this.#fields.first('warc-type') === undefined) {
      this.#bad('');
      return;
    }
    this.#block = blockFor(this.#fields, this.#sink, this.#buffer);
    this.#left = Number(length);
    this.#state = 'block';
    if (this.#left === 0) this.#finish();
  }

  #finish(): void {
    this.#state = 'between';
    const block = this.#block;
    this.#block = null;
    block?.end();
  }

  #bad(line: string): void {
    this.#state = 'lost';
    this.#sink.problem('bad-record', line.slice(0, SHOWN) || (this.#fields.first('warc-target-uri') ?? ''));
  }
}
