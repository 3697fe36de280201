/** Family `segment`: a component of the path can be left out, wherever it stands. */
import { type Family, LEAST_SEEN, looksLikeId, plain, Suggestions } from './family.ts';

const MOST = 60;

export const segment: Family = {
  name: 'segment',
  idea: 'a component of the path can be left out',
  propose({ pairs }) {
    const found = new Suggestions<string>();
    for (const { a, b, page } of pairs) {
      const [short, long] = a.source.path.length < b.source.path.length ? [a, b] : [b, a];
      const extra = oneMore(short.source.path, long.source.path);
      if (extra !== null && extra !== '' && !looksLikeId(extra)) found.add(extra, page, () => extra);
    }
    return found
      .list(LEAST_SEEN, MOST)
      .map(({ value, seen }) => plain('segment', { op: 'dropSegment', segment: value }, seen));
  },
};

/** The component that `long` has and `short` has not, if that is the only difference. */
function oneMore(short: readonly string[], long: readonly string[]): string | null {
  if (long.length !== short.length + 1) return null;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  for (let i = at; i < short.length; i++) if (short[i] !== long[i + 1]) return null;
  return long[at]!;
}
