/** Edit rules: conditions, then one operation; the twin of `src/normalize/edit-program.ts`. */
import { same } from './bytes';
import { editParams } from './edit-params';
import { editPath } from './edit-path';
import { lastDot } from './features';
import {
  componentFrom,
  componentIndex,
  components,
  componentTo,
  facts,
  nameTo,
  paramFrom,
  params,
  paramTo,
  pathEnd,
  query,
} from './keys';
import { EDIT, EVERYTHING, FACT, HEAD, PROGRAM, QUERY, TEST, URL_PART } from './kinds';
import { asked, code, word } from './memory';
import { clear, length, out } from './output';
import { authorityEnd, from, to } from './scan';
import { hasValue, isName, startsWithText } from './texts';
import { isText } from './tokens';

/** The operation that `runEdit` came to. */
export let lastOperation: i32 = 0;

/** The parts of a URL that an operation may change. */
export function partsOf(op: i32): i32 {
  // Another order brings about nothing else than fewer parameters can.
  if (onlyDrops(op) || (op >= EDIT.dropQuery && op <= EDIT.dropRepeatedParams)) return URL_PART.fewerParams;
  if (op > EDIT.pathFromParam) return URL_PART.query | URL_PART.whole;
  if (op === EDIT.pathFromParam || op === EDIT.decode) return EVERYTHING & ~HEAD;
  if (op >= EDIT.lowerPath) return URL_PART.path | URL_PART.whole;
  return (op === EDIT.scheme ? URL_PART.scheme : URL_PART.host) | URL_PART.whole;
}

/** True for an operation that drops parameters by what each of them is. */
function onlyDrops(op: i32): bool {
  return (op >= EDIT.dropParam && op <= EDIT.dropParamPrefix) || op === EDIT.dropEmptyParams;
}

/** True for a rule of such an operation without conditions. */
export function isPlainDrop(program: i32): bool {
  return (
    program >= 0 &&
    word(code, program) === PROGRAM.edit &&
    word(code, program + 1) === 0 &&
    onlyDrops(word(code, program + 2))
  );
}

/** Writes the form; false if a condition fails or nothing changes. */
export function runEdit(program: i32): bool {
  let at = program + 2;
  for (let c = word(code, program + 1); c > 0; c--) {
    const end = at + word(code, at + 1);
    const negated = word(code, at) === 1;
    if (holds(at + 2, end) === negated) return false;
    at = end;
  }
  clear();
  const op = word(code, at);
  lastOperation = op;
  const isDone = op < EDIT.pathFromParam ? editPath(op, at + 1) : query !== 0 && editParams(op, at + 1);
  return isDone && !asked && !(length === <i32>(to - from) && same(out, from, length));
}

/** True if all tests of a condition hold. */
function holds(start: i32, end: i32): bool {
  for (let at = start; at < end; at += word(code, at + 1)) if (!testHolds(word(code, at), at + 2)) return false;
  return true;
}

function testHolds(kind: i32, args: i32): bool {
  switch (kind) {
    case TEST.prefix:
      return startsWithText(args, authorityEnd, pathEnd);
    case TEST.depth:
      return components === word(code, args);
    case TEST.extension: {
      const dot = lastDot();
      return dot !== 0 && isText(args, dot + 1, pathEnd);
    }
    case TEST.component: {
      const c = componentIndex(word(code, args));
      return c >= 0 && isText(args + 1, componentFrom(c), componentTo(c));
    }
    case TEST.param:
      return hasParam(args);
    case TEST.paramValue:
      for (let p = 0; p < params; p++) if (isName(args, p) && hasValue(args + 3, p)) return true;
      return false;
    case TEST.names:
      return hasExactly(args);
    default:
      return queryHolds(word(code, args));
  }
}

function queryHolds(cond: i32): bool {
  if (cond === QUERY.semicolon) return (facts & FACT.semicolon) !== 0;
  if (cond === QUERY.word) return params > 0 && nameTo(0) > paramFrom(0) && nameTo(0) === paramTo(0);
  return (query !== 0) === (cond === QUERY.some);
}

function hasParam(name: i32): bool {
  for (let p = 0; p < params; p++) if (isName(name, p)) return true;
  return false;
}

/** True if each of the listed names is there, and no other. */
function hasExactly(list: i32): bool {
  const end = list + 1 + word(code, list) * 3;
  for (let p = 0; p < params; p++) {
    let at = list + 1;
    while (at < end && !isName(at, p)) at += 3;
    if (at === end) return false;
  }
  for (let at = list + 1; at < end; at += 3) if (!hasParam(at)) return false;
  return true;
}
