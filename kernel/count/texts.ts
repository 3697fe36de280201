/** Finds the URLs of the data by the hash of their text. */
import { hashes, setWord, urls, word } from './memory';

let slots: usize = 0;
let mask: i32 = 0;
/** A bit for each hash that some text has. */
let bits: usize = 0;
let bitMask: i32 = 0;

/** URLs whose places are brought into the cache together. */
const BATCH: i32 = 32;
/** A sum that goes nowhere need not be made, and compilers know. */
export let touched: i32 = 0;

/** Enters all URLs; false if two have one text. There are `size` slots, a power of two, and four times as many bits. */
export function indexTexts(slotsAt: usize, size: i32, bitsAt: usize): bool {
  slots = slotsAt;
  mask = size - 1;
  bits = bitsAt;
  bitMask = 4 * size - 1;
  for (let from = 0; from < urls; from += BATCH) {
    const to = min(from + BATCH, urls);
    let sum = 0;
    for (let url = from; url < to; url++) sum += word(slots, aOf(url) & mask);
    touched ^= sum;
    for (let url = from; url < to; url++) if (!enter(url)) return false;
  }
  return true;
}

/** The URL with this text, or -1. */
export function findText(a: i32, b: i32): i32 {
  // Most forms are no URL of the data, and one bit that is in the cache says so.
  const bit = b & bitMask;
  if ((word(bits, bit >>> 5) & (1 << (bit & 31))) === 0) return -1;
  return word(slots, slotOf(a, b)) - 1;
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
  const slot = slotOf(aOf(url), bOf(url));
  if (word(slots, slot) !== 0) return false;
  setWord(slots, slot, url + 1);
  return true;
}

function slotOf(a: i32, b: i32): i32 {
  let slot = a & mask;
  let url = word(slots, slot) - 1;
  while (url >= 0 && (aOf(url) !== a || bOf(url) !== b)) {
    slot = (slot + 1) & mask;
    url = word(slots, slot) - 1;
  }
  return slot;
}
