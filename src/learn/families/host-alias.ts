/** Families `www` and `host-alias`: two host names show the same pages. */
import { compareCodePoints } from '../../base/index.ts';
import { type Family, type Hypothesis, oncePerView, type SiteView, Suggestions, tally } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const LEAST = 2;
const MOST = 60;

export const www: Family = {
  name: 'www',
  idea: 'www.example.com and example.com show the same pages',
  propose: (view) => aliases(view).filter(({ family }) => family === 'www'),
};

export const hostAlias: Family = {
  name: 'host-alias',
  idea: 'two host names show the same pages',
  propose: (view) => aliases(view).filter(({ family }) => family === 'host-alias'),
};

const aliases = oncePerView((view: SiteView): Hypothesis[] => {
  const pairs = pairKinds(view).otherAddress;
  if (pairs.length === 0) return [];
  const sizes = tally(view.forms.map(({ source }) => source.parts.host));
  const found = new Suggestions<{ from: string; to: string }>();
  for (const { a, b, page } of pairs) {
    const [x, y] = [a.source.parts.host, b.source.parts.host];
    if (x === y || x === '' || y === '') continue;
    const isTo = (sizes.get(x) ?? 0) - (sizes.get(y) ?? 0) || y.length - x.length || compareCodePoints(y, x);
    const [to, from] = isTo > 0 ? [x, y] : [y, x];
    found.add(`${from} ${to}`, page, () => ({ from, to }));
  }
  return found.list(LEAST, MOST).map(({ value: { from, to }, seen }) => ({
    family: isWww(from, to) ? 'www' : 'host-alias',
    ops: [{ op: 'host', from: [from], to }],
    when: [],
    hosts: [from],
    seen,
  }));
});

function isWww(a: string, b: string): boolean {
  return a === `www.${b}` || b === `www.${a}`;
}
