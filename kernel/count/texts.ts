/** Finds the URLs of the data by the hash of their text. */
import { hashes, setWord, word } from './memory';
import { slotOf } from './slots';

let slots: usize = 0;
let mask: i32 = 0;
/** A bit for each hash that some text has. */
let bits: usize = 0;
let bitMask: i32 = 0;

/** URLs whose places are brought into the cache together. */
const BATCH: i32 = 32;
/** A sum that goes nowhere need not be made, and compilers know. */
let touched: i32 = 0;

export function touch(sum: i32): void {
  touched ^= sum;
}

export function sumTouched(): i32 {
  return touched;
}

/** There are `size` slots, a power of two, and four times as many bits. */
export function setIndex(slotsAt: usize, size: i32, bitsAt: usize): void {
  slots = slotsAt;
  mask = size - 1;
  bits = bitsAt;
  bitMask = 4 * size - 1;
}

/** Enters some URLs; false if one has the text of another. A function that is called once is never compiled well, so the host asks for some at a time. */
export function indexTexts(first: i32, end: i32): bool {
  for (let from = first; from < end; from += BATCH) {
    const to = min(from + BATCH, end);
    let sum = 0;
    for (let url = from; url < to; url++) sum += word(slots, aOf(url) & mask);
    touch(sum);
    for (let url = from; url < to; url++) if (!enter(url)) return false;
  }
  return true;
}

/** Brings into the cache where a text is looked for. */
export function touchText(a: i32, b: i32): i32 {
  const bit = b & bitMask;
  return word(bits, bit >>> 5) + word(slots, a & mask);
}

/** Brings into the cache what it is likely to be compared with. */
export function touchHash(a: i32): i32 {
  const number = word(slots, a & mask) - 1;
  return number < 0 ? 0 : aOf(number);
}

/** The URL with this text, or -1. */
export function findText(a: i32, b: i32): i32 {
  // Most forms are no URL of the data, and one bit that is in the cache says so.
  const bit = b & bitMask;
  if ((word(bits, bit >>> 5) & (1 << (bit & 31))) === 0) return -1;
  return word(slots, slotOf(slots, mask, hashes, a, b)) - 1;
}

export function aOf(url: i32): i32 {
  return word(hashes, 2 * url);
}

export function bOf(url: i32): i32 {
  return word(hashes, 2 * url + 1);
}

function enter(url: i32): bool {
  const bit = bOf(url) & bitMask;
  setWord(bits, bit >>> 5, word(bits, bit >>> 5) | (1 << (bit & 31)));
  const slot = slotOf(slots, mask, hashes, aOf(url), bOf(url));
  if (word(slots, slot) !== 0) return false;
  setWord(slots, slot, url + 1);
  return true;
}
