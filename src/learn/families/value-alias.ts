/** Family `value-alias`: two values of a parameter mean the same. */
import { compareCodePoints } from '../../base/index.ts';
import { onlyOther } from './differing.ts';
import { type Family, LEAST_SEEN, Suggestions, tally } from './family.ts';

const MOST = 100;

export const valueAlias: Family = {
  name: 'value-alias',
  idea: 'two values of a parameter mean the same',
  propose({ forms, pairs }) {
    const found = new Suggestions<{ name: string; x: string; y: string }>();
    for (const { a, b, page } of pairs) {
      const [p, q] = [a.source.params, b.source.params];
      if (p.length !== q.length || a.source.parts.path !== b.source.parts.path) continue;
      const at = onlyOther(p, q, (param, other) => param.name === other.name && param.value === other.value);
      if (at < 0 || p[at]!.name !== q[at]!.name) continue;
      const [x, y] = [p[at]!.value, q[at]!.value];
      if (x === null || y === null) continue;
      const [first, second] = [x, y].sort(compareCodePoints) as [string, string];
      found.add(JSON.stringify([p[at]!.name, first, second]), page, () => ({ name: p[at]!.name, x: first, y: second }));
    }
    const listed = found.list(LEAST_SEEN, MOST);
    if (listed.length === 0) return [];
    const counts = tally(forms.flatMap(({ source }) => source.params.map((p) => `${p.name}=${p.value}`)));
    return listed.map(({ value: { name, x, y }, seen }) => {
      const [to, from] = counts.get(`${name}=${x}`)! >= counts.get(`${name}=${y}`)! ? [x, y] : [y, x];
      return { family: 'value-alias', ops: [{ op: 'aliasParam', name, from: [from], to }], when: [], seen };
    });
  },
};
