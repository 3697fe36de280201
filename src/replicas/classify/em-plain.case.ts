/** The classifier and its training as the paper writes them, from scratch at every step: what the count table must agree with. */
import type { Mode } from './best-cut.ts';

export type PlainExample = { readonly row: readonly number[]; label: '+' | '-' };
const NEAR = 1e-12;

/** alpha(x, -) of the items in `mask` of a row, by projecting all examples and going through all rules. */
export function plainAlpha(
  data: readonly PlainExample[],
  row: readonly number[],
  mask: number,
  minSupport = 1,
): number {
  const means = (['-', '+'] as const).map((label) => {
    const thetas: number[] = [];
    for (let set = 1; set < 1 << row.length; set++) {
      if ((set & mask) !== set) continue;
      const having = data.filter((y) => row.every((item, f) => !(set & (1 << f)) || y.row[f] === item));
      const right = having.filter((y) => y.label === label).length;
      if (right >= minSupport) thetas.push(right / having.length);
    }
    return thetas.length === 0 ? 0 : thetas.reduce((a, b) => a + b) / thetas.length;
  });
  const [negative, positive] = means as [number, number];
  if (negative + positive > 0) return negative / (negative + positive);
  return data.filter((y) => y.label === '-').length / data.length;
}

export function sharedMask(a: readonly number[], b: readonly number[]): number {
  return a.reduce((mask, item, f) => (item === b[f] ? mask | (1 << f) : mask), 0);
}

/** The list O of Eq. 6: label and alpha of every example that shares an item with the row. */
function neighbors(data: readonly PlainExample[], row: readonly number[]): [number, '+' | '-'][] {
  return data.flatMap((y): [number, '+' | '-'][] => {
    const mask = sharedMask(row, y.row);
    return mask === 0 ? [] : [[plainAlpha(data, row, mask), y.label]];
  });
}

export function plainCut(list: readonly (readonly [number, '+' | '-'])[], mode: Mode): number | null {
  const distinct: number[] = [];
  for (const [alpha] of [...list].sort(([a], [b]) => a - b)) {
    if (distinct.length > 0 && alpha - distinct.at(-1)! <= NEAR) distinct[distinct.length - 1] = alpha;
    else distinct.push(alpha);
  }
  const entropy = (part: readonly (readonly [number, '+' | '-'])[]) => {
    const p = part.filter(([, label]) => label === '+').length / part.length;
    return [p, 1 - p].reduce((sum, share) => sum - (share === 0 ? 0 : share * Math.log(share)), 0);
  };
  let best: { cut: number; value: number } | null = null;
  for (const cut of distinct.slice(0, -1)) {
    const left = list.filter(([alpha]) => alpha <= cut + NEAR);
    const right = list.filter(([alpha]) => alpha > cut + NEAR);
    const value = (left.length / list.length) * entropy(left) + (right.length / list.length) * entropy(right);
    if (best === null || value < best.value - NEAR || (mode === 'NU' && value <= best.value + NEAR))
      best = { cut, value };
  }
  if (best === null) return null;
  const { cut } = best;
  const left = list.filter(([alpha]) => alpha <= cut + NEAR);
  const right = list.filter(([alpha]) => alpha > cut + NEAR);
  const share = (part: readonly (readonly [number, '+' | '-'])[]) =>
    part.filter(([, label]) => label === '+').length / part.length;
  return share(left) > share(right) + NEAR ? cut : null;
}

export function plainEm(mode: Mode, rows: readonly (readonly number[])[], isKnown: readonly boolean[]) {
  const [start, known] = mode === 'PU' ? (['-', '+'] as const) : (['+', '-'] as const);
  const data: PlainExample[] = rows.map((row, i) => ({ row, label: isKnown[i] ? known : start }));
  const moves: [number, number][] = [];
  let passes = 0;
  for (let isChanged = true; isChanged && passes < 50; passes++) {
    isChanged = false;
    for (const [i, x] of data.entries()) {
      if (isKnown[i] || x.label !== start) continue;
      const cut = plainCut(neighbors(data, x.row), mode);
      if (cut === null) continue;
      const own = plainAlpha(data, x.row, (1 << x.row.length) - 1);
      if (mode === 'PU' ? own > cut + NEAR : own <= cut + NEAR) continue;
      x.label = known;
      moves.push([passes, i]);
      isChanged = true;
    }
  }
  return { data, labels: data.map(({ label }) => label), moves, passes };
}
