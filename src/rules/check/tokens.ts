/** Checks token rules: shapes, capture numbers, references, nesting. */
import { CONVERSIONS, type El, type Out, type TokenEmit, type TokenMatch } from '../rule.ts';
import { array, at, fail, fields, fullStrings, integer, kindOf, mark, oneOf, string } from './place.ts';

const MAX_OPT_NESTING = 16;

export function checkTokenMatch(value: unknown, place: string): TokenMatch {
  const { seq } = fields(value, place, ['view', 'seq']);
  return { view: 'tokens', seq: checkEls(seq, at(place, 'seq'), { count: 0 }, 0) };
}

export function checkTokenEmit(value: unknown, place: string, match: TokenMatch): TokenEmit {
  const { seq } = fields(value, place, ['view', 'seq']);
  const captures = countCaptures(match.seq);
  const items = array(seq, at(place, 'seq')).map((item, i) => checkOut(item, `${at(place, 'seq')}[${i}]`, captures));
  if (items.length === 0) fail(at(place, 'seq'), 'is empty, so that all URLs would become one; say what to emit');
  return { view: 'tokens', seq: items };
}

function checkEls(value: unknown, place: string, captures: { count: number }, nesting: number): El[] {
  const list = array(value, place);
  if (list.length === 0)
    fail(place, nesting === 0 ? 'is empty; say what to match' : 'is an empty optional part; remove it');
  return list.map((item, i) => checkEl(item, `${place}[${i}]`, captures, nesting));
}

function checkEl(value: unknown, place: string, captures: { count: number }, nesting: number): El {
  switch (kindOf(value, place, ['lit', 'star', 'type', 'alt', 'opt'])) {
    case 'lit':
      return { lit: checkLiteral(fields(value, place, ['lit']).lit, at(place, 'lit')) };
    case 'star':
      return { star: checkCapture(fields(value, place, ['star']).star, at(place, 'star'), captures) };
    case 'type': {
      const el = fields(value, place, ['type', 'cap']);
      const type = oneOf(el.type, at(place, 'type'), ['a', 'n']);
      return { type, cap: el.cap === null ? null : checkCapture(el.cap, at(place, 'cap'), captures) };
    }
    case 'alt':
      return { alt: fullStrings(fields(value, place, ['alt']).alt, at(place, 'alt')) };
    case 'opt':
      if (nesting >= MAX_OPT_NESTING)
        fail(place, `is the optional part inside more than ${MAX_OPT_NESTING} others; flatten it`);
      return { opt: checkEls(fields(value, place, ['opt']).opt, at(place, 'opt'), captures, nesting + 1) };
  }
}

function checkLiteral(value: unknown, place: string): string {
  const text = string(value, place);
  return text === '' ? fail(place, 'is empty; remove it') : text;
}

function checkCapture(value: unknown, place: string, captures: { count: number }): number {
  captures.count++;
  if (value !== captures.count) {
    fail(place, `must be ${captures.count}: captures are numbered 1, 2, … from left to right over star and type`);
  }
  return captures.count;
}

function countCaptures(seq: readonly El[]): number {
  let count = 0;
  for (const el of seq) {
    if ('star' in el || ('type' in el && el.cap !== null)) count++;
    else if ('opt' in el) count += countCaptures(el.opt);
  }
  return count;
}

function checkOut(value: unknown, place: string, captures: number): Out {
  switch (kindOf(value, place, ['lit', 'ref', 'any', 'alt'])) {
    case 'lit':
      return { lit: checkLiteral(fields(value, place, ['lit']).lit, at(place, 'lit')) };
    case 'any':
      return { any: mark(fields(value, place, ['any']).any, at(place, 'any')) };
    case 'alt':
      return { alt: fullStrings(fields(value, place, ['alt']).alt, at(place, 'alt')) };
    case 'ref': {
      const out = fields(value, place, ['ref'], ['conv']);
      const ref = integer(out.ref, at(place, 'ref'), 1);
      if (ref > captures)
        fail(at(place, 'ref'), `is ${ref}, but the match has ${captures} captures; refer to one of them`);
      return 'conv' in out ? { ref, conv: oneOf(out.conv, at(place, 'conv'), CONVERSIONS) } : { ref };
    }
  }
}
