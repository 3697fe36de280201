/** The two ways the text form hides a character: `%41` in key and edit rules, `\u{41}` in token rules. */
import { percentEncode, triplet } from '../../url/index.ts';

/**
 * True for what would break the line or could not be seen in it: controls, odd spaces, invisible and direction marks, lone
 * surrogates. The list is fixed, not taken from the Unicode tables of the machine, because rule ids hash the text.
 */
export function isInvisible(c: number): boolean {
  if (c < 0x20) return true;
  if (c < 0x7f) return false;
  if (c <= 0xa0 || c === 0xad || c === 0x61c || c === 0x180e) return true;
  if (c < 0x2000) return false;
  if (c <= 0x200f || (c >= 0x2028 && c <= 0x202f) || (c >= 0x205f && c <= 0x206f) || c === 0x3000) return true;
  return (c >= 0xd800 && c < 0xe000) || c === 0xfeff || (c >= 0xfff9 && c <= 0xffff) || (c >= 0xe0000 && c <= 0xe0fff);
}

/** Percent-escapes the characters of `special`, `%` and what is invisible; everything else stays readable. */
export function escapePercent(text: string, special: string): string {
  let out = '';
  for (const ch of text)
    out += ch === '%' || special.includes(ch) || isInvisible(ch.codePointAt(0)!) ? percentEncode(ch) : ch;
  return out;
}

/** The inverse; calls `fail` with the place of a `%` that is no escape of a character. */
export function unescapePercent(text: string, fail: (at: number) => never): string {
  let out = '';
  for (let i = 0; i < text.length; ) {
    if (text[i] !== '%') {
      out += text[i++];
      continue;
    }
    const [point, length] = readPoint(text, i);
    if (point < 0) fail(i);
    out += String.fromCodePoint(point);
    i += 3 * length;
  }
  return out;
}

/** Nearly all text of rules; character by character it would take longer than all else that is printed. */
const NEVER_SPECIAL = /^[\w/.:=&;,~%+-]*$/;

/** Puts `\` before the characters of `special`, and writes what is invisible as `\u{hex}`. */
export function escapeBackslash(text: string, special: string): string {
  if (NEVER_SPECIAL.test(text)) return text;
  let out = '';
  for (const ch of text) {
    const c = ch.codePointAt(0)!;
    if (special.includes(ch)) out += `\\${ch}`;
    else out += isInvisible(c) ? `\\u{${c.toString(16)}}` : ch;
  }
  return out;
}

/** The JSON text of a value on one line, invisible characters escaped too. */
export function printJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!/[^ -~]/.test(text)) return text;
  let out = '';
  let from = 0;
  // Pieces, not characters: a text put together one by one takes thirty times its size until it is written.
  for (let i = 0; i < text.length; ) {
    const point = text.codePointAt(i)!;
    const end = i + (point > 0xffff ? 2 : 1);
    if (isInvisible(point)) {
      out += text.slice(from, i);
      for (; i < end; i++) out += `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`;
      from = end;
    }
    i = end;
  }
  return out + text.slice(from);
}

/** The code point whose UTF-8 escapes start at `at`, and how many they are; lone surrogates count as characters here. -1 if broken. */
function readPoint(text: string, at: number): readonly [number, number] {
  const first = triplet(text, at);
  if (first < 0) return [-1, 1];
  if (first < 0x80) return [first, 1];
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0) return [-1, 1];
  let point = first & (0x7f >> length);
  for (let k = 1; k < length; k++) {
    const next = triplet(text, at + 3 * k);
    if (next < 0x80 || next >= 0xc0) return [-1, 1];
    point = point * 64 + (next & 63);
  }
  const shortest = length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000;
  return point < shortest || point > 0x10ffff ? [-1, 1] : [point, length];
}
