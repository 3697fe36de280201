/** The URLs of one cluster: sorted, and without what all begin and end with; the twin of `src/learn/alignment/url-bytes.ts`. */
import { sharedEnd, sharedStart } from '../bytes';
import { base, DELIMITER, FROM, HIGH_HALVES, LOW_HALVES, NUMBER, setWord, TO, word } from './memory';
import { compare } from './sort';

export let count: i32 = 0;
/** Bytes left out at both ends, the same in all URLs. */
export let left: i32 = 0;
export let right: i32 = 0;

/** Takes URLs by a list of their beginnings, ends and numbers, in the order of their bytes, equal ones once. */
export function take(list: usize, given: i32): void {
  left = 0;
  right = 0;
  count = 0;
  for (let i = 0; i < given; i++) {
    const from = word(list, 3 * i);
    const to = word(list, 3 * i + 1);
    let at = count;
    let isNew = true;
    while (at > 0) {
      const order = compare(word(base + FROM, at - 1), word(base + TO, at - 1), from, to);
      isNew = order !== 0;
      if (order <= 0) break;
      at--;
    }
    if (!isNew) continue;
    for (let k = count; k > at; k--) {
      setWord(base + FROM, k, word(base + FROM, k - 1));
      setWord(base + TO, k, word(base + TO, k - 1));
      setWord(base + NUMBER, k, word(base + NUMBER, k - 1));
    }
    setWord(base + FROM, at, from);
    setWord(base + TO, at, to);
    setWord(base + NUMBER, at, word(list, 3 * i + 2));
    count++;
  }
}

/** Takes URLs in the order given. */
export function takeOrdered(list: usize, given: i32): void {
  for (let u = 0; u < given; u++) {
    setWord(base + FROM, u, word(list, 3 * u));
    setWord(base + TO, u, word(list, 3 * u + 1));
    setWord(base + NUMBER, u, word(list, 3 * u + 2));
  }
  setOrdered(given);
}

/** So many URLs have been put where they belong. */
export function setOrdered(given: i32): void {
  left = 0;
  right = 0;
  count = given;
}

/** Leaves out what all have in common, but for the delimiter next to the difference and the text behind it; the end first. */
export function trim(): void {
  const start = <usize>word(base + FROM, 0);
  const end = <usize>word(base + TO, 0);
  let shortest = <i32>(end - start);
  for (let u = 1; u < count; u++) shortest = min(shortest, word(base + TO, u) - word(base + FROM, u));
  let suffix = shortest;
  for (let u = 1; u < count; u++) suffix = sharedEnd(end, word(base + TO, u), suffix);
  let prefix = shortest - suffix;
  for (let u = 1; u < count; u++) prefix = sharedStart(start, word(base + FROM, u), prefix);
  left = prefix;
  for (let delimiters = 0; left > 0; left--) {
    if (isDelimiter(start + left - 1) && ++delimiters === 2) break;
  }
  right = suffix;
  for (let delimiters = 0; right > 0; right--) {
    if (isDelimiter(end - right) && ++delimiters === 2) break;
  }
  move(left, right);
}

/** Takes back what `trim` left out. */
export function restore(): void {
  move(-left, -right);
  left = 0;
  right = 0;
}

/** Bytes of all URLs that are looked at. */
export function lookedAt(): i32 {
  let sum = 0;
  for (let u = 0; u < count; u++) sum += word(base + TO, u) - word(base + FROM, u);
  return sum;
}

/** Where a URL begins and ends, with what is left out, and its number. */
export function wholeFrom(u: i32): usize {
  return <usize>(word(base + FROM, u) - left);
}

export function wholeTo(u: i32): usize {
  return <usize>(word(base + TO, u) + right);
}

export function numberOf(u: i32): i32 {
  return word(base + NUMBER, u);
}

/** Makes ready what `delimiterBits` reads; all delimiters are ASCII. */
export function setDelimiters(): void {
  memory.fill(base + LOW_HALVES, 0, 32);
  for (let byte: usize = 0; byte < 128; byte++) {
    if (load<u8>(base + byte, DELIMITER) === 0) continue;
    const low = base + LOW_HALVES + (byte & 15);
    const bit = 1 << (<u8>(byte >> 4));
    store<u8>(low, load<u8>(low) | bit);
    store<u8>(base + HIGH_HALVES + (byte >> 4), bit);
  }
}

/** A bit for each of sixteen bytes that is a delimiter. */
export function delimiterBits(at: usize): i32 {
  const v = v128.load(at);
  const low = i8x16.swizzle(v128.load(base, LOW_HALVES), v128.and(v, i8x16.splat(15)));
  const high = i8x16.swizzle(v128.load(base, HIGH_HALVES), i8x16.shr_u(v, 4));
  return i8x16.bitmask(i8x16.ne(v128.and(low, high), i8x16.splat(0)));
}

export function isDelimiter(at: usize): bool {
  return load<u8>(base + load<u8>(at), DELIMITER) === 1;
}

function move(more: i32, less: i32): void {
  for (let u = 0; u < count; u++) {
    setWord(base + FROM, u, word(base + FROM, u) + more);
    setWord(base + TO, u, word(base + TO, u) - less);
  }
}
