/** The operations of edit rules on parameters; the twin of `src/normalize/edit-params.ts`. */
import { same } from './bytes';
import { hashByte } from './hash';
import { compareNames, end, params, query } from './keys';
import { EDIT } from './kinds';
import {
  ask,
  byte,
  code,
  DROP,
  NAME_HASH,
  NAME_TO,
  ORDER,
  PARAM_FROM,
  PARAM_HASH,
  PARAM_TABLE,
  PARAM_TO,
  pool,
  setWord,
  word,
} from './memory';
import { append, out, push } from './output';
import { authorityEnd, from, to } from './scan';
import { hasValue, isInList, isName, startsWithText } from './texts';

/** Writes what the operation makes of the URL, which has a query; false when it has nothing to do. */
export function editParams(op: i32, args: i32): bool {
  switch (op) {
    case EDIT.pathFromParam:
      return pathFromParam(args);
    case EDIT.anyParam:
    case EDIT.aliasParam:
    case EDIT.renameParam:
      return replace(op, args);
    case EDIT.dropQuery:
      append(from, query - 1);
      append(end, to);
      return true;
    case EDIT.sortParams:
      return sort();
    case EDIT.separator:
      return withAmpersands();
    default:
      if (!(op === EDIT.dropRepeatedParams ? markRepeated() : markDropped(op, args))) return false;
      append(from, query - 1);
      appendKept();
      return true;
  }
}

/** The path becomes prefix, value and suffix; only for a name that stands once, and with a value. */
function pathFromParam(args: i32): bool {
  let only = -1;
  for (let p = 0; p < params; p++) {
    store<u8>(DROP + p, 0);
    if (!isName(args, p)) continue;
    if (only >= 0) return false;
    only = p;
  }
  if (only < 0) return false;
  store<u8>(DROP + only, 1);
  const start = <usize>word(NAME_TO, only) + 1;
  const stop = <usize>word(PARAM_TO, only);
  if (start >= stop) return false;
  // A `?` in the value would end the new path early.
  for (let i = start; i < stop; i++) if (byte(i) === 63) return false;
  append(from, authorityEnd);
  appendText(args + 3);
  append(start, stop);
  appendText(args + 5);
  appendKept();
  return true;
}

function appendText(at: i32): void {
  const place = pool + word(code, at);
  append(place, place + word(code, at + 1));
}

/** Puts a text in place of the name or value of every parameter of a name. */
function replace(op: i32, args: i32): bool {
  let copied = from;
  for (let p = 0; p < params; p++) {
    if (!isName(args, p)) continue;
    let start = <usize>word(PARAM_FROM, p);
    let stop = <usize>word(NAME_TO, p);
    if (op !== EDIT.renameParam) {
      if (stop === <usize>word(PARAM_TO, p)) continue;
      start = stop + 1;
      stop = word(PARAM_TO, p);
      if (op === EDIT.aliasParam && !isInList(args + 5, start, stop)) continue;
    }
    append(copied, start);
    appendText(args + 3);
    copied = stop;
  }
  if (copied === from) return false;
  append(copied, to);
  return true;
}

/** Sorts by name, stably; the k-th separator stays the k-th. Many parameters are sorted better elsewhere. */
function sort(): bool {
  if (params > 32) {
    ask();
    return false;
  }
  for (let p = 0; p < params; p++) {
    let k = p;
    while (k > 0 && compareNames(p, word(ORDER, k - 1)) < 0) {
      setWord(ORDER, k, word(ORDER, k - 1));
      k--;
    }
    setWord(ORDER, k, p);
  }
  append(from, query - 1);
  for (let k = 0; k < params; k++) {
    const p = word(ORDER, k);
    push(byte(<usize>word(PARAM_FROM, k) - 1));
    append(word(PARAM_FROM, p), word(PARAM_TO, p));
  }
  append(end, to);
  return true;
}

function markDropped(op: i32, args: i32): bool {
  let dropped = false;
  for (let p = 0; p < params; p++) {
    const isDropped = mustDrop(op, args, p);
    store<u8>(DROP + p, isDropped ? 1 : 0);
    dropped = dropped || isDropped;
  }
  return dropped;
}

function mustDrop(op: i32, args: i32, p: i32): bool {
  switch (op) {
    case EDIT.dropParam:
      return isName(args, p);
    case EDIT.dropParamValue:
      return isName(args, p) && hasValue(args + 3, p);
    case EDIT.dropParamPrefix:
      return startsWithText(args, word(PARAM_FROM, p), word(NAME_TO, p));
    default:
      return word(NAME_TO, p) === word(PARAM_FROM, p) && word(PARAM_TO, p) - word(NAME_TO, p) <= 1;
  }
}

/** Marks all but the first of equal parameters; names made to collide in the table are left to the host. */
function markRepeated(): bool {
  let size = 4;
  while (size < params * 2) size *= 2;
  memory.fill(PARAM_TABLE, 0, size * 4);
  let steps = 16 + params * 8;
  let dropped = false;
  for (let p = 0; p < params; p++) {
    const start = <usize>word(PARAM_FROM, p);
    const stop = <usize>word(PARAM_TO, p);
    let hash = word(NAME_HASH, p);
    for (let i = <usize>word(NAME_TO, p); i < stop; i++) hash = hashByte(hash, byte(i));
    setWord(PARAM_HASH, p, hash);
    store<u8>(DROP + p, 0);
    let at = (hash ^ (hash >>> 15)) & (size - 1);
    while (word(PARAM_TABLE, at) !== 0) {
      if (--steps === 0) {
        ask();
        return false;
      }
      const other = word(PARAM_TABLE, at) - 1;
      const otherStart = <usize>word(PARAM_FROM, other);
      if (word(PARAM_HASH, other) === hash && <usize>word(PARAM_TO, other) - otherStart === stop - start) {
        if (same(start, otherStart, <i32>(stop - start))) {
          store<u8>(DROP + p, 1);
          dropped = true;
          break;
        }
      }
      at = (at + 1) & (size - 1);
    }
    if (byte(DROP + p) === 0) setWord(PARAM_TABLE, at, p + 1);
  }
  return dropped;
}

/** Appends the parameters that are not marked, each with its separator but the first, and the fragment. */
function appendKept(): void {
  let isFirst = true;
  for (let p = 0; p < params; p++) {
    if (byte(DROP + p) === 1) continue;
    const start = p;
    while (p + 1 < params && byte(DROP + p + 1) === 0) p++;
    push(isFirst ? 63 : byte(<usize>word(PARAM_FROM, start) - 1));
    append(word(PARAM_FROM, start), word(PARAM_TO, p));
    isFirst = false;
  }
  append(end, to);
}

function withAmpersands(): bool {
  append(from, to);
  for (let p = 1; p < params; p++) {
    const at = <usize>word(PARAM_FROM, p) - 1;
    if (byte(at) === 59) store<u8>(out + (at - from), 38);
  }
  return true;
}
