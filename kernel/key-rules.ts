/** Key rules: conditions on the parts of a URL; the twin of `src/normalize/key-program.ts` and `key-source.ts`. What globs cut up is left to the host. */
import { closeSets, openSets, writeForm } from './key-form';
import { componentFrom, components, componentTo, nameTo, params, paramTo } from './keys';
import { PART, PATTERN, VALUE } from './kinds';
import { ask, asked, byte, CLASS, code, KEY_PLACE, KEY_TEXT, LOWER, MOST_KEY_PARTS, setWord, word } from './memory';
import { length, out, push, redirect, restore } from './output';
import { authority, authorityEnd, colon, from, port } from './scan';
import { isDefaultPort } from './sun';
import { isInList, isName } from './texts';
import { isText } from './tokens';

export const PART_STEP: i32 = 6;

/** The value that `readPart` found. */
export let valueFrom: usize = 0;
export let valueTo: usize = 0;
/** Scheme and host in lower case, the latter without a default port. */
export let head: usize = 0;
export let schemeEnd: usize = 0;
export let headEnd: usize = 0;

/** Where the parts of the program stand that is run. */
let parts: i32 = 0;

/** Writes the form, if the rule applies. */
export function runKeys(program: i32): bool {
  const pathLength = word(code, program + 1);
  if (pathLength >= 0 && pathLength !== components) return false;
  const count = word(code, program + 3);
  if (count > MOST_KEY_PARTS) {
    ask();
    return false;
  }
  parts = program + 4;
  if (!placeParts(count, word(code, program + 2) === 1)) return false;
  readHead();
  let at = parts + count * PART_STEP;
  const globs = word(code, at++);
  for (let glob = 0; glob < globs; glob++) at += 2 + word(code, at + 1) * 2;
  at = checkConditions(at);
  if (at < 0 || asked) return false;
  // Whatever a condition on whole parts does not rule out, the host cuts up.
  if (globs > 0) {
    ask();
    return false;
  }
  const path = openSets(at);
  const isWritten = path >= 0 && !asked && writeForm(path);
  closeSets();
  return isWritten;
}

/** Which kind of part this is. */
export function kindOf(part: i32): i32 {
  return word(code, parts + part * PART_STEP);
}

/** Place in the code of the hash, place and length of a parameter's name. */
export function nameOf(part: i32): i32 {
  return parts + part * PART_STEP + 2;
}

/** Reads a part; says what it is. */
export function readPart(part: i32): i32 {
  const place = word(KEY_PLACE, part);
  switch (kindOf(part)) {
    case PART.scheme:
      return colon !== 0 ? found(head, schemeEnd) : VALUE.absent;
    case PART.host:
      return found(schemeEnd, headEnd);
    case PART.path:
      if (place < 0 || place >= components) return VALUE.absent;
      return found(componentFrom(place), componentTo(place));
    default:
      if (place < 0) return VALUE.absent;
      if (nameTo(place) === paramTo(place)) return VALUE.isNull;
      return found(nameTo(place) + 1, paramTo(place));
  }
}

function found(start: usize, end: usize): i32 {
  valueFrom = start;
  valueTo = end;
  return VALUE.text;
}

/** Looks up the parts; false if the query must have only named parameters and has others. */
function placeParts(count: i32, isExact: bool): bool {
  let named = 0;
  for (let part = 0; part < count; part++) {
    const at = parts + part * PART_STEP;
    const place = placeOf(at);
    setWord(KEY_PLACE, part, place);
    if (word(code, at) === PART.query && word(code, at + 1) === 1 && place >= 0) named++;
  }
  return !isExact || named === params;
}

function placeOf(at: i32): i32 {
  const kind = word(code, at);
  if (kind === PART.path) {
    const index = word(code, at + 2);
    return index > 0 ? index - 1 : max(-1, components + index);
  }
  if (kind !== PART.query) return 0;
  let left = word(code, at + 5);
  for (let p = 0; p < params; p++) if (isName(at + 2, p) && --left === 0) return p;
  return -1;
}

/** Writes the head where the values of sets will follow. */
function readHead(): void {
  const before = redirect(KEY_TEXT);
  for (let i = from; i < colon; i++) push(byte(LOWER + byte(i)));
  head = out;
  schemeEnd = out + length;
  const end = authorityEnd === port || isDefaultPort(length) ? port : authorityEnd;
  for (let i = authority; i < end; i++) push(byte(LOWER + byte(i)));
  headEnd = out + length;
  restore(before);
}

/** The place in the code after the conditions, or -1 when one fails. */
function checkConditions(start: i32): i32 {
  let at = start + 1;
  for (let c = word(code, start); c > 0; c--) {
    if (word(code, at + 1) === 0 && !accepts(word(code, at + 2), at + 4, readPart(word(code, at)))) return -1;
    at += word(code, at + 3);
  }
  return at;
}

/** True if the value that was read last is one that the pattern wants. */
function accepts(pattern: i32, args: i32, state: i32): bool {
  if (pattern === PATTERN.absent) return state === VALUE.absent;
  if (state === VALUE.absent) return false;
  if (pattern === PATTERN.any) return true;
  if (pattern === PATTERN.isNull) return state === VALUE.isNull;
  if (state === VALUE.isNull) return false;
  if (pattern === PATTERN.equals) return isText(args, valueFrom, valueTo);
  if (pattern === PATTERN.oneOf) return isInList(args, valueFrom, valueTo);
  const classes = word(code, args);
  for (let i = valueFrom; i < valueTo; i++) if ((byte(CLASS + byte(i)) & classes) === 0) return false;
  return valueFrom < valueTo;
}
