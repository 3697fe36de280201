/** Family `path-from-params`: a page can be named in the path or in several parameters (`?route=item&id=7` is `/item/7`, `/x.git?a=tags` is `/x.git/tags`). */
import { compareCodePoints } from '../../base/index.ts';
import type { KeyMatch, ValueExpr, ValuePattern } from '../../rules/index.ts';
import { type Family, LEAST_SEEN, looksLikeId, type RuleBody, type SiteForm, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 20;
const MOST_PARAMS = 4;
const DEEPEST = 5;
const MOST_COMPONENTS = 12;

export const pathFromParams: Family = {
  name: 'path-from-params',
  idea: 'a page can be named in the path or in several parameters',
  propose(view) {
    const found = new Suggestions<RuleBody>();
    for (const { a: asked, b: named, page } of pairKinds(view).oneQuery) {
      const body = reading(asked, named);
      if (body !== null) found.add(JSON.stringify([body.match, body.emit]), page, () => body);
    }
    return found
      .list(LEAST_SEEN, MOST)
      .map(({ value, seen }) => ({ family: 'path-from-params', ops: [], when: [], bodies: [value], seen }));
  },
};

/** How all parameters of one become components of the other's path, which has no query; null if they do not, or one parameter alone becomes the end of a known path. */
function reading(asked: SiteForm, named: SiteForm): RuleBody | null {
  const { params: given } = asked.source;
  if (given.length > MOST_PARAMS || !areDistinct(given)) return null;
  // The order in which they are given does not make another rule.
  const params = [...given].sort((a, b) => compareCodePoints(a.name, b.name));
  const [from, to] = [asked.source.path, named.source.path];
  if (to.length > MOST_COMPONENTS || from.length > DEEPEST) return null;
  const isLonger = from.at(-1) !== '' && to.length > from.length && from.every((component, i) => component === to[i]);
  if (params.length < (isLonger ? 1 : 2)) return null;
  const where: Record<string, ValuePattern> = {};
  for (const [i, component] of from.entries()) where[`path[${i + 1}]`] = isLonger ? { any: true } : { eq: component };
  const used = new Set<string>();
  const path: ValueExpr[] = isLonger ? from.map((_, i) => ({ ref: `path[${i + 1}]` })) : [];
  for (let at = path.length; at < to.length; ) {
    const rest = to.slice(at).join('/');
    const named = params.find(({ name, value }) => !used.has(name) && suffixAfter(value!, rest) !== null);
    if (named === undefined && looksLikeId(to[at]!)) return null;
    path.push(named === undefined ? { lit: to[at]! } : fromParam(named.name, suffixAfter(named.value!, rest)!));
    if (named) used.add(named.name);
    // A value may be several components.
    at += named === undefined ? 1 : named.value!.split('/').length;
  }
  const fixed = params.filter(({ name }) => !used.has(name));
  if (used.size === 0 || path.length > DEEPEST || fixed.some(({ value }) => looksLikeId(value!))) return null;
  for (const { name, value } of params) where[`query[${name}]`] = used.has(name) ? { any: true } : { eq: value };
  // All parameters are named: what a smaller set of them says of the path is another rule, and neither takes the other's addresses.
  const match: KeyMatch = { view: 'keys', where, pathLen: from.length, query: 'exact' };
  const set = Object.fromEntries(params.map(({ name }) => [`query[${name}]`, { del: true } as const]));
  return { learner: 'families', match, emit: { view: 'keys', set, path, queryOrder: 'keep' } };
}

/** What follows the value in the last of its components: nothing, a colon, or an extension; null if the path does not begin with the value, or goes on otherwise. */
function suffixAfter(value: string, path: string): string | null {
  return path.startsWith(value)
    ? (/^(?:|:|\.[A-Za-z0-9]{1,5})(?=\/|$)/.exec(path.slice(value.length))?.[0] ?? null)
    : null;
}

function fromParam(name: string, suffix: string): ValueExpr {
  const ref = { ref: `query[${name}]` };
  return suffix === '' ? ref : { cat: [ref, { lit: suffix }] };
}

export function areDistinct(params: SiteForm['source']['params']): boolean {
  const isUsable = params.every(({ name, value }) => name !== '' && !name.includes('#') && value);
  return isUsable && new Set(params.map(({ name }) => name)).size === params.length;
}
