/** Family `name-case`: upper and lower case in the names of parameters do not matter. */
import { compareCodePoints } from '../../base/index.ts';
import type { Op } from '../../rules/index.ts';
import { lowerAscii, type Param } from '../../url/index.ts';
import { type Family, LEAST_SEEN, type SiteForm, tally } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 20;

export const nameCase: Family = {
  name: 'name-case',
  idea: 'upper and lower case in the names of parameters do not matter',
  propose(view) {
    const pages = new Set<number>();
    for (const { a, b, page } of pairKinds(view).otherQuery)
      if (differInCase(a.source.params, b.source.params)) pages.add(page);
    // What one parameter shows speaks for the others: a server reads all names in one way.
    const ops = pages.size < LEAST_SEEN ? [] : renamings(view.forms);
    return ops.length === 0 ? [] : [{ family: 'name-case', ops, when: [], seen: pages.size }];
  },
};

/** Whether two lists differ in the case of names, and in nothing else. */
function differInCase(p: readonly Param[], q: readonly Param[]): boolean {
  if (p.length !== q.length || p.every(({ name }, i) => name === q[i]!.name)) return false;
  return p.every(({ name, value }, i) => value === q[i]!.value && lowerAscii(name) === lowerAscii(q[i]!.name));
}

/** Of every name that has several spellings, all but the most frequent. */
function renamings(forms: readonly SiteForm[]): Op[] {
  const spellings = new Map<string, [string, number][]>();
  for (const [name, count] of tally(forms.flatMap(({ source }) => source.params.map((param) => param.name)))) {
    const known = spellings.get(lowerAscii(name)) ?? [];
    spellings.set(lowerAscii(name), [...known, [name, count]]);
  }
  return [...spellings.values()]
    .flatMap((group): Op[] => {
      const [most, ...others] = group.sort(([x, a], [y, b]) => b - a || compareCodePoints(x, y));
      return others.map(([from]) => ({ op: 'renameParam', from, to: most![0] }));
    })
    .sort((a, b) => compareCodePoints(JSON.stringify(a), JSON.stringify(b)))
    .slice(0, MOST);
}
