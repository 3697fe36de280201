/** Checks what token rules are found by, their variants and emits. */
import { EMIT, IDENTITY, kindWords, MASK, SEGMENT } from '../token-program.ts';
import type { CodeCheck } from './code-check.ts';

/** A mask; which segments a URL has is looked at when it is used. */
export function checkMask(check: CodeCheck, mask: number): void {
  const slots = check.count(mask, 4);
  for (let at = mask + 1; at < mask + 1 + slots * 4; at += 4) {
    check.upTo(at, 0x7fffffff);
    check.upTo(at + 1, MASK.tokens);
  }
}

/** The captures that the variant in hand sets; one for all, since most set none. */
const SET = new Set<number>();

/**
 * A variant; gives how many of its texts are chosen by the candidate. `mostCaptures` bounds the arrays that are made for them.
 * Most programs of a large file are variants, and a file is loaded once: written out, because calls cost most before they are compiled.
 */
export function checkVariant(check: CodeCheck, program: number, mostCaptures: number): number {
  const { code, poolLength } = check;
  const captures = code[program + 2]!;
  const shape = code[program + 3]!;
  const delimiters = code[program + 4]!;
  const kinds = program + 5;
  let at = kinds + kindWords(delimiters + 1);
  // What lies past the end is undefined, for which no comparison holds.
  const isKnown = captures >= 0 && captures <= mostCaptures && shape >= 0 && delimiters >= 0;
  if (!(isKnown && shape + delimiters <= poolLength && at <= code.length)) check.demand(false);
  // Clearing makes a new table, which costs more than all the rest.
  if (SET.size > 0) SET.clear();
  let chosen = 0;
  for (let s = 0; s <= delimiters; s += 8) {
    const eight = code[kinds + (s >> 3)]!;
    const there = delimiters - s >= 7 ? -1 : (16 << ((delimiters - s) * 4)) - 1;
    // Most segments are stars or empty, of which there is nothing to check: bit 0 alone tells them apart.
    for (let rest = eight & there & ~0x11111111; rest !== 0; ) {
      const shift = (31 - Math.clz32(rest & -rest)) & ~3;
      const kind = (eight >>> shift) & 15;
      rest &= ~(15 << shift);
      if (kind === SEGMENT.lit) {
        const place = code[at]!;
        const length = code[at + 1]!;
        if (!(place >= 0 && length >= 0 && place + length <= poolLength)) check.demand(false);
        at += 2;
      } else if (kind === SEGMENT.chosen) chosen++;
      else if (kind === SEGMENT.alt) at = checkTexts(check, at);
      else {
        check.demand(kind === SEGMENT.mixed);
        at = checkMixed(check, at, captures);
      }
    }
  }
  check.spend(at - program);
  const emit = code[program + 1]!;
  // Below zero stands how many boundaries an emit without captures needs.
  const needed = -check.known[emit]!;
  if (!(needed > 0 && needed <= 2 * delimiters + 2)) checkEmit(check, emit, 2 * delimiters + 1);
  return chosen;
}

function checkTexts(check: CodeCheck, start: number): number {
  const end = start + 1 + check.count(start, 2) * 2;
  for (let at = start + 1; at < end; at += 2) check.text(at);
  return end;
}

/** The items of a mixed segment; enters the captures that are set. */
function checkMixed(check: CodeCheck, start: number, captures: number): number {
  const end = start + 1 + check.count(start, 3) * 3;
  for (let at = start + 1; at < end; at += 3) {
    const kind = check.code[at];
    if (kind === SEGMENT.lit) {
      check.text(at + 1);
      check.demand(check.code[at + 2]! > 0);
    } else {
      check.demand(kind === SEGMENT.letters || kind === SEGMENT.digits);
      SET.add(check.upTo(at + 1, captures));
    }
  }
  return end;
}

/** What is copied lies between boundaries in their order, and a capture is one that was set. */
function checkEmit(check: CodeCheck, emit: number, boundaries: number): void {
  const { code } = check;
  check.numbers(emit, 1);
  const end = code[emit] === IDENTITY ? emit + 1 : emit + 1 + check.count(emit, 4) * 4;
  let highest = 0;
  let captures = 0;
  for (let at = emit + 1; at < end; at += 4) {
    check.conversion(at + 3);
    if (code[at] === EMIT.lit) check.text(at + 1);
    else if (code[at] === EMIT.copy) {
      highest = Math.max(highest, check.upTo(at + 2, boundaries));
      check.upTo(at + 1, code[at + 2]!);
    } else {
      check.demand(code[at] === EMIT.capture && code[at + 1]! > 0 && SET.has(code[at + 1]!));
      captures++;
    }
  }
  if (captures === 0) check.known[emit] = -1 - highest;
}
