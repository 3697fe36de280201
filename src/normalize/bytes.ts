/** Strings and bytes: the hot path works on bytes, so that a stream is never turned into strings and a string is read only once. */

/**
 * `text`: the bytes came from a JavaScript string; a lone surrogate is written as the three bytes of its number (WTF-8).
 * `raw`: the bytes came from a stream; a byte that is not UTF-8 becomes the lone surrogate U+DC00 + byte for as long as a string is needed.
 * Both ways back are exact.
 */
export type ByteMode = 'text' | 'raw';

export const DELIMITER = 1;
export const LETTER = 2;
export const DIGIT = 4;

/** Class of every byte: delimiter, letter, digit, or 0; bytes of non-ASCII characters have none. */
export const CLASS = new Uint8Array(256);
for (const ch of '/?=&#;:.') CLASS[ch.charCodeAt(0)] = DELIMITER;
for (let i = 0; i < 26; i++) CLASS[65 + i] = CLASS[97 + i] = LETTER;
for (let i = 0; i < 10; i++) CLASS[48 + i] = DIGIT;

/** Lower case of every byte, for hosts and schemes. */
export const LOWER = new Uint8Array(256);
for (let i = 0; i < 256; i++) LOWER[i] = i >= 65 && i <= 90 ? i + 32 : i;

/** A buffer that grows; what it held before growing is kept. */
export class Bytes {
  data = new Uint8Array(1024);
  length = 0;

  /** Makes room for this many bytes more. */
  reserve(more: number): void {
    if (this.length + more <= this.data.length) return;
    const bigger = new Uint8Array(Math.max(this.data.length * 2, this.length + more));
    bigger.set(this.data.subarray(0, this.length));
    this.data = bigger;
  }

  append(source: Uint8Array, from: number, to: number): void {
    const size = to - from;
    this.reserve(size);
    const { data } = this;
    let at = this.length;
    // For the short pieces of a URL a loop is quicker than the view that set() needs.
    if (size < 96) for (let i = from; i < to; i++) data[at++] = source[i]!;
    else data.set(source.subarray(from, to), at);
    this.length += size;
  }

  push(byte: number): void {
    if (this.length === this.data.length) this.reserve(1);
    this.data[this.length++] = byte;
  }
}

/** Above this length the platform's own encoder is quicker than a loop, although a call of it costs more. */
const LOOP_LENGTH = 24;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Compiling a rule set encodes thousands of short texts, and a buffer for each would cost more than the texts. */
const ENCODED = new Bytes();

/** Appends the bytes of a string. */
export function encodeInto(out: Bytes, text: string, mode: ByteMode): void {
  out.reserve(text.length * 3);
  const { data } = out;
  if (out.length === 0 && text.length > LOOP_LENGTH && text.isWellFormed()) {
    out.length = ENCODER.encodeInto(text, data).written;
    return;
  }
  let at = out.length;
  for (let i = 0; i < text.length; i++) {
    let c = text.charCodeAt(i);
    if (c < 0x80) {
      data[at++] = c;
      continue;
    }
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.length) {
      const low = text.charCodeAt(i + 1);
      if (low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        i++;
        data[at++] = 0xf0 | (c >> 18);
        data[at++] = 0x80 | ((c >> 12) & 63);
        data[at++] = 0x80 | ((c >> 6) & 63);
        data[at++] = 0x80 | (c & 63);
        continue;
      }
    }
    if (mode === 'raw' && c >= 0xdc80 && c <= 0xdcff) data[at++] = c - 0xdc00;
    else if (c < 0x800) {
      data[at++] = 0xc0 | (c >> 6);
      data[at++] = 0x80 | (c & 63);
    } else {
      data[at++] = 0xe0 | (c >> 12);
      data[at++] = 0x80 | ((c >> 6) & 63);
      data[at++] = 0x80 | (c & 63);
    }
  }
  out.length = at;
}

