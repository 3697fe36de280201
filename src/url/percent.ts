/** Percent-encoding: what RFC 3986 calls equivalent, and the plain decode and encode that rules may ask for. */
import { byteLength } from '../base/index.ts';

const HEX = '0123456789ABCDEF';

/**
 * Decodes triplets of unreserved characters and upper-cases the hex of the others; a malformed `%` stays.
 * A triplet that would complete a malformed `%` before it stays encoded, so that doing it twice changes nothing.
 */
export function normalizePercent(s: string): string {
  if (!s.includes('%')) return s;
  let out = '';
  // How much of an unfinished triplet the output ends with: 0 none, 1 a bare '%', 2 a bare '%' and a hex digit.
  let open = 0;
  for (let i = 0; i < s.length; i++) {
    const code = triplet(s, i);
    if (code < 0) {
      const c = s[i]!;
      open = c === '%' ? 1 : open === 1 && isHex(s.charCodeAt(i)) ? 2 : 0;
      out += c;
      continue;
    }
    if (isUnreserved(code) && open === 0) out += String.fromCharCode(code);
    else {
      out += printTriplet(code);
      open = 0;
    }
    i += 2;
  }
  return out;
}

/** Decodes every triplet that is part of well-formed UTF-8 text; the others stay as they are, and so do control characters, which would end lines. */
export function percentDecode(s: string): string {
  if (!s.includes('%')) return s;
  let out = '';
  for (let i = 0; i < s.length; ) {
    const first = triplet(s, i);
    const length = first < 0 ? 0 : utf8Length(first);
    let point = length === 1 ? first : first & (0x7f >> length);
    let good = length > 1 || (length === 1 && first >= 0x20 && first !== 0x7f);
    for (let k = 1; k < length && good; k++) {
      const next = triplet(s, i + 3 * k);
      good = next >= 0x80 && next < 0xc0;
      point = (point << 6) | (next & 63);
    }
    if (good && length > 1)
      good =
        point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) && byteLength(String.fromCodePoint(point)) === length;
    if (good) {
      out += String.fromCodePoint(point);
      i += 3 * length;
    } else out += s[i++];
  }
  return out;
}

/** Encodes every character that RFC 3986 does not allow in a path segment or query, `%` included. */
export function percentEncode(s: string): string {
  let out = '';
  for (const ch of s) {
    const c = ch.codePointAt(0)!;
    if (c < 0x80) out += isUnreserved(c) ? ch : printTriplet(c);
    else for (const byte of encodeUtf8(c)) out += printTriplet(byte);
  }
  return out;
}

/** Value of the triplet `%XX` at `i`, or -1. */
export function triplet(s: string, i: number): number {
  if (s.charCodeAt(i) !== 37) return -1;
  const high = hexValue(s.charCodeAt(i + 1));
  const low = hexValue(s.charCodeAt(i + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function printTriplet(byte: number): string {
  return `%${HEX[byte >> 4]}${HEX[byte & 15]}`;
}

/** Letters, digits, `- . _ ~`. */
export function isUnreserved(c: number): boolean {
  return (
    (c >= 48 && c <= 57) ||
    (c >= 65 && c <= 90) ||
    (c >= 97 && c <= 122) ||
    c === 45 ||
    c === 46 ||
    c === 95 ||
    c === 126
  );
}

function isHex(c: number): boolean {
  return hexValue(c) >= 0;
}

/** Value of a hex digit, or -1 (also for NaN, past the end). */
function hexValue(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  const lower = c | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Length of the UTF-8 sequence that this byte starts, 0 if it starts none. */
function utf8Length(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2) return 0;
  if (byte < 0xe0) return 2;
  if (byte < 0xf0) return 3;
  return byte < 0xf5 ? 4 : 0;
}

/** UTF-8 bytes of a code point, a lone surrogate as the three bytes its number has. */
function encodeUtf8(c: number): number[] {
  if (c < 0x800) return [0xc0 | (c >> 6), 0x80 | (c & 63)];
  if (c < 0x10000) return [0xe0 | (c >> 12), 0x80 | ((c >> 6) & 63), 0x80 | (c & 63)];
  return [0xf0 | (c >> 18), 0x80 | ((c >> 12) & 63), 0x80 | ((c >> 6) & 63), 0x80 | (c & 63)];
}
