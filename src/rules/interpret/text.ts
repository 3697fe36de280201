/** Text rules, interpreted: the first token-aligned occurrence of one token sequence becomes another. */
import { tokenizeInner } from '../../url/index.ts';
import type { TextEmit, TextMatch } from '../rule.ts';

/** The form of a URL under a text rule, or null when alpha does not occur or nothing changes. */
export function applyText(match: TextMatch, emit: TextEmit, url: string): string | null {
  const tokens = tokenizeInner(url);
  const at = findTokens(match, tokens);
  if (at < 0) return null;
  const form = [...tokens.slice(0, at), ...emit.beta, ...tokens.slice(at + match.alpha.length)].join('');
  return form === url ? null : form;
}

/** Token index of the first occurrence that respects the anchors, or -1. */
export function findTokens({ alpha, start, end }: TextMatch, tokens: readonly string[]): number {
  const last = tokens.length - alpha.length;
  const from = end ? Math.max(0, last) : 0;
  const to = start ? Math.min(0, last) : last;
  for (let at = from; at <= to; at++) if (alpha.every((token, k) => tokens[at + k] === token)) return at;
  return -1;
}
