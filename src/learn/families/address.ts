/** Family `address`: a site has two addresses that differ in scheme and host at once, because one of them leads to the other. */
import { compareCodePoints } from '../../base/index.ts';
import { type Family, LEAST_SEEN, type SiteForm, Suggestions, tally } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 20;

export const address: Family = {
  name: 'address',
  idea: 'http on one host name and https on another show the same pages',
  propose(view) {
    const found = new Suggestions<{ x: Address; y: Address }>();
    const alone = new Suggestions<Address>();
    for (const { a, b, page } of pairKinds(view).otherAddress) {
      const [p, q] = [a.source.parts, b.source.parts];
      const [isScheme, isHost] = [p.scheme !== q.scheme, p.host !== q.host];
      // What shows one of the two changes alone is for the families of that change.
      if (isScheme !== isHost) {
        for (const one of [addressOf(a), addressOf(b)]) alone.add(nameOf(one), page, () => one);
        continue;
      }
      const [x, y] = [addressOf(a), addressOf(b)].sort((s, t) => compareCodePoints(nameOf(s), nameOf(t))) as Two;
      if (isHttp(x) && isHttp(y)) found.add(`${nameOf(x)} ${nameOf(y)}`, page, () => ({ x, y }));
    }
    if (found.isEmpty) return [];
    const single = new Set(alone.list(LEAST_SEEN, Number.POSITIVE_INFINITY).map(({ value }) => nameOf(value)));
    const sizes = tally(view.forms.map((form) => nameOf(addressOf(form))));
    return found
      .list(LEAST_SEEN, MOST)
      .filter(({ value: { x, y } }) => !single.has(nameOf(x)) && !single.has(nameOf(y)))
      .map(({ value: { x, y }, seen }) => {
        const isTo = sizes.get(nameOf(x))! - sizes.get(nameOf(y))! || (x.scheme === 'https' ? 1 : -1);
        const [to, from] = isTo > 0 ? [x, y] : [y, x];
        return {
          family: 'address',
          ops: [
            { op: 'scheme', to: to.scheme },
            { op: 'host', from: [from.host], to: to.host },
          ],
          when: [],
          hosts: [from.host],
          seen,
        };
      });
  },
};

type Address = { readonly scheme: string; readonly host: string };
type Two = [Address, Address];

function addressOf({ source: { parts } }: SiteForm): Address {
  return { scheme: parts.scheme ?? '', host: parts.host };
}

function nameOf({ scheme, host }: Address): string {
  return `${scheme}://${host}`;
}

function isHttp({ scheme, host }: Address): boolean {
  return (scheme === 'http' || scheme === 'https') && host !== '';
}
