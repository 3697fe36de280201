/** Masks, variants and emits of token rules; the twin of `src/normalize/token-program.ts`. */
import { same } from './bytes';
import { hashRange, mix, SEED } from './hash';
import { CONVERSION, EMIT, MASK, SEGMENT } from './kinds';
import {
  ask,
  asked,
  byte,
  CAPTURE_FROM,
  CAPTURE_TO,
  CLASS,
  code,
  DELIMITER_BYTE,
  FILLED,
  LOWER,
  MOST_CAPTURES,
  pool,
  setWord,
  word,
} from './memory';
import { append, length, push } from './output';
import { boundary, delimiters, segmentFrom, segmentTo } from './scan';

const LETTER: i32 = 2;
const DIGIT: i32 = 4;
/** The lowest of every four bits. */
const FOURTHS: i32 = 0x11111111;

/** Hash of the literals that `hashMask` looked at. */
export let maskHash: i32 = 0;

/** False if the URL cannot have the mask. */
export function hashMask(mask: i32): bool {
  maskHash = SEED;
  const slots = word(code, mask);
  let at = mask + 1;
  for (let s = 0; s < slots; s++) {
    const segment = word(code, at);
    // Another shape of the same hash may have led here.
    if (segment > delimiters) return false;
    if (word(code, at + 1) === MASK.whole)
      maskHash = mix(maskHash, hashRange(segmentFrom(segment), segmentTo(segment)));
    else if (!hashTokens(segment, word(code, at + 2), word(code, at + 3))) return false;
    at += 4;
  }
  return true;
}

function hashTokens(segment: i32, count: i32, bits: i32): bool {
  const end = segmentTo(segment);
  let n = 0;
  for (let i = segmentFrom(segment); i < end; n++) {
    if (n === count) return false;
    const next = tokenEnd(i, end);
    if (n < 31 && (bits & (1 << n)) !== 0) maskHash = mix(maskHash, hashRange(i, next));
    i = next;
  }
  return n === count;
}

/** End of the token that begins here: a run of letters, a run of digits, or one character. */
function tokenEnd(start: usize, end: usize): usize {
  const first = byte(start);
  const kind = byte(CLASS + first);
  let i = start + 1;
  if (kind === LETTER || kind === DIGIT) while (i < end && byte(CLASS + byte(i)) === kind) i++;
  else if (first >= 0xc0) while (i < end && (byte(i) & 0xc0) === 0x80) i++;
  return i;
}

/** True if the URL fits the variant; the captures are then set. */
export function checkVariant(program: i32, choice: i32): bool {
  const shape = pool + word(code, program + 3);
  const count = word(code, program + 4);
  if (delimiters !== count) return false;
  if (!same(DELIMITER_BYTE, shape, count)) return false;
  if (word(code, program + 2) >= MOST_CAPTURES) {
    ask();
    return false;
  }
  const kinds = program + 5;
  let at = kinds + (count >> 3) + 1;
  let chosen = choice;
  for (let s = 0; s <= count; s += 8) {
    const eight = word(code, kinds + (s >> 3)) & firstKinds(count + 1 - s);
    // Stars and empty segments, which most are, differ in the lowest of their four bits, and so all of them are checked at once.
    let others = ((eight >>> 1) | (eight >>> 2) | (eight >>> 3)) & FOURTHS;
    if (((eight ^ word(FILLED, s >> 3)) & FOURTHS & ~others) !== 0) return false;
    for (; others !== 0; others &= others - 1) {
      const shift = ctz(others);
      const segment = s + (shift >> 2);
      const from = segmentFrom(segment);
      const to = segmentTo(segment);
      switch ((eight >>> shift) & 15) {
        case SEGMENT.lit:
          if (!isText(at, from, to)) return false;
          at += 2;
          break;
        case SEGMENT.chosen:
          if (!isText(chosen, from, to)) return false;
          chosen += 2;
          break;
        case SEGMENT.alt: {
          const texts = word(code, at++);
          if (!isOneOf(at, texts, from, to)) return false;
          at += texts * 2;
          break;
        }
        default: {
          const items = word(code, at++);
          if (!checkMixed(at, items, from, to)) return false;
          at += items * 3;
        }
      }
    }
  }
  return true;
}

