/** Key rules that convert one component of the path, as substitutions. */
import { type KeyEmit, type KeyMatch, parseKey, type Rule } from '../../rules/index.ts';
import { type Action, convertComponent } from './operations.ts';

/** The substitutions of such a rule; null if the rule is of another kind. */
export function conversionActions({ match, emit }: Pick<Rule, 'match' | 'emit'>): readonly Action[] | null {
  if (match.view !== 'keys' || emit.view !== 'keys') return null;
  const [key, ...others] = Object.keys(emit.set);
  if (key === undefined || others.length > 0 || !asksOnlyFor(key, match) || !changesOnly(emit)) return null;
  const place = parseKey(key);
  const value = emit.set[key]!;
  if (place?.part !== 'path' || place.piece !== null || !('conv' in value) || value.of !== key) return null;
  return convertComponent(place.index, value.conv);
}

function asksOnlyFor(key: string, { where, pathLen, query, deep }: KeyMatch): boolean {
  const [own, ...others] = Object.entries(where);
  if (own === undefined || others.length > 0 || own[0] !== key || !('any' in own[1])) return false;
  return pathLen === null && query === 'open' && deep === undefined;
}

function changesOnly({ path, queryOrder }: KeyEmit): boolean {
  return path === undefined && queryOrder === 'keep';
}
