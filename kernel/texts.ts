/** Texts of edit rules, compared with parts of the URL; the twin of `src/normalize/texts.ts`. */
import { same, sameLower } from './bytes';
import { hashRange } from './hash';
import { nameTo, paramFrom, paramTo } from './keys';
import { code, NAME_HASH, pool, word } from './memory';
import { isText } from './tokens';

const LIST_STEP: i32 = 4;

/** True if the range begins with the text whose place and length stand at `at`. */
export function startsWithText(at: i32, from: usize, to: usize): bool {
  const n = word(code, at + 1);
  return <i32>(to - from) >= n && same(from, pool + word(code, at), n);
}

/** True if parameter p has the name whose hash, place and length stand at `at`. */
export function isName(at: i32, p: i32): bool {
  return word(NAME_HASH, p) === word(code, at) && isText(at + 1, paramFrom(p), nameTo(p));
}

/** True if parameter p has a value, and it is that text. */
export function hasValue(at: i32, p: i32): bool {
  const equals = nameTo(p);
  return equals < paramTo(p) && isText(at, equals + 1, paramTo(p));
}

/** True if the range is a text of the list. */
export function isInList(list: i32, from: usize, to: usize): bool {
  const hash = hashRange(from, to);
  const end = list + 1 + word(code, list) * LIST_STEP;
  for (let at = firstOfHash(list, hash); at < end && word(code, at) === hash; at += LIST_STEP)
    if (isText(at + 1, from, to)) return true;
  return false;
}

/** The same for a range that counts in lower case, and whose hash is known. */
export function isLowerInList(list: i32, hash: i32, from: usize, to: usize): bool {
  const n = <i32>(to - from);
  const end = list + 1 + word(code, list) * LIST_STEP;
  for (let at = firstOfHash(list, hash); at < end && word(code, at) === hash; at += LIST_STEP)
    if (word(code, at + 2) === n && sameLower(from, pool + word(code, at + 1), n)) return true;
  return false;
}

function firstOfHash(list: i32, hash: i32): i32 {
  let low = 0;
  let high = word(code, list);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (word(code, list + 1 + middle * LIST_STEP) < hash) low = middle + 1;
    else high = middle;
  }
  return list + 1 + low * LIST_STEP;
}
