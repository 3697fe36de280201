/** Brings the text of an input into UTF-8: takes off the byte order mark, and turns UTF-16, as spreadsheets write it, into UTF-8. */
import { TextDecoder } from 'node:util';

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const UTF16_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

export async function* textChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | null = new Uint8Array(0);
  let decoder: TextDecoder | null = null;
  for await (const chunk of source) {
    if (start === null) {
      yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
      continue;
    }
    const bytes: Uint8Array = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    if (bytes.length < UTF8_MARK.length) {
      start = new Uint8Array(bytes);
      continue;
    }
    start = null;
    const utf16 = UTF16_MARKS.find(([, mark]) => startsWith(bytes, mark));
    // The decoder takes the mark off itself.
    decoder = utf16 ? new TextDecoder(utf16[0]) : null;
    if (decoder) yield Buffer.from(decoder.decode(bytes, { stream: true }));
    else yield startsWith(bytes, UTF8_MARK) ? bytes.subarray(UTF8_MARK.length) : bytes;
  }
  if (start !== null && start.length > 0) yield start;
  if (decoder) yield Buffer.from(decoder.decode());
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, i) => bytes[i] === byte);
}