/** Ones for the kinds of the first n of eight segments, all for more. */
function firstKinds(n: i32): i32 {
  return n >= 8 ? -1 : (1 << (n << 2)) - 1;
}

/** True if the range is the text whose place and length stand at `at`. */
export function isText(at: i32, from: usize, to: usize): bool {
  const n = word(code, at + 1);
  return <i32>(to - from) === n && same(from, pool + word(code, at), n);
}

function isOneOf(at: i32, count: i32, from: usize, to: usize): bool {
  for (let i = at; i < at + count * 2; i += 2) if (isText(i, from, to)) return true;
  return false;
}

function checkMixed(start: i32, items: i32, from: usize, to: usize): bool {
  let i = from;
  for (let at = start; at < start + items * 3; at += 3) {
    const kind = word(code, at);
    if (kind === SEGMENT.lit) {
      const n = word(code, at + 2);
      const end = i + n;
      if (end > to || !same(i, pool + word(code, at + 1), n)) return false;
      // The literal's last token must not go on in the URL.
      const last = byte(CLASS + byte(end - 1));
      if (end < to && last !== 0 && byte(CLASS + byte(end)) === last) return false;
      i = end;
      continue;
    }
    if (i === to || byte(CLASS + byte(i)) !== (kind === SEGMENT.letters ? LETTER : DIGIT)) return false;
    const end = tokenEnd(i, to);
    const capture = word(code, at + 1);
    if (capture > 0) {
      setWord(CAPTURE_FROM, capture, <i32>i);
      setWord(CAPTURE_TO, capture, <i32>end);
    }
    i = end;
  }
  return i === to;
}

/** True if the variant's form is always the URL itself. */
export function isIdentity(program: i32): bool {
  return word(code, word(code, program + 1)) === -1;
}

/** Appends the form of the variant that was checked last. */
export function emitForm(program: i32, limit: i32): void {
  let at = word(code, program + 1);
  const count = word(code, at++);
  for (let k = 0; k < count && length <= 2 * limit && !asked; k++) {
    const kind = word(code, at);
    const a = word(code, at + 1);
    const b = word(code, at + 2);
    if (kind === EMIT.lit) append(pool + a, pool + a + b);
    else if (kind === EMIT.copy) appendConverted(word(code, at + 3), boundary(a), boundary(b));
    else appendConverted(word(code, at + 3), word(CAPTURE_FROM, a), word(CAPTURE_TO, a));
    at += 4;
  }
}

/** Appends a range after a conversion; those beyond ASCII are left to the host. */
export function appendConverted(conversion: i32, from: usize, to: usize): void {
  switch (conversion) {
    case CONVERSION.none:
      append(from, to);
      return;
    case CONVERSION.lower:
      for (let i = from; i < to; i++) push(byte(LOWER + byte(i)));
      return;
    case CONVERSION.upper:
      for (let i = from; i < to; i++) push(upper(byte(i)));
      return;
    case CONVERSION.capital:
      if (from < to) push(upper(byte(from)));
      if (from < to) append(from + 1, to);
      return;
    case CONVERSION.space:
      for (let i = from; i < to; i++) {
        if (byte(i) === PLUS) pushSpace();
        else push(byte(i));
      }
      return;
    case CONVERSION.underscore:
      for (let i = from; i < to; ) {
        const isSpace = i + 2 < to && byte(i) === PERCENT && byte(i + 1) === 50 && byte(i + 2) === 48;
        push(isSpace ? UNDERSCORE : byte(i));
        i += isSpace ? 3 : 1;
      }
      return;
    case CONVERSION.number:
      append(afterZeros(from, to), to);
      return;
    default:
      ask();
  }
}

const PLUS = 43;
const PERCENT = 37;
const UNDERSCORE = 95;

/** Where a number begins, if there are digits only. */
function afterZeros(from: usize, to: usize): usize {
  for (let i = from; i < to; i++) if (byte(i) < 48 || byte(i) > 57) return from;
  let start = from;
  while (start + 1 < to && byte(start) === 48) start++;
  return start;
}

function upper(b: i32): i32 {
  return b >= 97 && b <= 122 ? b - 32 : b;
}

/** `%20`. */
function pushSpace(): void {
  push(PERCENT);
  push(50);
  push(48);
}
