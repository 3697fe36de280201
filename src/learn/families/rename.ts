/** Family `rename`: a parameter has two names. */
import { compareCodePoints } from '../../base/index.ts';
import { type Family, LEAST_SEEN, plain, Suggestions, tally } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 40;

export const rename: Family = {
  name: 'rename',
  idea: 'a parameter has two names',
  propose(view) {
    const found = new Suggestions<{ x: string; y: string }>();
    for (const { a, b, page } of pairKinds(view).otherQuery) {
      const p = a.source.params;
      const q = b.source.params;
      if (p.length === 0 || q.length === 0) continue;
      const onlyA = p.filter((param) => !q.some((other) => other.name === param.name));
      const onlyB = q.filter((param) => !p.some((other) => other.name === param.name));
      if (onlyA.length !== 1 || onlyB.length !== 1 || onlyA[0]!.value !== onlyB[0]!.value || !onlyA[0]!.value) continue;
      const [x, y] = [onlyA[0]!.name, onlyB[0]!.name].sort(compareCodePoints) as [string, string];
      if (x !== '') found.add(JSON.stringify([x, y]), page, () => ({ x, y }));
    }
    const listed = found.list(LEAST_SEEN, MOST);
    if (listed.length === 0) return [];
    const counts = tally(view.forms.flatMap(({ source }) => source.params.map((param) => param.name)));
    return listed.map(({ value: { x, y }, seen }) => {
      const [to, from] = counts.get(x)! >= counts.get(y)! ? [x, y] : [y, x];
      return plain('rename', { op: 'renameParam', from, to }, seen);
    });
  },
};
