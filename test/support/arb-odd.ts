/** Texts that are hard to write down, for the places in rules where people and learners put theirs. */
import fc, { type Arbitrary } from 'fast-check';
import type { Emit, Match } from '../../src/rules/index.ts';

export type Body = { readonly match: Match; readonly emit: Emit };

/** Texts that are hard to write down; the rules made of them rarely hit, but every form of a rule must carry them. */
export const arbOddText: Arbitrary<string> = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'()|?*$\\<>{}[]^%\'"=,:;#!@~ ', '->', '=>', 'a', '1', '⊥', 'é', '😀'),
    minLength: 1,
    maxLength: 6,
  }),
  fc.string({
    unit: fc.constantFrom(
      '\n',
      '\r',
      '\t',
      '\0',
      '\u007f',
      '\u0085',
      '\u00a0',
      '\u2028',
      '\u202e',
      '\ufeff',
      '\ud800',
      '\udc00',
      'a',
    ),
    minLength: 1,
    maxLength: 4,
  }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
  fc.constantFrom(
    '*',
    '⊥',
    '<n>',
    '<null>',
    'null',
    '$1',
    `$${'{1}'}`,
    'lower($1)',
    '2',
    '-1',
    "''",
    '{*}',
    ' ',
    ' a ',
    '=> ',
    '(a|b)',
    '%41',
  ),
);

/** `usual`, or in a tenth of the cases an odd text. */
export function orOdd(usual: Arbitrary<string>): Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: arbOddText });
}
