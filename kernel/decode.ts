/** The `decode` operation of edit rules; the twin of `src/normalize/edit-decode.ts`. */
import { byte } from './memory';
import { append, push } from './output';
import { hexDigit, isUnreserved, nextPercent, triplet } from './percent';

/** Bits 33 to 96 of the ASCII characters besides letters, digits and `-._~` that mean the same decoded: `!$&'()*+,;=:@` in a path. */
export const PATH_MARKS: u64 = bitsOfMarks(true);
/** `!$'()*,:@/?` in a query. */
export const QUERY_MARKS: u64 = bitsOfMarks(false);

/** Appends a range with the triplets of allowed characters decoded; one that would complete a broken `%` before it stays. */
export function appendDecoded(marks: u64, start: usize, end: usize): void {
  // How much of an unfinished triplet the output ends with: 0 none, 1 a bare `%`, 2 a bare `%` and a hex digit.
  let open = 0;
  for (let i = start; i < end; i++) {
    if (open === 0) {
      const next = nextPercent(i, end);
      append(i, next);
      i = next;
      if (i === end) return;
    }
    const b = byte(i);
    const value = b === 37 && i + 2 < end ? triplet(i) : -1;
    if (value < 0) {
      push(b);
      open = b === 37 ? 1 : open === 1 && hexDigit(b) >= 0 ? 2 : 0;
      continue;
    }
    if (open === 0 && (isUnreserved(value) || isMark(marks, value))) push(value);
    else {
      push(37);
      push(byte(i + 1));
      push(byte(i + 2));
      open = 0;
    }
    i += 2;
  }
}

function isMark(marks: u64, value: i32): bool {
  return value > 32 && value <= 96 && ((marks >> <u64>(value - 33)) & 1) !== 0;
}

function bitsOfMarks(isPath: bool): u64 {
  let bits: u64 = 0;
  for (let b = 33; b < 97; b++) {
    const both = b === 33 || b === 36 || (b >= 39 && b <= 42) || b === 44 || b === 58 || b === 64;
    const own = isPath ? b === 38 || b === 43 || b === 59 || b === 61 : b === 47 || b === 63;
    if (both || own) bits |= (<u64>1) << (<u64>(b - 33));
  }
  return bits;
}
