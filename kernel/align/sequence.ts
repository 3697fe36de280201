/** A consensus: for each position the set of tokens seen there and which URLs have one; the twin of `src/learn/alignment/consensus.ts`. */
import {
  base,
  COUNT,
  DISTINCT,
  ELEMENTS,
  FIRST,
  IDS,
  PATH,
  PLAIN,
  PRESENCE,
  SCORED,
  SEQUENCE,
  SEQUENCE_SIZE,
  SET,
  setWord,
  token,
  word,
} from './memory';

/** Steps of an alignment path: both sequences go on, or the columns alone, or the rows alone. */
export const BOTH: u8 = 0;
export const LEFT: u8 = 1;
export const UP: u8 = 2;

/** The sequence made last: where it lies, its length, and the URLs in it as bits. */
export let sequence: usize = 0;
export let length: i32 = 0;
export let everywhere: i32 = 0;

let isOther: bool = false;

/** Begins with the first URL. */
export function begin(): void {
  isOther = false;
  sequence = base + SEQUENCE;
  length = word(base + FIRST, 1);
  everywhere = 1;
  for (let p = 0; p < length; p++) set(position(p), word(base + IDS, p), word(base + ELEMENTS, p), 1, true);
}

/** Adds URL u along the path of its alignment, which is given from the end to the beginning. */
export function merge(u: i32, steps: i32): void {
  if (steps === length) {
    addAlong(u, steps);
    return;
  }
  isOther = !isOther;
  const made = base + SEQUENCE + (isOther ? SEQUENCE_SIZE : 0);
  const bit = 1 << u;
  let row = sequence;
  let column = word(base + FIRST, u);
  let to = made;
  for (let k = steps - 1; k >= 0; k--) {
    const step = load<u8>(base + <usize>k, PATH);
    if (step === LEFT) set(to, word(base + IDS, column), word(base + ELEMENTS, column), bit, false);
    else {
      copy(to, row);
      row += 64;
      if (step === UP) store<i32>(to, -1, PLAIN);
      else add(to, word(base + IDS, column), word(base + ELEMENTS, column), bit);
    }
    if (step !== UP) column++;
    to += 64;
  }
  sequence = made;
  length = steps;
  everywhere |= bit;
}

/** The same where the URL brings no position of its own: those that there are stay where they lie. */
function addAlong(u: i32, steps: i32): void {
  const bit = 1 << u;
  let column = word(base + FIRST, u);
  let to = sequence;
  for (let k = steps - 1; k >= 0; k--, to += 64) {
    if (load<u8>(base + <usize>k, PATH) === UP) store<i32>(to, -1, PLAIN);
    else {
      add(to, word(base + IDS, column), word(base + ELEMENTS, column), bit);
      column++;
    }
  }
  everywhere |= bit;
}

export function position(p: i32): usize {
  return sequence + ((<usize>p) << 6);
}

export function hasGap(its: usize): bool {
  return load<i32>(its, PRESENCE) !== everywhere;
}

/** The k-th token of a position. */
export function tokenAt(its: usize, k: i32): i32 {
  return load<i32>(its + ((<usize>k) << 2), SET);
}

function set(to: usize, id: i32, element: i32, bit: i32, isPlain: bool): void {
  store<i32>(to, isPlain ? element : -1, PLAIN);
  store<i32>(to, bit, PRESENCE);
  store<i32>(to, 1, DISTINCT);
  store<i32>(to, 1, COUNT);
  store<i32>(to, id, SET);
}

function add(to: usize, id: i32, element: i32, bit: i32): void {
  store<i32>(to, load<i32>(to, PRESENCE) | bit, PRESENCE);
  if (load<i32>(to, PLAIN) !== element) store<i32>(to, -1, PLAIN);
  const count = load<i32>(to, COUNT);
  let isAlike = false;
  for (let k = 0; k < count; k++) {
    const own = tokenAt(to, k);
    if (own === id) return;
    if (load<i32>(token(own), SCORED) === element) isAlike = true;
  }
  if (!isAlike) store<i32>(to, load<i32>(to, DISTINCT) + 1, DISTINCT);
  setWord(to + SET, count, id);
  store<i32>(to, count + 1, COUNT);
}

function copy(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
}
