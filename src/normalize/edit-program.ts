/** Runs the compiled form of edit rules on bytes: conditions on path and parameters, then one operation. */
import { type Answer, NO, YES } from './answer.ts';
import { type Bytes, sameBytes } from './bytes.ts';
import { FIRST_PARAM_EDIT, QUERY, TEST } from './edit-kinds.ts';
import { ParamEdits } from './edit-params.ts';
import { editPath } from './edit-path.ts';
import type { Flat } from './flat.ts';
import { FACT, type KeysScan } from './keys-scan.ts';
import type { Scan } from './scan.ts';
import { hasValue, isName, isText, startsWithText } from './texts.ts';

export class EditProgram {
  private readonly flat: Flat;
  private readonly params: ParamEdits;

  constructor(flat: Flat) {
    this.flat = flat;
    this.params = new ParamEdits(flat);
  }

  /** Writes the form, if the rule applies: the conditions hold, and the operation changes something. */
  run(program: number, scan: Scan, keys: KeysScan, out: Bytes): Answer {
    const { code } = this.flat;
    let at = program + 2;
    for (let c = code[program + 1]!; c > 0; c--) {
      const end = at + code[at + 1]!;
      const negated = code[at] === 1;
      if (holds(this.flat, at + 2, end, scan, keys) === negated) return NO;
      at = end;
    }
    out.length = 0;
    const op = code[at]!;
    const answer =
      op < FIRST_PARAM_EDIT
        ? editPath(this.flat, op, at + 1, scan, keys, out)
        : this.params.edit(op, at + 1, scan, keys, out);
    return answer === YES && isUrl(out, scan) ? NO : answer;
  }
}

function isUrl(out: Bytes, { bytes, from, to }: Scan): boolean {
  return out.length === to - from && sameBytes(bytes, from, to, out.data, 0);
}

/** True if all tests of a condition hold. */
function holds(flat: Flat, start: number, end: number, scan: Scan, keys: KeysScan): boolean {
  const { code } = flat;
  for (let at = start; at < end; at += code[at + 1]!) if (!testHolds(flat, code[at]!, at + 2, scan, keys)) return false;
  return true;
}

function testHolds(flat: Flat, kind: number, args: number, scan: Scan, keys: KeysScan): boolean {
  const { code } = flat;
  const { bytes, authorityEnd, pathEnd } = scan;
  switch (kind) {
    case TEST.prefix:
      return startsWithText(flat, args, bytes, authorityEnd, pathEnd);
    case TEST.depth:
      return keys.components === code[args];
    case TEST.extension: {
      const dot = lastDot(scan);
      return dot >= 0 && isText(flat, args, bytes, dot + 1, pathEnd);
    }
    case TEST.component: {
      const c = keys.componentIndex(code[args]!);
      return c >= 0 && isText(flat, args + 1, bytes, keys.componentFrom[c]!, keys.componentTo[c]!);
    }
    case TEST.param:
      return hasParam(flat, args, bytes, keys);
    case TEST.paramValue:
      for (let p = 0; p < keys.params; p++)
        if (isName(flat, args, bytes, keys, p) && hasValue(flat, args + 3, bytes, keys, p)) return true;
      return false;
    case TEST.names:
      return hasExactly(flat, args, bytes, keys);
    default:
      return queryHolds(code[args]!, scan, keys);
  }
}

function queryHolds(cond: number, { query }: Scan, { facts, params, paramFrom, nameTo, paramTo }: KeysScan): boolean {
  switch (cond) {
    case QUERY.semicolon:
      return (facts & FACT.semicolon) !== 0;
    case QUERY.word:
      return params > 0 && nameTo[0]! > paramFrom[0]! && nameTo[0] === paramTo[0];
    default:
      return query >= 0 === (cond === QUERY.some);
  }
}

/** Place of the last `.` of the last component, or -1. */
function lastDot({ bytes, authorityEnd, pathEnd }: Scan): number {
  for (let i = pathEnd - 1; i >= authorityEnd && bytes[i] !== 47; i--) if (bytes[i] === 46) return i;
  return -1;
}

function hasParam(flat: Flat, name: number, bytes: Uint8Array, keys: KeysScan): boolean {
  for (let p = 0; p < keys.params; p++) if (isName(flat, name, bytes, keys, p)) return true;
  return false;
}

/** True if each of the listed names is there, and no other. */
function hasExactly(flat: Flat, list: number, bytes: Uint8Array, keys: KeysScan): boolean {
  const end = list + 1 + flat.code[list]! * 3;
  for (let p = 0; p < keys.params; p++) {
    let at = list + 1;
    while (at < end && !isName(flat, at, bytes, keys, p)) at += 3;
    if (at === end) return false;
  }
  for (let at = list + 1; at < end; at += 3) if (!hasParam(flat, at, bytes, keys)) return false;
  return true;
}
