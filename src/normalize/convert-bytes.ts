/** The value conversions of rules, on bytes. */
import { CONVERSIONS } from '../rules/index.ts';
import { type ByteMode, type Bytes, LOWER, sequenceLength } from './bytes.ts';

const LOWER_CASE = CONVERSIONS.indexOf('lower');
const UPPER_CASE = CONVERSIONS.indexOf('upper');
const DECODE = CONVERSIONS.indexOf('decode');
const CAPITAL = CONVERSIONS.indexOf('capital');
const SPACE = CONVERSIONS.indexOf('space');
const UNDERSCORE = CONVERSIONS.indexOf('underscore');
const NUMBER = CONVERSIONS.indexOf('number');

/** Appends a range after the conversion with this index in `CONVERSIONS`. */
export function appendConverted(
  conversion: number,
  bytes: Uint8Array,
  from: number,
  to: number,
  mode: ByteMode,
  out: Bytes,
): void {
  if (conversion === DECODE) appendDecoded(bytes, from, to, out);
  else if (conversion === LOWER_CASE) for (let i = from; i < to; i++) out.push(LOWER[bytes[i]!]!);
  else if (conversion === UPPER_CASE) appendUpper(bytes, from, to, to, out);
  else if (conversion === CAPITAL) appendUpper(bytes, from, Math.min(from + 1, to), to, out);
  else if (conversion === SPACE) appendSpaces(bytes, from, to, out);
  else if (conversion === UNDERSCORE) appendUnderscores(bytes, from, to, out);
  else if (conversion === NUMBER) out.append(bytes, afterZeros(bytes, from, to), to);
  else appendEncoded(bytes, from, to, mode, out);
}

/** Upper case up to `end`, the rest as it is. */
function appendUpper(bytes: Uint8Array, from: number, end: number, to: number, out: Bytes): void {
  for (let i = from; i < to; i++) {
    const b = bytes[i]!;
    out.push(i < end && b >= 97 && b <= 122 ? b - 32 : b);
  }
}

/** `+` becomes `%20`. */
function appendSpaces(bytes: Uint8Array, from: number, to: number, out: Bytes): void {
  for (let i = from; i < to; i++) {
    const b = bytes[i]!;
    if (b === 43) appendTriplet(32, out);
    else out.push(b);
  }
}

/** `%20` becomes `_`. */
function appendUnderscores(bytes: Uint8Array, from: number, to: number, out: Bytes): void {
  for (let i = from; i < to; ) {
    const isSpace = tripletAt(bytes, i, to) === 32;
    out.push(isSpace ? 95 : bytes[i]!);
    i += isSpace ? 3 : 1;
  }
}

/** Where a number begins, if there are digits only, and the last of them is none of its leading zeros. */
function afterZeros(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (bytes[i]! < 48 || bytes[i]! > 57) return from;
  let start = from;
  while (start < to - 1 && bytes[start] === 48) start++;
  return start;
}

function appendEncoded(bytes: Uint8Array, from: number, to: number, mode: ByteMode, out: Bytes): void {
  for (let i = from; i < to; ) {
    const b = bytes[i]!;
    if (isUnreservedByte(b)) {
      out.push(b);
      i++;
      continue;
    }
    const length = sequenceLength(bytes, i, to, mode);
    // A stray byte stands for the surrogate U+DC00 + byte, and is encoded as that.
    if (length === 0) {
      appendTriplet(0xed, out);
      appendTriplet(0x80 | (((0xdc00 + b) >> 6) & 63), out);
      appendTriplet(0x80 | (b & 63), out);
    }
    for (let k = 0; k < length; k++) appendTriplet(bytes[i + k]!, out);
    i += length || 1;
  }
}

/** Decodes triplets that are part of well-formed UTF-8; the others stay, and control characters. */
function appendDecoded(bytes: Uint8Array, from: number, to: number, out: Bytes): void {
  for (let i = from; i < to; ) {
    const first = tripletAt(bytes, i, to);
    const length =
      first < 0x20 || first === 0x7f
        ? 0
        : first < 0x80
          ? 1
          : first < 0xc2
            ? 0
            : first < 0xe0
              ? 2
              : first < 0xf0
                ? 3
                : first < 0xf5
                  ? 4
                  : 0;
    if (length === 0 || !continues(bytes, i, to, first, length)) {
      out.push(bytes[i++]!);
      continue;
    }
    for (let k = 0; k < length; k++) out.push(tripletAt(bytes, i + 3 * k, to));
    i += 3 * length;
  }
}

/** True if triplets of continuation bytes follow that make no overlong form, no surrogate and nothing past U+10FFFF. */
function continues(bytes: Uint8Array, at: number, to: number, first: number, length: number): boolean {
  for (let k = 1; k < length; k++) {
    const next = tripletAt(bytes, at + 3 * k, to);
    if (next < 0x80 || next > 0xbf) return false;
    if (k > 1) continue;
    if ((first === 0xe0 && next < 0xa0) || (first === 0xed && next > 0x9f)) return false;
    if ((first === 0xf0 && next < 0x90) || (first === 0xf4 && next > 0x8f)) return false;
  }
  return true;
}

/** Value of the triplet `%XX` at `i`, or -1. */
export function tripletAt(bytes: Uint8Array, i: number, to: number): number {
  if (i + 2 >= to || bytes[i] !== 37) return -1;
  const high = hexDigit(bytes[i + 1]!);
  const low = hexDigit(bytes[i + 2]!);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** Value of a hex digit, or -1. */
export function hexDigit(b: number): number {
  if (b >= 48 && b <= 57) return b - 48;
  const lower = b | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Letters, digits, `- . _ ~`. */
export function isUnreservedByte(b: number): boolean {
  const lower = b | 32;
  return (
    (lower >= 97 && lower <= 122 && b < 0x80) || (b >= 48 && b <= 57) || b === 45 || b === 46 || b === 95 || b === 126
  );
}

function appendTriplet(b: number, out: Bytes): void {
  out.push(37);
  out.push('0123456789ABCDEF'.charCodeAt(b >> 4));
  out.push('0123456789ABCDEF'.charCodeAt(b & 15));
}
