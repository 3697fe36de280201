/** The value conversions of rules, on bytes. */
import { CONVERSIONS } from '../rules/index.ts';
import { type Bytes, LOWER } from './bytes.ts';

const LOWER_CASE = CONVERSIONS.indexOf('lower');
const UPPER_CASE = CONVERSIONS.indexOf('upper');
const DECODE = CONVERSIONS.indexOf('decode');

/** Appends a range after the conversion with this index in `CONVERSIONS`. */
export function appendConverted(conversion: number, bytes: Uint8Array, from: number, to: number, out: Bytes): void {
  if (conversion === DECODE) appendDecoded(bytes, from, to, out);
  else
    for (let i = from; i < to; i++) {
      const b = bytes[i]!;
      if (conversion === LOWER_CASE) out.push(LOWER[b]!);
      else if (conversion === UPPER_CASE) out.push(b >= 97 && b <= 122 ? b - 32 : b);
      else if (isUnreservedByte(b)) out.push(b);
      else appendTriplet(b, out);
    }
}

/** Decodes triplets that are part of well-formed UTF-8; the others stay. */
function appendDecoded(bytes: Uint8Array, from: number, to: number, out: Bytes): void {
  for (let i = from; i < to; ) {
    const first = tripletAt(bytes, i, to);
    const length =
      first < 0 ? 0 : first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
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

function tripletAt(bytes: Uint8Array, i: number, to: number): number {
  if (i + 2 >= to || bytes[i] !== 37) return -1;
  const high = hexDigit(bytes[i + 1]!);
  const low = hexDigit(bytes[i + 2]!);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(b: number): number {
  if (b >= 48 && b <= 57) return b - 48;
  const lower = b | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

function isUnreservedByte(b: number): boolean {
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
