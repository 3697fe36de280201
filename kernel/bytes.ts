/** Ranges of bytes, compared and copied sixteen at a time; reading and writing past the end is harmless, because every buffer has room behind it. */
import { SIXTEENS } from './memory';

/** True if n bytes are the same. */
export function same(a: usize, b: usize, n: i32): bool {
  let left = n;
  let x = a;
  let y = b;
  while (left > 16) {
    if (!i8x16.all_true(i8x16.eq(v128.load(x), v128.load(y)))) return false;
    x += 16;
    y += 16;
    left -= 16;
  }
  return firstAreSet(i8x16.eq(v128.load(x), v128.load(y)), left);
}

/** The same for text whose letters count in lower case; the other side is in lower case already. */
export function sameLower(text: usize, lower: usize, n: i32): bool {
  let left = n;
  let x = text;
  let y = lower;
  while (left > 16) {
    if (!i8x16.all_true(i8x16.eq(lowered(v128.load(x)), v128.load(y)))) return false;
    x += 16;
    y += 16;
    left -= 16;
  }
  return firstAreSet(i8x16.eq(lowered(v128.load(x)), v128.load(y)), left);
}

/** How many of the first n bytes are the same. */
export function sharedStart(a: usize, b: usize, n: i32): i32 {
  for (let i = 0; i < n; i += 16) {
    const other = ~i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i))) & 0xffff;
    if (other !== 0) return min(n, i + ctz(other));
  }
  return n;
}

/** How many of the n bytes before both ends are the same. */
export function sharedEnd(aEnd: usize, bEnd: usize, n: i32): i32 {
  for (let i = 0; i < n; i += 16) {
    const other = ~i8x16.bitmask(i8x16.eq(v128.load(aEnd - i - 16), v128.load(bEnd - i - 16))) & 0xffff;
    if (other !== 0) return min(n, i + clz(other) - 16);
  }
  return n;
}

/** Copies n bytes; up to 15 more are written behind them. */
export function copy(to: usize, from: usize, n: i32): void {
  if (n > 512) {
    memory.copy(to, from, n);
    return;
  }
  for (let i: usize = 0; i < <usize>n; i += 16) v128.store(to + i, v128.load(from + i));
}

/** A bit for each of sixteen bytes that are letters A to Z. */
export function upperBits(v: v128): i32 {
  return i8x16.bitmask(isUpper(v));
}

/** A bit for each of sixteen bytes that are this byte. */
export function bitsOf(v: v128, b: i8): i32 {
  return i8x16.bitmask(i8x16.eq(v, sixteen(b)));
}

/** Ones for the first n of sixteen bits, all for more. */
export function firstBits(n: usize): i32 {
  return n >= 16 ? 0xffff : (1 << (<i32>n)) - 1;
}

function lowered(v: v128): v128 {
  return v128.or(v, v128.and(isUpper(v), sixteen(32)));
}

/** A to Z, moved to where the smallest numbers with a sign are. */
function isUpper(v: v128): v128 {
  return i8x16.lt_s(i8x16.add(v, sixteen(63)), sixteen(-102));
}

/** Sixteen times this byte. Reading them is one instruction; compilers of WebAssembly make three of a constant, wherever it stands. */
export function sixteen(b: i8): v128 {
  return v128.load(SIXTEENS + ((<usize>(<u8>b)) << 4));
}

function firstAreSet(equal: v128, n: i32): bool {
  const wanted = (1 << n) - 1;
  return (i8x16.bitmask(equal) & wanted) === wanted;
}
