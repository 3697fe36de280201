/** Texts as short keys: hashes in hex digits, where two texts must not have the same one by chance, or where that does no harm. */
import { TextHash } from './text-hash.ts';

const hash = new TextHash();

/** 32 hex digits: two 64-bit hashes of the text, so that two texts of any number never share one by chance. */
export function keyOf(text: string): string {
  return `${shortKeyOf(text)}${shortKeyOf(`${text}\n`)}`;
}

/** 16 hex digits, where meeting by chance does no harm. */
export function shortKeyOf(text: string): string {
  const { a, b } = hash.ofText(text);
  return hex(a) + hex(b);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** 8 hex digits. */
export function hex(word: number): string {
  return HEX[word >>> 24]! + HEX[(word >>> 16) & 255]! + HEX[(word >>> 8) & 255]! + HEX[word & 255]!;
}
