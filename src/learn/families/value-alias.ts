/** Family `value-alias`: two values of a parameter mean the same. */
import { compareCodePoints } from '../../base/index.ts';
import { type Family, LEAST_SEEN, Suggestions, tally } from './family.ts';
import { paramPairs } from './pair-kinds.ts';

const MOST = 100;

export const valueAlias: Family = {
  name: 'value-alias',
  idea: 'two values of a parameter mean the same',
  propose(view) {
    const found = new Suggestions<{ name: string; x: string; y: string }>();
    for (const {
      pair: { a, b, page },
      at,
    } of paramPairs(view)) {
      const [p, q] = [a.source.params, b.source.params];
      if (p[at]!.name !== q[at]!.name) continue;
      const [x, y] = [p[at]!.value, q[at]!.value];
      if (x === null || y === null) continue;
      const [first, second] = [x, y].sort(compareCodePoints) as [string, string];
      found.add(JSON.stringify([p[at]!.name, first, second]), page, () => ({ name: p[at]!.name, x: first, y: second }));
    }
    const listed = found.list(LEAST_SEEN, MOST);
    if (listed.length === 0) return [];
    const counts = tally(view.forms.flatMap(({ source }) => source.params.map((p) => `${p.name}=${p.value}`)));
    return listed.map(({ value: { name, x, y }, seen }) => {
      const [to, from] = counts.get(`${name}=${x}`)! >= counts.get(`${name}=${y}`)! ? [x, y] : [y, x];
      return { family: 'value-alias', ops: [{ op: 'aliasParam', name, from: [from], to }], when: [], seen };
    });
  },
};
