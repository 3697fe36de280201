/** Family `segment`: a component of the path can be left out: a word wherever it stands, a number at one place. */
import { type Family, type Hypothesis, LEAST_SEEN, looksLikeId, plain, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 60;

export const segment: Family = {
  name: 'segment',
  idea: 'a component of the path can be left out',
  propose(view) {
    const found = new Suggestions<Hypothesis>();
    for (const { a, b, page } of pairKinds(view).otherPath) {
      const [short, long] = a.source.path.length < b.source.path.length ? [a, b] : [b, a];
      const at = oneMore(short.source.path, long.source.path);
      if (at < 0) continue;
      const { path } = long.source;
      const extra = path[at]!;
      if (extra === '' || looksLikeId(extra)) continue;
      const isNumber = /^[0-9]+$/.test(extra);
      found.add(isNumber ? `${extra} ${at} ${path.length}` : extra, page, () =>
        isNumber ? atPlace(extra, at + 1, path.length) : plain('segment', { op: 'dropSegment', segment: extra }, 0),
      );
    }
    return found.list(LEAST_SEEN, MOST).map(({ value, seen }) => ({ ...value, seen }));
  },
};

/** The place of the one component that `long` has and `short` has not; -1 if there are other differences. */
function oneMore(short: readonly string[], long: readonly string[]): number {
  if (long.length !== short.length + 1) return -1;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  for (let i = at; i < short.length; i++) if (short[i] !== long[i + 1]) return -1;
  return at;
}

/** A number means one thing at one place, a page of a list, and another elsewhere, where it may name a page (`/topic/title/7/2`, and `/topic/2`). */
function atPlace(text: string, place: number, depth: number): Hypothesis {
  const op = { op: 'dropSegment', segment: place } as const;
  return { family: 'segment', ops: [op], when: [{ path: { depth, segment: [place, text] } }], seen: 0 };
}
