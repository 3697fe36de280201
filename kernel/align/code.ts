/** Writes a rule as bytes, equal for equal rules; the twin of `src/learn/alignment/rule-table.ts`, byte for byte. */
import { base, COUNT, FROM, LENGTH, LETTERS, OFFSET, OTHER, SET, setWord, TO, token, typeOf, word } from './memory';
import { groupEnd, groupStart, groups, runEnd, runStart, runs } from './plan';
import { length, position, tokenAt } from './sequence';
import { isDelimiter, left, right } from './urls';

const RUN: u8 = 1;
const CAPTURE_LETTERS: u8 = 2;
const CAPTURE_DIGITS: u8 = 3;
const ANY_LETTERS: u8 = 4;
const ANY_DIGITS: u8 = 5;
const CHOICE: u8 = 6;
const GROUP: u8 = 7;
const END: u8 = 8;
const ESCAPE: u8 = 31;

/** Where the code ends that was written last. */
export let end: usize = 0;

/** There is room: a token of n bytes takes 2 n + 3 at most, and tokens are no longer than what is looked at. */
export function writeCode(cardinality: i32, to: usize): void {
  end = to;
  const first = <usize>word(base + FROM, 0);
  const behind = <usize>word(base + TO, 0);
  writeShared(first - left, first);
  let g = 0;
  let r = 0;
  for (let p = 0; p < length; p++) {
    const its = position(p);
    if (g < groups && p === groupStart(g)) {
      put(GROUP);
      for (; p < groupEnd(g); p++) writePosition(position(p), cardinality);
      put(END);
      p--;
      g++;
    } else if (r < runs && p === runStart(r)) {
      put(RUN);
      p = runEnd(r++) - 1;
    } else if (load<i32>(its, COUNT) === 1 && typeOf(tokenAt(its, 0)) !== OTHER)
      put(typeOf(tokenAt(its, 0)) === LETTERS ? CAPTURE_LETTERS : CAPTURE_DIGITS);
    else writePosition(its, cardinality);
  }
  writeShared(behind, behind + right);
}

function put(value: u8): void {
  store<u8>(end++, value);
}

/** What all URLs begin or end with: delimiters, and runs between them. */
function writeShared(from: usize, to: usize): void {
  let wasDelimiter = true;
  for (let i = from; i < to; i++) {
    const is = isDelimiter(i);
    if (is) put(load<u8>(i));
    else if (wasDelimiter) put(RUN);
    wasDelimiter = is;
  }
}

function writePosition(its: usize, cardinality: i32): void {
  const size = load<i32>(its, COUNT);
  if (size === 1) {
    writeText(tokenAt(its, 0));
    return;
  }
  const type = typeOf(tokenAt(its, 0));
  if (size >= cardinality && type !== OTHER) {
    put(type === LETTERS ? ANY_LETTERS : ANY_DIGITS);
    return;
  }
  // The order in a set is nobody else's concern.
  for (let k = 1; k < size; k++) {
    const id = tokenAt(its, k);
    let at = k;
    for (; at > 0 && compare(tokenAt(its, at - 1), id) > 0; at--) setWord(its + SET, at, tokenAt(its, at - 1));
    setWord(its + SET, at, id);
  }
  for (let k = 0; k < size; k++) {
    put(CHOICE);
    writeText(tokenAt(its, k));
  }
  put(END);
}

function writeText(id: i32): void {
  const from = <usize>load<i32>(token(id), OFFSET);
  const to = from + load<i32>(token(id), LENGTH);
  for (let i = from; i < to; i++) {
    const unit = load<u8>(i);
    if (unit < 32) put(ESCAPE);
    put(unit);
  }
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
