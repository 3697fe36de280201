/** Checks the programs of text rules. */
import { ANCHOR } from '../text-program.ts';
import type { CodeCheck } from './code-check.ts';

/** The failure table must lead back at every step, or the search would not end. */
export function checkText(check: CodeCheck, program: number): void {
  const { code } = check;
  const anchor = check.upTo(program + 1, ANCHOR.both);
  check.text(check.text(program + 2));
  const length = code[program + 3]!;
  check.demand(length > 0 || anchor !== ANCHOR.none);
  const table = program + 6;
  check.numbers(table, length + 1);
  for (let i = 0; i <= length; i++) check.upTo(table + i, Math.max(0, i - 1));
}
