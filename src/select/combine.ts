/** Changes that only show together: where no two addresses of a page differ in one way alone, two changes are tried as one hypothesis. */
import type { SitePair } from '../learn/index.ts';
import { type Candidate, candidateKey, textUnder } from './candidate.ts';
import { PRIORS } from './priors.ts';

/** Families that say something of any URL; aliases of single values and folders would combine by chance. */
const COMBINED = new Set([
  'scheme',
  'port',
  'www',
  'host-alias',
  'encoding',
  'double-slash',
  'separator',
  'empty-params',
  'repeated-params',
  'case',
  'path-param',
  'suffix',
  'slash',
  'param',
  'order',
]);
/** Pages that must show a combination; pairs and candidates that are looked at. */
const LEAST_PAGES = 3;
const MOST_PAIRS = 1500;
const MOST_SINGLES = 60;
const MOST = 40;

/** `singles` in the order of their families; `pairs` page by page. */
export function combinations(singles: readonly Candidate[], pairs: readonly SitePair[]): Candidate[] {
  const usable = singles
    .filter(({ family, match }) => COMBINED.has(family) && match.when.length + match.unless.length === 0)
    .slice(0, MOST_SINGLES);
  const found = new Map<string, { readonly candidate: Candidate; page: number; seen: number }>();
  for (const { a, b, page } of pairs.slice(0, MOST_PAIRS)) {
    const relevant = usable.filter((single) => changes(single, a) || changes(single, b));
    for (const [i, first] of relevant.entries()) {
      for (const second of relevant.slice(i + 1)) {
        const candidate = both(first, second);
        if (textUnder(candidate, a) !== textUnder(candidate, b)) continue;
        const key = candidateKey(candidate);
        const known = found.get(key);
        if (known === undefined) found.set(key, { candidate, page, seen: 1 });
        else if (known.page !== page) {
          known.page = page;
          known.seen++;
        }
      }
    }
  }
  return [...found]
    .filter(([, { seen }]) => seen >= LEAST_PAGES)
    .sort(([x, a], [y, b]) => b.seen - a.seen || (x < y ? -1 : 1))
    .slice(0, MOST)
    .map(([, { candidate, seen }]) => ({ ...candidate, seen }));
}

function changes(candidate: Candidate, form: SitePair['a']): boolean {
  return textUnder(candidate, form) !== form.text;
}

/** Of the family that is believed less; on the hosts of the one that is about more. */
function both(first: Candidate, second: Candidate): Candidate {
  const share = ({ family }: Candidate) => PRIORS.shares[family] ?? 0;
  const lesser = share(first) <= share(second) ? first : second;
  const hosts = first.hosts.length >= second.hosts.length ? first.hosts : second.hosts;
  return { ...lesser, ops: [...first.ops, ...second.ops], hosts };
}
