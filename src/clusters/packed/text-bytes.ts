/** Strings to bytes and back, exactly: UTF-8, but for a lone surrogate the three bytes that its number has. */
import { isLowSurrogate } from '../../base/index.ts';

/** Bytes that a string needs at most, by its length. */
export const BYTES_PER_UNIT = 3;

/** Small enough for the argument list of one call. */
const CHUNK = 4096;
/** From so many bytes on Node's own conversion is quicker, where there is one. */
const LONG = 16;
const NOT_ASCII = /[^\0-\x7f]/;

/** Bytes as Node sees them. */
type NodeBytes = { latin1Slice(from: number, to: number): string };
type NodeBuffer = { from(buffer: ArrayBufferLike, at: number, length: number): NodeBytes };
const { Buffer } = globalThis as unknown as { readonly Buffer?: NodeBuffer };
const nodeBytes = new WeakMap<Uint8Array, NodeBytes>();

/** Writes a string and returns its end; there must be room for BYTES_PER_UNIT bytes a unit. */
export function writeText(text: string, bytes: Uint8Array, at: number): number {
  let end = at;
  for (let i = 0; i < text.length; i++) {
    let c = text.charCodeAt(i);
    if (c < 0x80) {
      bytes[end++] = c;
      continue;
    }
    if (c >= 0xd800 && c < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) c = text.codePointAt(i++)!;
    if (c < 0x800) bytes[end++] = 0xc0 | (c >> 6);
    else {
      if (c < 0x10000) bytes[end++] = 0xe0 | (c >> 12);
      else {
        bytes[end++] = 0xf0 | (c >> 18);
        bytes[end++] = 0x80 | ((c >> 12) & 63);
      }
      bytes[end++] = 0x80 | ((c >> 6) & 63);
    }
    bytes[end++] = 0x80 | (c & 63);
  }
  return end;
}

/** The string of bytes that `writeText` wrote, or that are UTF-8. */
export function readText(bytes: Uint8Array, from: number, to: number): string {
  // Most texts of rules are one delimiter, which the engine has as a string already.
  if (to === from + 1 && bytes[from]! < 0x80) return String.fromCharCode(bytes[from]!);
  if (to - from >= LONG && Buffer !== undefined) {
    const ascii = latin1(Buffer, bytes).latin1Slice(from, to);
    if (!NOT_ASCII.test(ascii)) return ascii;
  }
  let text = '';
  for (let at = from; at < to; ) {
    // Nearly all text is ASCII, which needs no decoding.
    let end = at;
    const limit = Math.min(to, at + CHUNK);
    while (end < limit && bytes[end]! < 0x80) end++;
    if (end > at) text += String.fromCharCode.apply(null, bytes.subarray(at, end) as unknown as number[]);
    at = end;
    while (at < to && bytes[at]! >= 0x80) {
      const first = bytes[at]!;
      const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
      let point = first & (0x7f >> length);
      for (let k = 1; k < length; k++) point = (point << 6) | (bytes[at + k]! & 63);
      text += String.fromCodePoint(point);
      at += length;
    }
  }
  return text;
}

function latin1(maker: NodeBuffer, bytes: Uint8Array): NodeBytes {
  const known = nodeBytes.get(bytes);
  if (known !== undefined) return known;
  const made = maker.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  nodeBytes.set(bytes, made);
  return made;
}

/** Compares bytes; of UTF-8 that is the order of code points. */
export function compareRanges(bytes: Uint8Array, a: number, aEnd: number, b: number, bEnd: number): number {
  const length = Math.min(aEnd - a, bEnd - b);
  for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return bytes[a + i]! - bytes[b + i]!;
  return aEnd - a - (bEnd - b);
}
