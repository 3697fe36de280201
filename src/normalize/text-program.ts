/** Runs the compiled form of text rules on bytes: the first token-aligned occurrence of one text becomes another. */
import { type Answer, NO, YES } from './answer.ts';
import { type Bytes, CLASS, DIGIT, LETTER, sameBytes } from './bytes.ts';
import type { Flat } from './flat.ts';
import type { Scan } from './scan.ts';

/** Where a text may stand. */
export const ANCHOR = { none: 0, start: 1, end: 2, both: 3 } as const;

/**
 * A program is its kind, anchor, place and length of both texts, then the first one's failure table: after how many of its bytes
 * the search goes on when the byte after the first i does not fit. With it no byte of the URL is looked at twice.
 */
export function runText({ code, pool }: Flat, program: number, scan: Scan, out: Bytes): Answer {
  const anchor = code[program + 1]!;
  const text = code[program + 2]!;
  const length = code[program + 3]!;
  const { bytes, from, to } = scan;
  const at =
    anchor === ANCHOR.none
      ? findAligned(code, program + 6, pool, text, length, bytes, from, to)
      : anchoredPlace(anchor, pool, text, length, bytes, from, to);
  if (at < 0) return NO;
  out.length = 0;
  out.append(bytes, from, at);
  out.append(pool, code[program + 4]!, code[program + 4]! + code[program + 5]!);
  out.append(bytes, at + length, to);
  return YES;
}

function anchoredPlace(
  anchor: number,
  pool: Uint8Array,
  text: number,
  length: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  if (anchor === ANCHOR.both ? to - from !== length : to - from < length) return -1;
  const at = anchor === ANCHOR.end ? to - length : from;
  return sameBytes(bytes, at, at + length, pool, text) && isAligned(bytes, at, at + length, from, to) ? at : -1;
}

function findAligned(
  code: Int32Array,
  table: number,
  pool: Uint8Array,
  text: number,
  length: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  let matched = 0;
  for (let i = from; i < to; i++) {
    const b = bytes[i]!;
    while (matched > 0 && pool[text + matched] !== b) matched = code[table + matched]!;
    if (pool[text + matched] !== b) continue;
    if (++matched < length) continue;
    const at = i + 1 - length;
    if (isAligned(bytes, at, i + 1, from, to)) return at;
    matched = code[table + length]!;
  }
  return -1;
}

/** True if the range begins and ends between two tokens of the URL, which are runs of letters and digits, or single characters. */
function isAligned(bytes: Uint8Array, at: number, end: number, from: number, to: number): boolean {
  if (at === end) return true;
  if (at > from && isWord(bytes[at - 1]!) && isWord(bytes[at]!)) return false;
  return end === to || !isWord(bytes[end - 1]!) || !isWord(bytes[end]!);
}

function isWord(b: number): boolean {
  return (CLASS[b]! & (LETTER | DIGIT)) !== 0;
}
