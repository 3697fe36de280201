/** Text rules: the first token-aligned occurrence of one text becomes another; the twin of `src/normalize/text-program.ts`. */
import { same } from './bytes';
import { ANCHOR } from './kinds';
import { byte, CLASS, code, pool, word } from './memory';
import { append, clear } from './output';
import { from, to } from './scan';

const WORD: i32 = 6;

/** Writes the form; false if the text does not stand in the URL. */
export function runText(program: i32): bool {
  const anchor = word(code, program + 1);
  const text = pool + word(code, program + 2);
  const n = word(code, program + 3);
  const at = anchor === ANCHOR.none ? findAligned(program + 6, text, n) : anchoredPlace(anchor, text, n);
  if (at === 0) return false;
  const other = pool + word(code, program + 4);
  clear();
  append(from, at);
  append(other, other + word(code, program + 5));
  append(at + n, to);
  return true;
}

function anchoredPlace(anchor: i32, text: usize, n: i32): usize {
  const size = <i32>(to - from);
  if (anchor === ANCHOR.both ? size !== n : size < n) return 0;
  const at = anchor === ANCHOR.end ? to - n : from;
  return same(at, text, n) && isAligned(at, at + n) ? at : 0;
}

/** The search with the program's failure table, which looks at no byte twice. */
function findAligned(table: i32, text: usize, n: i32): usize {
  let matched = 0;
  for (let i = from; i < to; i++) {
    const b = byte(i);
    while (matched > 0 && byte(text + matched) !== b) matched = word(code, table + matched);
    if (byte(text + matched) !== b) continue;
    if (++matched < n) continue;
    const at = i + 1 - n;
    if (isAligned(at, i + 1)) return at;
    matched = word(code, table + n);
  }
  return 0;
}

/** True if the range begins and ends between two tokens of the URL. */
function isAligned(at: usize, end: usize): bool {
  if (at === end) return true;
  if (at > from && isWord(at - 1) && isWord(at)) return false;
  return end === to || !isWord(end - 1) || !isWord(end);
}

function isWord(at: usize): bool {
  return (byte(CLASS + byte(at)) & WORD) !== 0;
}
