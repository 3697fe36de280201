/** The URL rebuilt from what a key rule sets; the twin of `src/normalize/key-sets.ts` and `key-params.ts`. New components and orders of parameters are left to the host. */
import { head, headEnd, kindOf, nameOf, readPart, schemeEnd, valueFrom, valueTo } from './key-rules';
import { componentFrom, components, componentTo, end, nameTo, paramFrom, params, paramTo, query } from './keys';
import { EXPR, PARAM_ORDER, PART, VALUE } from './kinds';
import {
  ask,
  asked,
  byte,
  code,
  KEY_COMPONENT,
  KEY_FROM,
  KEY_PARAM,
  KEY_PLACE,
  KEY_SET_PART,
  KEY_SET_PLACE,
  KEY_STATE,
  KEY_TEXT,
  KEY_TO,
  MOST_KEY_PARTS,
  pool,
  setWord,
  word,
} from './memory';
import { append, clear, length, out, push, redirect, restore, shorten } from './output';
import { colon } from './scan';
import { appendConverted } from './tokens';

const PIECE_STEP: i32 = 4;

let count: i32 = 0;
/** Number of the set that counts, or -1. */
let schemeSet: i32 = -1;
let hostSet: i32 = -1;
let changesParams: bool = false;

/** Evaluates the sets that stand at `start`; gives the place in the code after them, or -1 when the rule does not apply. */
export function openSets(start: i32): i32 {
  count = 0;
  schemeSet = -1;
  hostSet = -1;
  changesParams = false;
  const wanted = word(code, start);
  if (wanted > MOST_KEY_PARTS) {
    ask();
    return -1;
  }
  const before = redirect(KEY_TEXT);
  shorten(<i32>(headEnd - KEY_TEXT));
  let at = start + 1;
  for (let s = 0; s < wanted && at >= 0; s++) {
    const part = word(code, at);
    setWord(KEY_SET_PART, s, part);
    setWord(KEY_SET_PLACE, s, word(KEY_PLACE, part));
    setWord(KEY_FROM, s, <i32>(out + length));
    const state = evaluate(at + 2);
    setWord(KEY_TO, s, <i32>(out + length));
    setWord(KEY_STATE, s, state);
    count = s + 1;
    at = state === VALUE.missing || asked || !take(s, state) ? -1 : expressionEnd(at + 2);
  }
  restore(before);
  return at;
}

/** Unmarks what the last `openSets` marked. */
export function closeSets(): void {
  for (let s = 0; s < count; s++) {
    const place = word(KEY_SET_PLACE, s);
    const kind = kindOf(word(KEY_SET_PART, s));
    if (kind === PART.path && place >= 0 && place < components) setWord(KEY_COMPONENT, place, 0);
    else if (kind === PART.query && place >= 0) setWord(KEY_PARAM, place, 0);
  }
}

/** Writes the form; `at` is the place of the path in the code. False if the rule does not apply after all. */
export function writeForm(at: i32): bool {
  clear();
  if (schemeSet >= 0) appendSet(schemeSet);
  else append(head, schemeEnd);
  if (schemeSet >= 0 || colon !== 0) {
    push(58);
    push(47);
    push(47);
  }
  if (hostSet >= 0) appendSet(hostSet);
  else append(schemeEnd, headEnd);
  const order = word(code, at) < 0 ? writePath(at) : writeNewPath(at);
  if (order < 0) return false;
  if (word(code, order) !== PARAM_ORDER.keep) ask();
  else writeParams();
  return !asked;
}

/** Marks what the set is for; false if it cannot be set so. */
function take(s: i32, state: i32): bool {
  const place = word(KEY_SET_PLACE, s);
  switch (kindOf(word(KEY_SET_PART, s))) {
    case PART.scheme:
      schemeSet = s;
      return state === VALUE.text;
    case PART.host:
      hostSet = s;
      return state === VALUE.text;
    case PART.query:
      if (place >= 0) setWord(KEY_PARAM, place, s + 1);
      if (place >= 0 || state !== VALUE.absent) changesParams = true;
      return true;
    default: {
      const isThere = place >= 0 && place < components;
      if (state === VALUE.absent && !isThere) return true;
      if (place < 0 || state === VALUE.isNull) return false;
      if (isThere) setWord(KEY_COMPONENT, place, s + 1);
      else ask();
      return isThere;
    }
  }
}

