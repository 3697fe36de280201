/** Runs the compiled form of token rules on bytes: hash of a mask, check of a variant, output of an emit. */
import { type Bytes, CLASS, DIGIT, LETTER, sameBytes } from './bytes.ts';
import { appendConverted } from './convert-bytes.ts';
import type { Flat } from './flat.ts';
import { hashRange, mix, SEED } from './hash.ts';
import type { Scan } from './scan.ts';

export const MASK = { whole: 0, tokens: 1 } as const;
export const SEGMENT = { empty: 0, star: 1, lit: 2, mixed: 3, letters: 4, digits: 5, chosen: 6, alt: 7 } as const;
/** `copy` is a stretch of the URL between two boundaries; `capture` a typed token inside a stretch. */
export const EMIT = { lit: 0, copy: 1, capture: 2 } as const;

/** In place of an emit's length: the form is the URL itself. */
export const IDENTITY = -1;

/** Byte ranges of the typed tokens that the variant checked last has captured. */
export class CaptureRanges {
  from = new Int32Array(64);
  to = new Int32Array(64);

  reserve(count: number): void {
    if (count < this.from.length) return;
    this.from = new Int32Array(count * 2);
    this.to = new Int32Array(count * 2);
  }
}

/** Hashes the literals a mask looks at into `scan.hash`; false if the URL cannot have the mask. */
export function hashMask({ code }: Flat, mask: number, scan: Scan): boolean {
  scan.hash = SEED;
  const slots = code[mask]!;
  for (let s = 0, at = mask + 1; s < slots; s++, at += 4) {
    const segment = code[at]!;
    // Another shape of the same hash may have led here.
    if (segment > scan.delimiters) return false;
    if (code[at + 1] === MASK.whole)
      scan.hash = mix(scan.hash, hashRange(scan.bytes, scan.segmentFrom(segment), scan.segmentTo(segment)));
    else if (!hashTokens(scan, segment, code[at + 2]!, code[at + 3]!)) return false;
  }
  return true;
}

function hashTokens(scan: Scan, segment: number, count: number, bits: number): boolean {
  const { bytes } = scan;
  const end = scan.segmentTo(segment);
  let n = 0;
  for (let i = scan.segmentFrom(segment); i < end; n++) {
    if (n === count) return false;
    const next = tokenEnd(bytes, i, end);
    if (n < 31 && bits & (1 << n)) scan.hash = mix(scan.hash, hashRange(bytes, i, next));
    i = next;
  }
  return n === count;
}

/** End of the token that begins here: a run of letters, a run of digits, or one character. */
export function tokenEnd(bytes: Uint8Array, from: number, end: number): number {
  const kind = CLASS[bytes[from]!]!;
  let i = from + 1;
  if (kind === LETTER || kind === DIGIT) while (i < end && CLASS[bytes[i]!] === kind) i++;
  else if (bytes[from]! >= 0xc0) while (i < end && (bytes[i]! & 0xc0) === 0x80) i++;
  return i;
}

/** True if the URL fits the variant; the captures are then set. */
export function checkVariant(
  flat: Flat,
  program: number,
  choice: number,
  scan: Scan,
  captures: CaptureRanges,
): boolean {
  const { code, pool } = flat;
  const { bytes } = scan;
  const shape = code[program + 3]!;
  const delimiters = code[program + 4]!;
  if (scan.delimiters !== delimiters) return false;
  for (let d = 0; d < delimiters; d++) if (bytes[scan.delimiterAt[d]!] !== pool[shape + d]) return false;
  captures.reserve(code[program + 2]!);
  const kinds = program + 5;
  let at = kinds + kindWords(delimiters + 1);
  let chosen = choice;
  for (let s = 0; s <= delimiters; s++) {
    const from = scan.segmentFrom(s);
    const to = scan.segmentTo(s);
    switch ((code[kinds + (s >> 3)]! >>> ((s & 7) * 4)) & 15) {
      case SEGMENT.empty:
        if (from !== to) return false;
        break;
      case SEGMENT.star:
        if (from === to) return false;
        break;
      case SEGMENT.lit:
        if (to - from !== code[at + 1]! || !sameBytes(bytes, from, to, pool, code[at]!)) return false;
        at += 2;
        break;
      case SEGMENT.chosen:
        if (to - from !== code[chosen + 1]! || !sameBytes(bytes, from, to, pool, code[chosen]!)) return false;
        chosen += 2;
        break;
      case SEGMENT.alt: {
        const count = code[at++]!;
        if (!isOneOf(flat, at, count, bytes, from, to)) return false;
        at += count * 2;
        break;
      }
      default: {
        const items = code[at++]!;
        if (!checkMixed(flat, at, items, bytes, from, to, captures)) return false;
        at += items * 3;
      }
    }
  }
  return true;
}

/** How many numbers hold the kinds of so many segments: eight stand in one, because most segments have nothing else to say. */
export function kindWords(segments: number): number {
  return (segments + 7) >> 3;
}

function isOneOf(
  { code, pool }: Flat,
  at: number,
  count: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): boolean {
  for (let i = at; i < at + count * 2; i += 2)
    if (to - from === code[i + 1]! && sameBytes(bytes, from, to, pool, code[i]!)) return true;
  return false;
}

function checkMixed(
  flat: Flat,
  start: number,
  items: number,
  bytes: Uint8Array,
  from: number,
  to: number,
  captures: CaptureRanges,
): boolean {
  const { code, pool } = flat;
  let i = from;
  for (let at = start; at < start + items * 3; at += 3) {
    const kind = code[at]!;
    if (kind === SEGMENT.lit) {
      const end = i + code[at + 2]!;
      if (end > to || !sameBytes(bytes, i, end, pool, code[at + 1]!)) return false;
      // The literal's last token must not go on in the URL.
      const last = CLASS[bytes[end - 1]!]!;
      if (end < to && last !== 0 && CLASS[bytes[end]!] === last) return false;
      i = end;
      continue;
    }
    if (i === to || CLASS[bytes[i]!] !== (kind === SEGMENT.letters ? LETTER : DIGIT)) return false;
    const end = tokenEnd(bytes, i, to);
    const cap = code[at + 1]!;
    if (cap > 0) {
      captures.from[cap] = i;
      captures.to[cap] = end;
    }
    i = end;
  }
  return i === to;
}

/** True if the variant's form is always the URL itself. */
export function isIdentity({ code }: Flat, program: number): boolean {
  return code[code[program + 1]!] === IDENTITY;
}

/** Appends the form of the variant that was checked last; not for an identity. What is certainly beyond the limit is not written out. */
export function emitForm(
  { code, pool }: Flat,
  program: number,
  scan: Scan,
  captures: CaptureRanges,
  limit: number,
  out: Bytes,
): void {
  let at = code[program + 1]!;
  const count = code[at++]!;
  for (let k = 0; k < count && out.length <= 2 * limit; k++, at += 4) {
    const a = code[at + 1]!;
    const b = code[at + 2]!;
    const conversion = code[at + 3]!;
    if (code[at] === EMIT.lit) {
      out.append(pool, a, a + b);
      continue;
    }
    const isCopy = code[at] === EMIT.copy;
    const from = isCopy ? scan.boundary(a) : captures.from[a]!;
    const to = isCopy ? scan.boundary(b) : captures.to[a]!;
    if (conversion === 0) out.append(scan.bytes, from, to);
    else appendConverted(conversion - 1, scan.bytes, from, to, scan.mode, out);
  }
}
