/** One rule on one URL: the definition of truth for everything that applies rules. */
import { hostOf, keysOfParts } from '../../url/index.ts';
import type { KeyMatch, Rule } from '../rule.ts';
import { applyEdit, type EditSource, editParsed } from './edit.ts';
import { applyKeys, keysMatch, keysParsed } from './keys.ts';
import { applyText } from './text.ts';
import { applyTokens } from './tokens.ts';

/** The form of a URL under a rule; null when its host is out of scope or the rule does not match. */
export function applyRule(rule: Pick<Rule, 'scope' | 'match' | 'emit'>, url: string): string | null {
  const { hosts } = rule.scope;
  return hosts === '*' || hosts.includes(hostOf(url)) ? applyBody(rule, url) : null;
}

/** As `applyRule`, for a URL already known to be in scope. */
export function applyBody({ match, emit }: Pick<Rule, 'match' | 'emit'>, url: string): string | null {
  if (match.view === 'tokens' && emit.view === 'tokens') return applyTokens(match, emit, url);
  if (match.view === 'keys' && emit.view === 'keys') return applyKeys(match, emit, url);
  if (match.view === 'text' && emit.view === 'text') return applyText(match, emit, url);
  if (match.view === 'edit' && emit.view === 'edit') return applyEdit(match, emit, url);
  return null;
}

/** As `applyBody`, for a URL that is parsed already. */
export function bodyParsed(rule: Pick<Rule, 'match' | 'emit'>, source: EditSource, url: string): string | null {
  const { match, emit } = rule;
  if (match.view === 'keys' && emit.view === 'keys')
    return keysParsed(match, emit, keysOfParts(source.parts, source.path, source.params));
  if (match.view === 'edit' && emit.view === 'edit') return editParsed(match, emit.op, source, url);
  return applyBody(rule, url);
}

/** Whether a key rule with these conditions is about a URL that is parsed already. */
export function matchesKeys(match: KeyMatch, { parts, path, params }: EditSource): boolean {
  return keysMatch(match, keysOfParts(parts, path, params));
}
