/** Whether the texts of a rule are the same as strings and as bytes. */
import type { El, Out, Rule } from '../../rules/index.ts';

/**
 * False for a rule with a lone surrogate somewhere: in a stream that surrogate stands for a byte that is no UTF-8, in a string for
 * itself, so that only the interpreter, which sees strings in both cases, can tell what the rule means.
 */
export function isWellFormed({ match, emit }: Pick<Rule, 'match' | 'emit'>): boolean {
  if (match.view === 'tokens' && emit.view === 'tokens') return areWellFormed(match.seq) && areWellFormed(emit.seq);
  // A lone surrogate is written as an escape; nearly no rule has one, or a text that looks like it.
  return !JSON.stringify([match, emit]).includes('\\ud') || (isWellFormedValue(match) && isWellFormedValue(emit));
}

/** The same for the parts of token rules, of which there are thousands to be compiled before they are judged. */
function areWellFormed(seq: readonly (El | Out)[]): boolean {
  for (let i = 0; i < seq.length; i++) {
    const part = seq[i]!;
    if ('lit' in part ? !part.lit.isWellFormed() : 'alt' in part ? !part.alt.every(isText) : false) return false;
    if ('opt' in part && !areWellFormed(part.opt)) return false;
  }
  return true;
}

function isText(text: string): boolean {
  return text.isWellFormed();
}

function isWellFormedValue(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormedValue(item));
}
