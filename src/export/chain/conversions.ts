/** Key rules that convert one component of the path, as substitutions. */
import { type Cond, type KeyEmit, type KeyMatch, parseKey, type Rule } from '../../rules/index.ts';
import { type Action, convertComponent } from './operations.ts';

/** The substitutions of such a rule; null if the rule is of another kind. */
export function conversionActions({ match, emit }: Pick<Rule, 'match' | 'emit'>): readonly Action[] | null {
  if (match.view !== 'keys' || emit.view !== 'keys') return null;
  const [key, ...others] = Object.keys(emit.set);
  if (key === undefined || others.length > 0 || !changesOnly(emit)) return null;
  if (!Object.hasOwn(match.where, key) || conversionConditions(match) === null) return null;
  const place = parseKey(key);
  const value = emit.set[key]!;
  if (place?.part !== 'path' || place.piece !== null || !('conv' in value) || value.of !== key) return null;
  return convertComponent(place.index, value.conv);
}

/**
 * What such a rule asks for besides the component that it converts: nothing, a folder in which the last component is, or so many
 * components. Null if it asks for something else.
 */
export function conversionConditions({ where, pathLen, query, deep }: KeyMatch): Cond[] | null {
  if (query !== 'open' || deep !== undefined) return null;
  const { 'path[1]': folder, 'path[2]': inside, ...others } = where;
  const isFolder = folder && 'eq' in folder && typeof folder.eq === 'string' && inside && 'any' in inside;
  const places = isFolder ? others : where;
  const [own, ...more] = Object.entries(places);
  if (own === undefined || more.length > 0 || !('any' in own[1])) return null;
  // No component has such a name, and a path may begin so.
  if (isFolder && /[/?#]/.test(folder.eq!)) return null;
  const depth: Cond[] = pathLen === null ? [] : [{ path: { depth: pathLen } }];
  return isFolder ? [{ path: { prefix: `/${folder.eq}/` } }, ...depth] : depth;
}

function changesOnly({ path, queryOrder }: KeyEmit): boolean {
  return path === undefined && queryOrder === 'keep';
}
