/** Text rules as substitutions: the first occurrence of one token sequence becomes another. */
import type { TextEmit, TextMatch } from '../../rules/index.ts';
import type { Action } from './operations.ts';
import { literal } from './pattern.ts';

const OTHER = '[^0-9A-Za-z ]';

export function textChange({ alpha, start, end }: TextMatch, { beta }: TextEmit): readonly Action[] {
  const before = start ? '()' : isWord(alpha[0]) ? `(|[^ ]*?${OTHER})` : '([^ ]*?)';
  const after = end ? '()' : isWord(alpha.at(-1)) ? `((?:${OTHER}[^ ]*)?)` : '([^ ]*)';
  return [{ pattern: `${before}${literal(alpha.join(''))}${after}`, groups: 2, to: [1, beta.join(''), 2] }];
}

function isWord(token: string | undefined): boolean {
  return token !== undefined && /^[0-9A-Za-z]/.test(token);
}
