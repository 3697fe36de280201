/** Writes a rule as bytes, equal for equal rules; the twin of `src/learn/alignment/rule-table.ts`, byte for byte. */
import { firstBits } from '../bytes';
import { base, FROM, LENGTH, OFFSET, TO, token, word } from './memory';
import { END, SET, TEXT } from './template';
import { delimiterBits, left, right } from './urls';

const RUN: u8 = 1;
const CHOICE: u8 = 6;
const ESCAPE: u8 = 31;

/** Where the code ends that was written last. */
export let end: usize = 0;

/** There is room: a token of n bytes takes 2 n + 3 at most, and tokens are no longer than what is looked at. The tokens of sets are put into order where they stand. */
export function writeCode(template: usize, last: usize, to: usize): void {
  const first = <usize>word(base + FROM, 0);
  const behind = <usize>word(base + TO, 0);
  // Where the next byte goes is handed on: what a module keeps for all its functions is read and written in memory each time.
  let next = writeShared(first - left, first, to);
  for (let at = template; at < last; at += 2) {
    const unit = <i32>load<u16>(at);
    if (unit >= TEXT) next = writeText(unit - TEXT, next);
    else if (unit !== SET) store<u8>(next++, unit);
    else {
      const size = <i32>load<u16>(at, 2);
      next = writeSet(at + 4, size, next);
      at += 2 + ((<usize>size) << 1);
    }
  }
  end = writeShared(behind, behind + right, next);
}

/** What all URLs begin or end with: delimiters, and runs between them; gives where it ends, like those below. */
function writeShared(from: usize, to: usize, next: usize): usize {
  let start = from;
  let at = next;
  for (let i = from; i < to; i += 16) {
    for (let bits = delimiterBits(i) & firstBits(to - i); bits !== 0; bits &= bits - 1) {
      const delimiter = i + <usize>ctz(bits);
      if (delimiter > start) store<u8>(at++, RUN);
      store<u8>(at++, load<u8>(delimiter));
      start = delimiter + 1;
    }
  }
  if (start < to) store<u8>(at++, RUN);
  return at;
}

/** The order in a set is nobody else's concern. */
function writeSet(ids: usize, size: i32, next: usize): usize {
  for (let k = 1; k < size; k++) {
    const id = idAt(ids, k);
    let at = k;
    for (; at > 0 && compare(idAt(ids, at - 1), id) > 0; at--) setId(ids, at, idAt(ids, at - 1));
    setId(ids, at, id);
  }
  let to = next;
  for (let k = 0; k < size; k++) {
    store<u8>(to, CHOICE);
    to = writeText(idAt(ids, k), to + 1);
  }
  store<u8>(to, END);
  return to + 1;
}

function idAt(ids: usize, k: i32): i32 {
  return <i32>load<u16>(ids + ((<usize>k) << 1));
}

function setId(ids: usize, k: i32, id: i32): void {
  store<u16>(ids + ((<usize>k) << 1), <u16>id);
}

function writeText(id: i32, next: usize): usize {
  const from = <usize>load<i32>(token(id), OFFSET);
  const to = from + load<i32>(token(id), LENGTH);
  let at = next;
  for (let i = from; i < to; i++) {
    const unit = load<u8>(i);
    if (unit < 32) store<u8>(at++, ESCAPE);
    store<u8>(at++, unit);
  }
  return at;
}

/** Shorter tokens first, then by their bytes. */
function compare(a: i32, b: i32): i32 {
  const size = load<i32>(token(a), LENGTH);
  const other = load<i32>(token(b), LENGTH);
  if (size !== other) return size - other;
  const x = <usize>load<i32>(token(a), OFFSET);
  const y = <usize>load<i32>(token(b), OFFSET);
  for (let i: usize = 0; i < <usize>size; i++) {
    if (load<u8>(x + i) !== load<u8>(y + i)) return <i32>load<u8>(x + i) - <i32>load<u8>(y + i);
  }
  return 0;
}
