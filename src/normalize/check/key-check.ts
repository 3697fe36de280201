/** Checks the programs of key rules. */
import { EXPR, ORDER, PART, PART_STEP, PATTERN, PIECE_STEP } from '../key-kinds.ts';
import type { CodeCheck } from './code-check.ts';

/** `mostNames` bounds the array that is made for an order of parameters. */
export function checkKeys(check: CodeCheck, program: number, mostNames: number): void {
  const { code } = check;
  check.numbers(program, 3);
  const parts = check.count(program + 3, PART_STEP);
  let at = program + 4;
  for (let part = 0; part < parts; part++, at += PART_STEP)
    if (check.upTo(at, PART.query) === PART.query) check.name(at + 2);
  at = checkGlobs(check, at, parts);
  at = checkConditions(check, at, parts);
  let sets = check.upTo(at++, code.length);
  for (; sets > 0; sets--) at = checkExpression(check, checkPlace(check, at, parts), parts);
  check.numbers(at, 1);
  let components = code[at++]!;
  check.demand(components >= -1);
  for (; components > 0; components--) at = checkExpression(check, at, parts);
  check.spend(at - program);
  if (check.upTo(at, ORDER.listed) === ORDER.listed) check.list(at + 2, check.upTo(at + 1, mostNames) - 1);
}

/** Part and deep piece; gives the place after them. */
function checkPlace(check: CodeCheck, at: number, parts: number): number {
  check.upTo(at, parts - 1);
  check.upTo(at + 1, check.code.length);
  return at + 2;
}

function checkGlobs(check: CodeCheck, start: number, parts: number): number {
  const { code } = check;
  let at = start + 1;
  for (let globs = check.upTo(start, code.length); globs > 0; globs--) {
    check.upTo(at, parts - 1);
    const end = at + 2 + check.count(at + 1, 2) * 2;
    // A piece without a length stands for any text.
    for (at += 2; at < end; at += 2) if (code[at + 1] !== -1) check.text(at);
  }
  return at;
}

function checkConditions(check: CodeCheck, start: number, parts: number): number {
  const { code } = check;
  let at = start + 1;
  for (let conditions = check.upTo(start, code.length); conditions > 0; conditions--) {
    const kind = check.upTo(checkPlace(check, at, parts), PATTERN.absent);
    const args = at + 4;
    let end = check.numbers(at, 4);
    if (kind === PATTERN.equals) end = check.text(args);
    else if (kind === PATTERN.oneOf) end = check.list(args, code.length);
    else if (kind === PATTERN.ofClass) end = check.numbers(args, 1);
    check.demand(at + code[at + 3]! === end);
    at = end;
  }
  return at;
}

function checkExpression(check: CodeCheck, at: number, parts: number): number {
  const kind = check.upTo(at, EXPR.missing);
  if (kind !== EXPR.value && kind !== EXPR.cat) return at + 1;
  const first = kind === EXPR.cat ? at + 2 : at + 1;
  const pieces = kind === EXPR.cat ? check.count(at + 1, PIECE_STEP) : 1;
  const end = check.numbers(first, pieces * PIECE_STEP);
  for (let piece = first; piece < end; piece += PIECE_STEP) {
    if (check.upTo(piece, 1) === 0) check.text(piece + 1);
    else {
      checkPlace(check, piece + 1, parts);
      check.conversion(piece + 3);
    }
  }
  return end;
}
