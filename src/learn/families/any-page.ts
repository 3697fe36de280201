/** Family `any-page`: where a parameter is set, the page it is asked on does not matter (an index, a login, a list of files that every page links to). */
import type { Cond, KeyMatch } from '../../rules/index.ts';
import { type Family, type Hypothesis, LEAST_SEEN, looksLikeId, type RuleBody, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';
import { areOfAllPages } from './pairs.ts';

const MOST = 20;

export const anyPage: Family = {
  name: 'any-page',
  idea: 'where a parameter is set, the page it is asked on does not matter',
  propose(view) {
    const found = new Suggestions<Named>();
    for (const { a, page } of pairKinds(view).onlyPath) {
      for (const { name, value } of a.source.params) {
        if (name === '') continue;
        found.add(name, page, () => ({ name }));
        if (value !== null && value !== '' && !looksLikeId(value))
          found.add(`${name}=${value}`, page, () => ({ name, value }));
      }
    }
    // It joins forms that have the same query, and all pages with two of those were seen.
    const areAll = areOfAllPages(view.pairs);
    return found
      .list(LEAST_SEEN, MOST)
      .flatMap(({ value, seen }): Hypothesis[] => [
        { family: 'any-page', ops: [], when: [], bodies: [anyPathWith(value)], seen },
        anyLastWith(value, seen),
      ])
      .map((hypothesis) => (areAll ? { ...hypothesis, atMost: hypothesis.seen } : hypothesis));
  },
};

type Named = { readonly name: string; readonly value?: string };

/** The whole path becomes `*`. */
function anyPathWith({ name, value }: Named): RuleBody {
  const match: KeyMatch = {
    view: 'keys',
    where: { [`query[${name}]`]: value === undefined ? { any: true } : { eq: value } },
    pathLen: null,
    query: 'open',
  };
  return { learner: 'families', match, emit: { view: 'keys', set: {}, path: [{ any: true }], queryOrder: 'keep' } };
}

/** The page, not its folder: the last component becomes `*`. */
function anyLastWith({ name, value }: Named, seen: number): Hypothesis {
  const when: Cond = value === undefined ? { param: name } : { param: name, value };
  return { family: 'any-page', ops: [{ op: 'anySegment', segment: -1 }], when: [when], seen };
}
