/** Family `params-from-path`: a page can be named by an id in the path, beside text that does not matter, or in parameters (`/news/any-title/17` is `/news/?id=17`). */
import { compareCodePoints } from '../../base/index.ts';
import type { Key, KeyMatch, ValueExpr, ValuePattern } from '../../rules/index.ts';
import { type Family, LEAST_SEEN, looksLikeId, type RuleBody, type SiteForm, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';
import { areDistinct } from './path-from-params.ts';
import { SEPARATORS } from './slug.ts';

const MOST = 12;
const MOST_PARAMS = 3;
const DEEPEST = 8;

export const paramsFromPath: Family = {
  name: 'params-from-path',
  idea: 'a page can be named by an id in the path, beside any text, or in parameters',
  propose(view) {
    const found = new Suggestions<readonly RuleBody[]>();
    const folders = new Map<string, Set<string>>();
    for (const { a: asked, b: named, page } of pairKinds(view).oneQuery) {
      const here = reading(asked, named, false);
      if (here !== null) found.add(keyOf(here), page, () => here);
      const anywhere = reading(asked, named, true);
      if (anywhere === null) continue;
      found.add(keyOf(anywhere), page, () => anywhere);
      const known = folders.get(keyOf(anywhere)) ?? new Set();
      folders.set(keyOf(anywhere), known.add(asked.source.parts.path));
    }
    return (
      found
        .list(LEAST_SEEN, MOST)
        // What one folder shows is said of that folder.
        .filter(({ value }) => folders.get(keyOf(value))?.size !== 1)
        .map(({ value, seen }) => ({ family: 'params-from-path', ops: [], when: [], bodies: value, seen }))
    );
  },
};

function keyOf(bodies: readonly RuleBody[]): string {
  return JSON.stringify(bodies);
}

/**
 * How numbers in one path are parameters of the other, with text beside them; null if none is, or if no text is beside them.
 * Parameters that the path does not have do not matter, then, beside those that it has.
 */
function reading(asked: SiteForm, named: SiteForm, isAnyFolder: boolean): readonly RuleBody[] | null {
  const [to, from] = [asked.source.path, named.source.path];
  const { params: given } = asked.source;
  // Most pairs are not of this kind, and go before anything is made of them.
  if (given.length > MOST_PARAMS || from.length > DEEPEST || !areDistinct(given)) return null;
  const params = [...given].sort((a, b) => compareCodePoints(a.name, b.name));
  let shared = 0;
  while (shared < to.length && from[shared] === to[shared] && from[shared] !== '') shared++;
  if (to.slice(shared).some(looksLikeId) || (isAnyFolder ? shared === 0 : to.slice(0, shared).some(isNumbered)))
    return null;
  const where: Record<Key, ValuePattern> = {};
  const deep: Record<Key, readonly (string | null)[]> = {};
  const set: Record<Key, ValueExpr> = {};
  let isTextBeside = false;
  for (const [i, component] of from.entries()) {
    const key = `path[${i + 1}]`;
    const asks = ({ name, value }: (typeof params)[number]) => !(`query[${name}]` in set) && isId(component, value!);
    const id = i < shared ? undefined : params.find(asks);
    if (i < shared) where[key] = isAnyFolder ? { any: true } : { eq: component };
    else if (id === undefined) {
      where[key] = { any: true };
      isTextBeside = true;
    } else if (component === id.value) {
      where[key] = { type: 'n' };
      set[`query[${id.name}]`] = { ref: key };
    } else {
      deep[key] = [null, component[id.value!.length]!, null];
      where[`${key}.1`] = { type: 'n' };
      set[`query[${id.name}]`] = { ref: `${key}.1` };
      isTextBeside = true;
    }
  }
  if (!isTextBeside || Object.keys(set).length === 0) return null;
  const keep = (component: string, i: number): ValueExpr =>
    isAnyFolder && i < shared ? { ref: `path[${i + 1}]` } : { lit: component };
  const match: KeyMatch = {
    view: 'keys',
    where,
    pathLen: from.length,
    query: 'exact',
    ...(Object.keys(deep).length > 0 && { deep }),
  };
  const body: RuleBody = {
    learner: 'families',
    match,
    emit: { view: 'keys', set, path: to.map(keep), queryOrder: 'keep' },
  };
  const others = params.map(({ name }) => `query[${name}]`).filter((key) => !Object.hasOwn(set, key));
  if (others.length === 0) return [body];
  const place = to.map((component, i): [Key, ValuePattern] => [
    `path[${i + 1}]`,
    isAnyFolder && i < shared ? { any: true } : { eq: component },
  ]);
  const asks = params.map(({ name }): [Key, ValuePattern] => [`query[${name}]`, { any: true }]);
  const drops = others.map((key): [Key, ValueExpr] => [key, { del: true }]);
  return [
    body,
    {
      learner: 'families',
      match: { view: 'keys', where: Object.fromEntries([...place, ...asks]), pathLen: to.length, query: 'exact' },
      emit: { view: 'keys', set: Object.fromEntries(drops), queryOrder: 'keep' },
    },
  ];
}

/** A folder that is one of very many; that its name is long is no sign of it. */
function isNumbered(folder: string): boolean {
  return looksLikeId(folder.slice(0, 20));
}

/** A number, alone or before a text. */
function isId(component: string, value: string): boolean {
  if (!/^[0-9]+$/.test(value) || !component.startsWith(value)) return false;
  return (
    component.length === value.length ||
    (component.length > value.length + 1 && SEPARATORS.includes(component[value.length]!))
  );
}
