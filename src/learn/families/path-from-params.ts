/** Family `path-from-params`: a page can be named in the path or in several parameters (`?route=item&id=7` is `/item/7`, `/x.git?a=tags` is `/x.git/tags`). */
import { compareCodePoints } from '../../base/index.ts';
import type { KeyMatch, ValueExpr, ValuePattern } from '../../rules/index.ts';
import { bothWays, type Family, LEAST_SEEN, looksLikeId, type RuleBody, type SiteForm, Suggestions } from './family.ts';

const MOST = 20;
const MOST_PARAMS = 4;
const DEEPEST = 5;

export const pathFromParams: Family = {
  name: 'path-from-params',
  idea: 'a page can be named in the path or in several parameters',
  propose({ pairs }) {
    const found = new Suggestions<RuleBody>();
    bothWays(pairs, (asked, named, page) => {
      const body = reading(asked, named);
      if (body !== null) found.add(JSON.stringify([body.match, body.emit]), page, () => body);
    });
    return found
      .list(LEAST_SEEN, MOST)
      .map(({ value, seen }) => ({ family: 'path-from-params', ops: [], when: [], bodies: [value], seen }));
  },
};

/** How all parameters of one become components of the other's path; null if they do not, or one parameter alone becomes the end of a known path. */
function reading(asked: SiteForm, named: SiteForm): RuleBody | null {
  const { params: given } = asked.source;
  if (given.length === 0 || given.length > MOST_PARAMS || named.source.parts.query !== null || !areDistinct(given))
    return null;
  // The order in which they are given does not make another rule.
  const params = [...given].sort((a, b) => compareCodePoints(a.name, b.name));
  const [from, to] = [asked.source.path, named.source.path];
  if (to.length > DEEPEST || from.length > DEEPEST) return null;
  const isLonger = from.at(-1) !== '' && to.length > from.length && from.every((component, i) => component === to[i]);
  if (params.length < (isLonger ? 1 : 2)) return null;
  const where: Record<string, ValuePattern> = {};
  for (const [i, component] of from.entries()) where[`path[${i + 1}]`] = isLonger ? { any: true } : { eq: component };
  const used = new Set<string>();
  const path = to.map((component, i): ValueExpr | null => {
    if (isLonger && i < from.length) return { ref: `path[${i + 1}]` };
    const named = params.find(({ name, value }) => !used.has(name) && isNamed(component, value!));
    if (named === undefined) return looksLikeId(component) ? null : { lit: component };
    used.add(named.name);
    const ref = { ref: `query[${named.name}]` };
    return component === named.value ? ref : { cat: [ref, { lit: component.slice(named.value!.length) }] };
  });
  const kept = path.filter((component) => component !== null);
  const fixed = params.filter(({ name }) => !used.has(name));
  if (used.size === 0 || kept.length < path.length || fixed.some(({ value }) => looksLikeId(value!))) return null;
  for (const { name, value } of params) where[`query[${name}]`] = used.has(name) ? { any: true } : { eq: value };
  // All parameters are named: what a smaller set of them says of the path is another rule, and neither takes the other's addresses.
  const match: KeyMatch = { view: 'keys', where, pathLen: from.length, query: 'exact' };
  const set = Object.fromEntries(params.map(({ name }) => [`query[${name}]`, { del: true } as const]));
  return { learner: 'families', match, emit: { view: 'keys', set, path: kept, queryOrder: 'keep' } };
}

/** A value, alone or with an extension. */
function isNamed(component: string, value: string): boolean {
  return component.startsWith(value) && /^(\.[A-Za-z0-9]{1,5})?$/.test(component.slice(value.length));
}

export function areDistinct(params: SiteForm['source']['params']): boolean {
  const isUsable = params.every(({ name, value }) => name !== '' && !name.includes('#') && value);
  return isUsable && new Set(params.map(({ name }) => name)).size === params.length;
}