/** The bytes of a string, as `text`. */
export function encode(text: string): Uint8Array {
  ENCODED.length = 0;
  encodeInto(ENCODED, text, 'text');
  return ENCODED.data.slice(0, ENCODED.length);
}

/** The string of a range of bytes. */
export function decode(bytes: Uint8Array, from: number, to: number, mode: ByteMode): string {
  if (to - from <= FEW) {
    const text = asciiText(bytes, from, to);
    if (text !== null) return text;
  }
  if (to - from > LOOP_LENGTH) {
    try {
      return DECODER.decode(bytes.subarray(from, to));
    } catch {
      // What is not UTF-8 has its own way to become a string.
    }
  }
  return decodeUnits(bytes, from, to, mode);
}

/** A list of so few numbers costs more than the text. */
const FEW = 8;

/** A few bytes as text; null if they are not all ASCII. */
function asciiText(bytes: Uint8Array, from: number, to: number): string | null {
  let text = '';
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte >= 0x80) return null;
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Small enough for the argument list of one call. */
const CHUNK = 4096;

function decodeUnits(bytes: Uint8Array, from: number, to: number, mode: ByteMode): string {
  const units: number[] = [];
  let text = '';
  for (let i = from; i < to; ) {
    const length = sequenceLength(bytes, i, to, mode);
    const first = bytes[i]!;
    if (length === 0) units.push(0xdc00 + first);
    else if (length === 1) units.push(first);
    else {
      let point = first & (0x7f >> length);
      for (let k = 1; k < length; k++) point = (point << 6) | (bytes[i + k]! & 63);
      if (point < 0x10000) units.push(point);
      else units.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
    }
    i += length || 1;
    if (units.length >= CHUNK) text += String.fromCharCode.apply(null, units.splice(0));
  }
  return text + String.fromCharCode.apply(null, units);
}

/** Length of the character at `i`; 0 if the bytes there are no UTF-8 (in `text` mode encoded surrogates count as characters). */
export function sequenceLength(bytes: Uint8Array, i: number, to: number, mode: ByteMode): number {
  const first = bytes[i]!;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || i + length > to) return 0;
  for (let k = 1; k < length; k++) if ((bytes[i + k]! & 0xc0) !== 0x80) return 0;
  const second = bytes[i + 1]!;
  if ((first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f))
    return 0;
  return first === 0xed && second > 0x9f && mode === 'raw' ? 0 : length;
}

/** True if two ranges hold the same bytes. */
export function sameBytes(a: Uint8Array, from: number, to: number, b: Uint8Array, at: number): boolean {
  for (let i = from; i < to; i++) if (a[i] !== b[at++]) return false;
  return true;
}

/**
 * Makes one character of every two surrogates that a rule has brought together by taking away what stood between them, as it
 * happens by itself in strings. Only for `text`.
 */
export function joinSurrogates(out: Bytes): void {
  const { data, length } = out;
  let to = 0;
  for (let i = 0; i < length; i++) {
    if (data[i] !== 0xed || i + 5 >= length || !isPair(data, i)) {
      data[to++] = data[i]!;
      continue;
    }
    const high = ((data[i + 1]! & 15) << 6) | (data[i + 2]! & 63);
    const low = ((data[i + 4]! & 15) << 6) | (data[i + 5]! & 63);
    const point = 0x10000 + (high << 10) + low;
    data[to++] = 0xf0 | (point >> 18);
    data[to++] = 0x80 | ((point >> 12) & 63);
    data[to++] = 0x80 | ((point >> 6) & 63);
    data[to++] = 0x80 | (point & 63);
    i += 5;
  }
  out.length = to;
}

function isPair(data: Uint8Array, i: number): boolean {
  return data[i + 1]! >= 0xa0 && data[i + 1]! < 0xb0 && data[i + 3] === 0xed && data[i + 4]! >= 0xb0;
}
