/** Writes a rule with its tokens by number, so that clusters whose tokens are alike share it; the twin of `src/learn/alignment/rule-table.ts` together with `code.ts`, which puts the texts in. */
import { base, COUNT, LETTERS, OTHER, TEMPLATE, typeOf } from './memory';
import { groupEnd, groupStart, groups, runEnd, runStart, runs } from './plan';
import { length, position, tokenAt } from './sequence';

// Units of a template, two bytes each. What is below SET stands in the code as it is.
const RUN: i32 = 1;
const CAPTURE_LETTERS: i32 = 2;
const CAPTURE_DIGITS: i32 = 3;
const ANY_LETTERS: i32 = 4;
const ANY_DIGITS: i32 = 5;
const GROUP: i32 = 7;
export const END: i32 = 8;
/** How many tokens and their numbers follow. */
export const SET: i32 = 9;
/** A token's number is added. */
export const TEXT: i32 = 16;

/** Where the template ends that was written last. */
let end: usize = 0;

/** Gives where it ends. */
export function writeTemplate(cardinality: i32): usize {
  end = base + TEMPLATE;
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
  return end;
}

function put(unit: i32): void {
  store<u16>(end, <u16>unit);
  end += 2;
}

function writePosition(its: usize, cardinality: i32): void {
  const size = load<i32>(its, COUNT);
  if (size === 1) {
    put(TEXT + tokenAt(its, 0));
    return;
  }
  const type = typeOf(tokenAt(its, 0));
  if (size >= cardinality && type !== OTHER) {
    put(type === LETTERS ? ANY_LETTERS : ANY_DIGITS);
    return;
  }
  put(SET);
  put(size);
  for (let k = 0; k < size; k++) put(tokenAt(its, k));
}
