/** Whether the texts of a rule are the same as strings and as bytes. */
import type { Rule } from '../../rules/index.ts';

/**
 * False for a rule with a lone surrogate somewhere: in a stream that surrogate stands for a byte that is no UTF-8, in a string for
 * itself, so that only the interpreter, which sees strings in both cases, can tell what the rule means.
 */
export function isWellFormed({ match, emit }: Pick<Rule, 'match' | 'emit'>): boolean {
  // A lone surrogate is written as an escape; nearly no rule has one, or a text that looks like it.
  return !JSON.stringify([match, emit]).includes('\\ud') || (isWellFormedValue(match) && isWellFormedValue(emit));
}

function isWellFormedValue(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormedValue(item));
}
