/** The operations of edit rules on parameters; the twin of `src/normalize/edit-params.ts`. */
import { same } from './bytes';
import { hashByte } from './hash';
import { compareNames, end, facts, nameTo, ordered, paramFrom, params, paramTo, query } from './keys';
import { EDIT, FACT } from './kinds';
import {
  ask,
  asked,
  byte,
  code,
  DROP,
  NAME_HASH,
  ORDER,
  OTHER_ORDER,
  PARAM_HASH,
  PARAM_TABLE,
  pool,
  setWord,
  word,
} from './memory';
import { append, out, push, tellOrdered } from './output';
import { authorityEnd, from, to } from './scan';
import { hasValue, isInList, isName, startsWithText } from './texts';

/** So few parameters are sorted one by one. */
const SHORT_RUN: i32 = 16;
/** Where runs of sorted parameters begin; hashes are not asked for meanwhile. */
const RUN_AT: usize = PARAM_HASH;

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
      if (!(op === EDIT.dropRepeatedParams ? markRepeated() : markDropped(op, args, false))) return false;
      writeKept();
      return true;
  }
}

/** The URL without the parameters that are marked. */
export function writeKept(): void {
  append(from, query - 1);
  appendKept();
  tellOrdered(ordered >= params);
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
  const start = nameTo(only) + 1;
  const stop = paramTo(only);
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
    let start = paramFrom(p);
    let stop = nameTo(p);
    if (op !== EDIT.renameParam) {
      if (stop === paramTo(p)) continue;
      start = stop + 1;
      stop = paramTo(p);
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

/** Sorts by name, stably; the k-th separator stays the k-th. */
function sort(): bool {
  const order = sortedByName();
  if (asked || order === 0) return false;
  append(from, query - 1);
  const count = params;
  const areAlike = (facts & FACT.semicolon) === 0;
  for (let k = 0; k < count; ) {
    const p = word(order, k);
    push(separatorBefore(k));
    // What stays together goes in one piece.
    let n = 1;
    while (
      k + n < count &&
      word(order, k + n) === p + n &&
      (areAlike || separatorBefore(k + n) === separatorBefore(p + n))
    )
      n++;
    append(paramFrom(p), paramTo(p + n - 1));
    k += n;
  }
  append(end, to);
  tellOrdered(true);
  return true;
}

/** The `?`, `&` or `;` before a parameter. */
function separatorBefore(p: i32): i32 {
  return byte(paramFrom(p) - 1);
}

/** Address of the numbers of the parameters by name, 0 if that is their order: runs that are sorted already, or short ones made so, are merged two by two. */
function sortedByName(): usize {
  let runs = 0;
  for (let start = 0; start < params; ) {
    setWord(RUN_AT, runs++, start);
    setWord(ORDER, start, start);
    let stop = start + 1;
    for (; stop < params && (stop < ordered || compareNames(stop, stop - 1) >= 0); stop++) setWord(ORDER, stop, stop);
    if (start === 0 && stop === params) return 0;
    for (; stop < params && stop - start < SHORT_RUN; stop++) insert(start, stop);
    start = stop;
  }
  let order = ORDER;
  let other = OTHER_ORDER;
  while (runs > 1 && !asked) {
    setWord(RUN_AT, runs, params);
    let merged = 0;
    for (let r = 0; r < runs; r += 2) {
      const start = word(RUN_AT, r);
      const middle = word(RUN_AT, r + 1);
      merge(order, other, start, middle, r + 1 < runs ? word(RUN_AT, r + 2) : middle);
      setWord(RUN_AT, merged++, start);
    }
    runs = merged;
    const before = order;
    order = other;
    other = before;
  }
  return order;
}

/** Puts a parameter where it belongs among those from `start` on that stand before it. */
function insert(start: i32, p: i32): void {
  let k = p;
  while (k > start && compareNames(p, word(ORDER, k - 1)) < 0) {
    setWord(ORDER, k, word(ORDER, k - 1));
    k--;
  }
  setWord(ORDER, k, p);
}

function merge(order: usize, other: usize, start: i32, middle: i32, stop: i32): void {
  let a = start;
  let b = middle;
  let k = start;
  while (a < middle && b < stop) {
    const isFirst = compareNames(word(order, b), word(order, a)) >= 0;
    setWord(other, k++, word(order, isFirst ? a++ : b++));
  }
  // What is left of one run follows as it is.
  const left = a < middle ? a : b;
  memory.copy(other + ((<usize>k) << 2), order + ((<usize>left) << 2), (<usize>(stop - k)) << 2);
}

/** Marks what the operation drops, beside what is marked already if it is to keep that; false if that is nothing. */
export function markDropped(op: i32, args: i32, keepsMarks: bool): bool {
  if (op === EDIT.dropEmptyParams && (facts & FACT.emptyParam) === 0) return false;
  if (op === EDIT.dropParamValue && hasOtherValue(args, keepsMarks)) return false;
  let dropped = false;
  for (let p = 0; p < params; p++) {
    if (keepsMarks && byte(DROP + p) === 1) continue;
    const isDropped = mustDrop(op, args, p);
    store<u8>(DROP + p, isDropped ? 1 : 0);
    dropped = dropped || isDropped;
  }
  return dropped;
}

/** Whether a parameter of the name that is still there has another value than that which is dropped. */
function hasOtherValue(args: i32, keepsMarks: bool): bool {
  for (let p = 0; p < params; p++) {
    if (keepsMarks && byte(DROP + p) === 1) continue;
    if (isName(args, p) && !hasValue(args + 3, p)) return true;
  }
  return false;
}

function mustDrop(op: i32, args: i32, p: i32): bool {
  switch (op) {
    case EDIT.dropParam:
    case EDIT.dropParamValue:
      return isName(args, p);
    case EDIT.dropParamPrefix:
      return startsWithText(args, paramFrom(p), nameTo(p));
    default:
      return nameTo(p) === paramFrom(p) && paramTo(p) - nameTo(p) <= 1;
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
    const start = paramFrom(p);
    const stop = paramTo(p);
    let hash = word(NAME_HASH, p);
    for (let i = nameTo(p); i < stop; i++) hash = hashByte(hash, byte(i));
    setWord(PARAM_HASH, p, hash);
    store<u8>(DROP + p, 0);
    let at = (hash ^ (hash >>> 15)) & (size - 1);
    while (word(PARAM_TABLE, at) !== 0) {
      if (--steps === 0) {
        ask();
        return false;
      }
      const other = word(PARAM_TABLE, at) - 1;
      const otherStart = paramFrom(other);
      if (word(PARAM_HASH, other) === hash && paramTo(other) - otherStart === stop - start) {
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
    push(isFirst ? 63 : byte(paramFrom(start) - 1));
    append(paramFrom(start), paramTo(p));
    isFirst = false;
  }
  append(end, to);
}

function withAmpersands(): bool {
  append(from, to);
  for (let p = 1; p < params; p++) {
    const at = paramFrom(p) - 1;
    if (byte(at) === 59) store<u8>(out + (at - from), 38);
  }
  return true;
}