function appendSet(s: i32): void {
  append(word(KEY_FROM, s), word(KEY_TO, s));
}

/** Writes the path with what is set in it; deleted components vanish. Gives the place in the code after it. */
function writePath(start: i32): i32 {
  for (let c = 0; c < components; c++) {
    const s = word(KEY_COMPONENT, c) - 1;
    if (s < 0) append(componentFrom(c) - 1, componentTo(c));
    else if (word(KEY_STATE, s) !== VALUE.absent) {
      push(47);
      appendSet(s);
    }
  }
  return start + 1;
}

/** Writes the components that the rule gives instead of the path; -1 when one is no text. */
function writeNewPath(start: i32): i32 {
  let at = start + 1;
  for (let c = word(code, start); c > 0; c--) {
    push(47);
    if (evaluate(at) !== VALUE.text) return -1;
    at = expressionEnd(at);
  }
  return at;
}

/** Writes the parameters of the URL with what is set in them, then the new ones. */
function writeParams(): void {
  if (!changesParams) {
    if (query !== 0) append(query - 1, end);
    return;
  }
  let separator = 63;
  for (let p = 0; p < params; p++) {
    const s = word(KEY_PARAM, p) - 1;
    if (s >= 0 && word(KEY_STATE, s) === VALUE.absent) continue;
    push(separator === 63 ? 63 : byte(paramFrom(p) - 1));
    separator = 38;
    if (s < 0) append(paramFrom(p), paramTo(p));
    else {
      append(paramFrom(p), nameTo(p));
      appendValue(s);
    }
  }
  for (let s = 0; s < count; s++) {
    const isNew = kindOf(word(KEY_SET_PART, s)) === PART.query && word(KEY_SET_PLACE, s) < 0;
    if (!isNew || word(KEY_STATE, s) === VALUE.absent) continue;
    push(separator);
    separator = 38;
    const name = nameOf(word(KEY_SET_PART, s));
    append(pool + word(code, name + 1), pool + word(code, name + 1) + word(code, name + 2));
    appendValue(s);
  }
}

function appendValue(s: i32): void {
  if (word(KEY_STATE, s) === VALUE.isNull) return;
  push(61);
  appendSet(s);
}

/** Appends the value of an expression, and says what it is. */
function evaluate(at: i32): i32 {
  const kind = word(code, at);
  if (kind === EXPR.del) return VALUE.absent;
  if (kind === EXPR.isNull) return VALUE.isNull;
  if (kind === EXPR.missing) return VALUE.missing;
  const stop = expressionEnd(at);
  for (let piece = kind === EXPR.cat ? at + 2 : at + 1; piece < stop && !asked; piece += PIECE_STEP) {
    const a = word(code, piece + 1);
    const b = word(code, piece + 2);
    if (word(code, piece) === 0) {
      append(pool + a, pool + a + b);
      continue;
    }
    // A piece of a part there is only with globs.
    const state = b > 0 ? VALUE.absent : readPart(a);
    if (state === VALUE.absent) return VALUE.missing;
    if (state === VALUE.isNull) {
      if (kind === EXPR.value) return VALUE.isNull;
      continue;
    }
    appendConverted(word(code, piece + 3), valueFrom, valueTo);
  }
  return VALUE.text;
}

/** The place in the code after an expression. */
function expressionEnd(at: i32): i32 {
  const kind = word(code, at);
  if (kind === EXPR.value) return at + 1 + PIECE_STEP;
  return kind === EXPR.cat ? at + 2 + word(code, at + 1) * PIECE_STEP : at + 1;
}
