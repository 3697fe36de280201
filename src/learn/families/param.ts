/** Family `param`: a parameter does not matter (tracking, sessions, views). */
import { type Family, frequent, oncePerView, plain } from './family.ts';

const LEAST = 2;
const MOST = 400;

export const param: Family = {
  name: 'param',
  idea: 'a parameter does not matter, whatever its value',
  propose: (view) =>
    frequent(paramNames(view), LEAST, MOST).map(([name, seen]) => plain('param', { op: 'dropParam', name }, seen)),
};

/** How many forms have each parameter. */
export const paramNames = oncePerView(({ forms }): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const {
    source: { params },
  } of forms) {
    if (params.length === 0) continue;
    const names = params.length === 1 ? [params[0]!.name] : new Set(params.map((p) => p.name));
    for (const name of names) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
});
