/** Pairs by what differs in them: found out once for all families, each of which looks at few of them. */
import { oncePerView, type SitePair } from './family.ts';

/** All in the order of the pairs. */
export type PairKinds = {
  /** Another scheme or another host. */
  readonly otherAddress: readonly SitePair[];
  readonly otherPath: readonly SitePair[];
  readonly otherQuery: readonly SitePair[];
  /** Another path, and the same query or none. */
  readonly onlyPath: readonly SitePair[];
  /** Another query, and the same path. */
  readonly onlyQuery: readonly SitePair[];
  /** A query beside none, with the form that has one first. */
  readonly oneQuery: readonly SitePair[];
};

export const pairKinds = oncePerView(({ pairs }): PairKinds => {
  const kinds = {
    otherAddress: [] as SitePair[],
    otherPath: [] as SitePair[],
    otherQuery: [] as SitePair[],
    onlyPath: [] as SitePair[],
    onlyQuery: [] as SitePair[],
    oneQuery: [] as SitePair[],
  };
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i]!;
    const p = pair.a.source.parts;
    const q = pair.b.source.parts;
    if (p.scheme !== q.scheme || p.host !== q.host) kinds.otherAddress.push(pair);
    const isSameQuery = p.query === q.query;
    if (p.path !== q.path) {
      kinds.otherPath.push(pair);
      if (isSameQuery) kinds.onlyPath.push(pair);
    } else if (!isSameQuery) kinds.onlyQuery.push(pair);
    if (isSameQuery) continue;
    kinds.otherQuery.push(pair);
    if (p.query === null) kinds.oneQuery.push({ a: pair.b, b: pair.a, page: pair.page });
    else if (q.query === null) kinds.oneQuery.push(pair);
  }
  return kinds;
});

/** A pair, and the place at which alone it differs. */
export type PlacedPair = { readonly pair: SitePair; readonly at: number };

/** Pairs of one path that have as many parameters each, and differ in one of them. */
export const paramPairs = oncePerView((view): readonly PlacedPair[] =>
  placed(pairKinds(view).onlyQuery, ({ a, b }) =>
    onlyOther(a.source.params, b.source.params, (x, y) => x.name === y.name && x.value === y.value),
  ),
);

/** Pairs whose paths have as many components each, and differ in one of them. */
export const componentPairs = oncePerView((view): readonly PlacedPair[] =>
  placed(pairKinds(view).otherPath, ({ a, b }) => onlyOther(a.source.path, b.source.path, (x, y) => x === y)),
);

function placed(pairs: readonly SitePair[], placeOf: (pair: SitePair) => number): PlacedPair[] {
  const found: PlacedPair[] = [];
  for (const pair of pairs) {
    const at = placeOf(pair);
    if (at >= 0) found.push({ pair, at });
  }
  return found;
}

/** The one place at which two lists of the same length differ; -1 if they differ otherwise. */
function onlyOther<T>(a: readonly T[], b: readonly T[], isSame: (x: T, y: T) => boolean): number {
  if (a.length !== b.length) return -1;
  let found = -1;
  for (let i = 0; i < a.length; i++) {
    if (isSame(a[i]!, b[i]!)) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}
