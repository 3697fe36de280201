/** Family `param`: a parameter does not matter (tracking, sessions, views). */
import { type Family, frequent, plain, type SiteView } from './family.ts';

const LEAST = 2;
const MOST = 400;

export const param: Family = {
  name: 'param',
  idea: 'a parameter does not matter, whatever its value',
  propose: (view) =>
    frequent(paramNames(view), LEAST, MOST).map(([name, seen]) => plain('param', { op: 'dropParam', name }, seen)),
};

/** How many forms have each parameter. */
export function paramNames({ forms }: SiteView): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { source } of forms) {
    for (const name of new Set(source.params.map((p) => p.name))) {
      if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}
