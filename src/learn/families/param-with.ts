/** Family `param-with`: a parameter does not matter where another one is set (`?C=D;O=D` is `?O=D`, though `?C=D` is another page). */
import { compareCodePoints } from '../../base/index.ts';
import type { Cond } from '../../rules/index.ts';
import type { Param } from '../../url/index.ts';
import { type Family, LEAST_SEEN, looksLikeId, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 40;

export const paramWith: Family = {
  name: 'param-with',
  idea: 'a parameter does not matter where another one is set',
  propose(view) {
    const found = new Suggestions<{ readonly dropped: Named; readonly kept: Named }>();
    for (const { a, b, page } of pairKinds(view).onlyQuery) {
      const extra = oneMore(a.source.params, b.source.params) ?? oneMore(b.source.params, a.source.params);
      if (extra === null) continue;
      for (const dropped of readings(extra.param)) {
        for (const other of extra.others) {
          // The narrower condition: other rules may drop the parameter where it has another value, and then the wider one would not hold.
          const kept = readings(other).at(-1)!;
          found.add(JSON.stringify([dropped, kept]), page, () => ({ dropped, kept }));
        }
      }
    }
    return found.list(LEAST_SEEN, MOST).map(({ value: { dropped, kept }, seen }) => {
      const when: Cond = kept.value === undefined ? { param: kept.name } : { param: kept.name, value: kept.value };
      return { family: 'param-with', ops: [{ op: 'dropParam', ...dropped }], when: [when], seen };
    });
  },
};

type Named = { readonly name: string; readonly value?: string };

/** A parameter by name, and by name and value if the value means something. */
function readings({ name, value }: Param): Named[] {
  if (value === null || value === '' || looksLikeId(value)) return [{ name }];
  return [{ name }, { name, value }];
}

/** The one parameter that `more` has besides all of `less`, which is not empty; null if the difference is another one. */
function oneMore(more: readonly Param[], less: readonly Param[]): { param: Param; others: Param[] } | null {
  if (less.length === 0 || more.length !== less.length + 1) return null;
  // Most pairs differ in more, and go before anything is made of them.
  let others = 0;
  for (const { name, value } of more) if (!less.some((p) => p.name === name && p.value === value)) others++;
  if (others > 1) return null;
  const texts = less.map(textOf).sort(compareCodePoints);
  const own = more.map(textOf).sort(compareCodePoints);
  let at = 0;
  while (at < texts.length && texts[at] === own[at]) at++;
  if (texts.slice(at).some((text, i) => text !== own[at + 1 + i])) return null;
  const param = more.find((one) => textOf(one) === own[at])!;
  const beside = less.filter(({ name }) => name !== '' && name !== param.name);
  return param.name === '' || beside.length < less.length ? null : { param, others: beside };
}

function textOf({ name, value }: Param): string {
  return value === null ? name : `${name}=${value}`;
}
