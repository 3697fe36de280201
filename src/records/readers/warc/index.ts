/**
 * WARC files: bytes in, captures out, with what their pages say. Takes decompressed bytes, gives one record at a time.
 * Invariant: never throws on any bytes, holds one body at a time, and damage costs only the records it hits.
 */
export { openWarc } from './open-warc.ts';
export type { ByteReader, WarcOptions, WarcRecord, WarcSink } from './types.ts';
