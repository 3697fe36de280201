/** Remembers what became of clusters by the pattern of their tokens, which is all that matters before texts are written: most clusters of a site are alike. */
import { copy, same } from '../bytes';
import { more } from '../host';
import { base, PATTERN } from './memory';
import { hashOf } from './names';

/** Places, and bytes of each: head, pattern, template. In each is what came last with such a hash. */
const PLACES: i32 = 4096;
const PLACE: usize = 256;
/** Of a place: bytes of the pattern, 0 if there is none, bytes of the template, and the outcome. */
const LENGTH: usize = 0;
const WRITTEN: usize = 2;
const OUTCOME: usize = 4;
const BYTES: usize = 16;
/** What is copied is copied sixteen bytes at a time. */
const MOST: i32 = <i32>(PLACE - BYTES) - 32;

/** Nothing is known. */
export const UNKNOWN: i32 = -1;

let places: usize = 0;
/** Where what is asked for belongs, 0 if nowhere, and its length in bytes. */
let place: usize = 0;
let length: i32 = 0;

/** The template of what is known. */
export let template: usize = 0;
export let templateEnd: usize = 0;

export function startMemo(): void {
  places = more(PLACES * <i32>PLACE);
}

/** What became of a cluster with this pattern, of so many bytes, or `UNKNOWN`. */
export function recall(bytes: i32): i32 {
  length = bytes;
  place = 0;
  if (bytes === 0 || bytes > MOST || places === 0) return UNKNOWN;
  const pattern = base + PATTERN;
  const hash = hashOf(pattern, pattern + <usize>bytes);
  place = places + <usize>(hash & (PLACES - 1)) * PLACE;
  if (<i32>load<u16>(place, LENGTH) !== bytes || !same(place + BYTES, pattern, bytes)) return UNKNOWN;
  template = place + BYTES + <usize>((bytes + 15) & ~15);
  templateEnd = template + <usize>load<u16>(place, WRITTEN);
  return load<i32>(place, OUTCOME);
}

/** Remembers the outcome for the pattern asked for last, if there is room for the template. */
export function remember(outcome: i32, from: usize, to: usize): void {
  template = from;
  templateEnd = to;
  const start = (length + 15) & ~15;
  const written = <i32>(to - from);
  if (place === 0 || start + written > MOST) return;
  store<u16>(place, <u16>length, LENGTH);
  store<u16>(place, <u16>written, WRITTEN);
  store<i32>(place, outcome, OUTCOME);
  copy(place + BYTES, base + PATTERN, length);
  copy(place + BYTES + <usize>start, from, written);
}
