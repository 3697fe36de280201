/** Patterns and changes as match and emit of the key view. */
import { type KeyEmit, type KeyMatch, parseKey, type ValueExpr, type ValuePattern } from '../../rules/index.ts';
import { ABSENT } from '../key-rows.ts';
import type { CrossChange } from './cross-rule.ts';
import type { IrrelevantKey } from './irrelevant-keys.ts';
import { FREE, STAR } from './pattern-tree.ts';
import type { SiteTable } from './site-table.ts';

type Body = { readonly match: KeyMatch; readonly emit: KeyEmit };

/** The pattern of a node, with keys that do not matter left out or with any value. */
export function irrelevantBody(site: SiteTable, states: Int32Array, keys: readonly IrrelevantKey[]): Body {
  const context = states.slice();
  const closing: Record<string, ValuePattern> = {};
  for (const { key, to } of keys) {
    if (to === 'any') context[key] = STAR;
    const parts = parseKey(site.keys[key]!);
    // Leaving out a component that is not the last would move the others.
    if (to === 'absent' && parts?.part === 'path') closing[`path[${parts.index + 1}]`] = { absent: true };
  }
  const set = keys.map(({ key, to }): [string, ValueExpr] => [
    site.keys[key]!,
    to === 'any' ? { any: true } : { del: true },
  ]);
  const match = matchOf(site, context);
  return { match: { ...match, where: { ...match.where, ...closing } }, emit: emitOf(set) };
}

export function crossBody(site: SiteTable, states: Int32Array, changes: readonly CrossChange[]): Body {
  const set = changes.map((change): [string, ValueExpr] => {
    const key = site.keys[change.key]!;
    if (change.to === 'absent') return [key, { del: true }];
    return [key, change.to === 'key' ? { ref: site.keys[change.number]! } : { lit: site.textOf(change.number) }];
  });
  return { match: matchOf(site, states), emit: emitOf(set) };
}

/** Closed where the pattern has something to say of every key: no other components, no other parameters. */
function matchOf(site: SiteTable, states: Int32Array): KeyMatch {
  const parts = site.keys.map((key) => parseKey(key)!.part);
  const isClosed = (part: 'path' | 'query') => parts.every((own, key) => own !== part || states[key] !== FREE);
  const closedPath = isClosed('path');
  const closedQuery = isClosed('query') && !site.hasOtherKeys;
  const where: Record<string, ValuePattern> = {};
  let pathLen = 0;
  for (const [key, state] of states.entries()) {
    const part = parts[key]!;
    if (part === 'path' && state !== ABSENT) pathLen++;
    if (state === FREE || (state === ABSENT && ((part === 'path' && closedPath) || (part === 'query' && closedQuery))))
      continue;
    where[site.keys[key]!] =
      state === STAR ? { any: true } : state === ABSENT ? { absent: true } : { eq: site.textOf(state) };
  }
  return { view: 'keys', where, pathLen: closedPath ? pathLen : null, query: closedQuery ? 'exact' : 'open' };
}

function emitOf(set: readonly [string, ValueExpr][]): KeyEmit {
  return { view: 'keys', set: Object.fromEntries(set), queryOrder: 'keep' };
}
