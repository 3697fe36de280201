/** Key rules that convert one component of the path, as substitutions. */
import { type Cond, type KeyEmit, type KeyMatch, parseKey, type Rule, type ValuePattern } from '../../rules/index.ts';
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
 * What such a rule asks for besides the component that it converts: nothing, a folder in which it is, or so many components. Null if
 * it asks for something else.
 */
export function conversionConditions({ where, pathLen, query, deep }: KeyMatch): Cond[] | null {
  if (query !== 'open' || deep !== undefined) return null;
  const depth: Cond[] = pathLen === null ? [] : [{ path: { depth: pathLen } }];
  const folder: string[] = [];
  const others = new Map(Object.entries(where));
  for (let at = 1; ; at++) {
    const pattern = others.get(`path[${at}]`);
    // No component has such a name, and a path may begin so.
    if (!pattern || !('eq' in pattern) || pattern.eq === null || /[/?#]/.test(pattern.eq)) break;
    folder.push(pattern.eq);
    others.delete(`path[${at}]`);
  }
  // That a component follows is what the slash behind the folder says.
  const next = `path[${folder.length + 1}]`;
  if (folder.length > 0 && others.size === 2 && isAny(others.get(next))) others.delete(next);
  else if (folder.length > 0) return null;
  const [own] = others.values();
  if (others.size !== 1 || !isAny(own)) return null;
  return folder.length > 0 ? [{ path: { prefix: `/${folder.join('/')}/` } }, ...depth] : depth;
}

function isAny(pattern: ValuePattern | undefined): boolean {
  return pattern !== undefined && 'any' in pattern;
}

function changesOnly({ path, queryOrder }: KeyEmit): boolean {
  return path === undefined && queryOrder === 'keep';
}
