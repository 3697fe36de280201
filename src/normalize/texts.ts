/** Texts of a rule in the code: alone as place and length in the pool, or many in a list that is searched by hash. */
import { LOWER, sameBytes } from './bytes.ts';
import type { Flat } from './flat.ts';
import { hashRange } from './hash.ts';
import type { KeysScan } from './keys-scan.ts';

/** True if the range is the text whose place and length stand at `at`. */
export function isText({ code, pool }: Flat, at: number, bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === code[at + 1]! && sameBytes(bytes, from, to, pool, code[at]!);
}

/** True if the range begins with that text. */
export function startsWithText({ code, pool }: Flat, at: number, bytes: Uint8Array, from: number, to: number): boolean {
  const length = code[at + 1]!;
  return to - from >= length && sameBytes(bytes, from, from + length, pool, code[at]!);
}

/** True if parameter p has the name whose hash, place and length stand at `at`. */
export function isName(flat: Flat, at: number, bytes: Uint8Array, keys: KeysScan, p: number): boolean {
  return keys.nameHash[p] === flat.code[at] && isText(flat, at + 1, bytes, keys.paramFrom[p]!, keys.nameTo[p]!);
}

/** True if parameter p has a value, and it is that text. */
export function hasValue(flat: Flat, at: number, bytes: Uint8Array, keys: KeysScan, p: number): boolean {
  const equals = keys.nameTo[p]!;
  return equals < keys.paramTo[p]! && isText(flat, at, bytes, equals + 1, keys.paramTo[p]!);
}

/** Numbers per text of a list: hash, place, length, number of the text in the rule. */
export const LIST_STEP = 4;

/** Number of the text in a list that is this range, or -1. A list is its length, then its texts by ascending hash. */
export function findText(flat: Flat, list: number, bytes: Uint8Array, from: number, to: number): number {
  const { code } = flat;
  const end = list + 1 + code[list]! * LIST_STEP;
  const hash = hashRange(bytes, from, to);
  for (let at = firstOfHash(code, list, hash); at < end && code[at] === hash; at += LIST_STEP)
    if (isText(flat, at + 1, bytes, from, to)) return code[at + 3]!;
  return -1;
}

/** The same for a range that counts in lower case, and whose hash is known. */
export function hasLowerText(
  { code, pool }: Flat,
  list: number,
  hash: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): boolean {
  const end = list + 1 + code[list]! * LIST_STEP;
  for (let at = firstOfHash(code, list, hash); at < end && code[at] === hash; at += LIST_STEP) {
    if (code[at + 2] !== to - from) continue;
    const start = code[at + 1]!;
    let i = 0;
    while (i < to - from && LOWER[bytes[from + i]!] === pool[start + i]) i++;
    if (i === to - from) return true;
  }
  return false;
}

function firstOfHash(code: Int32Array, list: number, hash: number): number {
  let low = 0;
  let high = code[list]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (code[list + 1 + middle * LIST_STEP]! < hash) low = middle + 1;
    else high = middle;
  }
  return list + 1 + low * LIST_STEP;
}
