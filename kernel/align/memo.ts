/** Remembers what became of clusters by the pattern of their tokens, which is all that matters before texts are written: most clusters of a site are alike. */
import { copy, same } from '../bytes';
import { more, room } from '../host';
import { base, PATTERN } from './memory';
import { hashOf } from './names';

/** Slots, by the hash of a pattern: in each is where the entry begins that came last with such a hash. */
const SLOTS: i32 = 32768;
/** Entries lie one behind another in a ring of so many bytes; who comes around overwrites the oldest. Places are counted in units of sixteen bytes, on and on, so that they say how old an entry is. */
const RING: u32 = 1 << 22;
const UNIT: u32 = 16;
const UNITS: u32 = RING / UNIT;
/** Of an entry: bytes of the pattern, bytes of the template, the outcome; behind them the pattern and the template. */
const LENGTH: usize = 0;
const WRITTEN: usize = 2;
const OUTCOME: usize = 4;
const BYTES: usize = 16;
/** What takes more is not kept: large clusters are each of their own kind. */
const MOST: i32 = 1024;

/** Nothing is known. */
export const UNKNOWN: i32 = -1;

let slots: usize = 0;
let ring: usize = 0;
/** Where the next entry goes; places begin at 1, because a slot of 0 is empty. */
let next: u32 = 1;
/** The slot that what is asked for belongs into, 0 if none, and its length in bytes. */
let slot: usize = 0;
let length: i32 = 0;

/** The template of what is known. */
export let template: usize = 0;
export let templateEnd: usize = 0;

export function startMemo(): void {
  slots = more(SLOTS * 4);
  ring = room(<i32>RING);
  next = 1;
}

/** What became of a cluster with this pattern, of so many bytes, or `UNKNOWN`. */
export function recall(bytes: i32): i32 {
  length = bytes;
  slot = 0;
  if (bytes === 0 || bytes > MOST || slots === 0 || ring === 0) return UNKNOWN;
  const pattern = base + PATTERN;
  const hash = hashOf(pattern, pattern + <usize>bytes);
  slot = slots + ((<usize>(hash & (SLOTS - 1))) << 2);
  const place = load<u32>(slot);
  // What lies there by now may be of others.
  if (place === 0 || next - place > UNITS) return UNKNOWN;
  const entry = addressOf(place);
  if (<i32>load<u16>(entry, LENGTH) !== bytes || !same(entry + BYTES, pattern, bytes)) return UNKNOWN;
  template = entry + BYTES + rounded(bytes);
  templateEnd = template + <usize>load<u16>(entry, WRITTEN);
  return load<i32>(entry, OUTCOME);
}

/** Remembers the outcome for the pattern asked for last, unless it takes too much. */
export function remember(outcome: i32, from: usize, to: usize): void {
  template = from;
  templateEnd = to;
  const written = <i32>(to - from);
  const size = <u32>(BYTES + rounded(length) + rounded(written));
  if (slot === 0 || size > <u32>MOST) return;
  // An entry does not go around the end.
  const left = UNITS - (next % UNITS);
  if (left * UNIT < size) next += left;
  const entry = addressOf(next);
  store<u32>(slot, next);
  next += size / UNIT;
  store<u16>(entry, <u16>length, LENGTH);
  store<u16>(entry, <u16>written, WRITTEN);
  store<i32>(entry, outcome, OUTCOME);
  // Sixteen bytes at a time, which is what there is room for.
  copy(entry + BYTES, base + PATTERN, length);
  copy(entry + BYTES + rounded(length), from, written);
}

function addressOf(place: u32): usize {
  return ring + <usize>(place % UNITS) * UNIT;
}

function rounded(bytes: i32): usize {
  return <usize>((bytes + 15) & ~15);
}
