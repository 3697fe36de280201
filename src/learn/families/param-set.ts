/** Family `param-set`: parameters that come in company do not matter, so that none of them ever meets the bare page alone. */
import { compareCodePoints } from '../../base/index.ts';
import type { Param } from '../../url/index.ts';
import { type Family, LEAST_SEEN, looksLikeId, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 60;
const LARGEST = 6;

export const paramSet: Family = {
  name: 'param-set',
  idea: 'several parameters that come together do not matter',
  propose(view) {
    const found = new Suggestions<readonly Dropped[]>();
    for (const { a, b, page } of pairKinds(view).otherQuery) {
      const added = addedParams(a.source.params, b.source.params) ?? addedParams(b.source.params, a.source.params);
      if (added === null || added.length < 2 || added.length > LARGEST) continue;
      const names = added.map(({ name }) => ({ name }));
      found.add(JSON.stringify(names), page, () => names);
      if (added.every(({ value }) => value !== undefined && !looksLikeId(value))) {
        found.add(JSON.stringify(added), page, () => added);
      }
    }
    return found.list(LEAST_SEEN, MOST).map(({ value, seen }) => ({
      family: 'param-set',
      ops: value.map((dropped) => ({ op: 'dropParam' as const, ...dropped })),
      when: [],
      seen,
    }));
  },
};

type Dropped = { readonly name: string; readonly value?: string };

/** Parameters that `more` has besides all of `less`, sorted; null if something of `less` is missing, or a name comes twice. */
function addedParams(more: readonly Param[], less: readonly Param[]): Dropped[] | null {
  if (more.length <= less.length) return null;
  // Most pairs differ otherwise, and go before anything is made of them.
  for (const { name, value } of less) if (!more.some((p) => p.name === name && p.value === value)) return null;
  const texts = new Set(less.map(({ name, value }) => `${name}=${value}`));
  const rest = more.filter(({ name, value }) => !texts.delete(`${name}=${value}`));
  const names = new Set(rest.map(({ name }) => name));
  if (texts.size > 0 || names.has('') || names.size < rest.length) return null;
  return rest
    .map(({ name, value }) => (value === null ? { name } : { name, value }))
    .sort((a, b) => compareCodePoints(a.name, b.name));
}
