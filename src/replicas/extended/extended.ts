/** The extended method: what the pages at the same places say, with no training; also finds moved, partial and changed copies. */
import type { Comparisons } from '../compare-sites.ts';
import type { PairList } from '../pair-set.ts';
import type { SiteTable } from '../site-table.ts';
import { compareMoved, findMove, type Move } from './moved-tree.ts';
import { type ClaimName, type Claims, claimsOf, LEAST_SCORE, scoreOf, WHOLE, weakestOf } from './verdict.ts';

/** What a pair is found to be. `related` pairs have something in common and are no replicas. */
export const KINDS = ['replica', 'modified', 'partial', 'rebased', 'redirect', 'related'] as const;
export type Kind = (typeof KINDS)[number];

export type Finding = {
  readonly kind: Kind;
  readonly claims: Claims;
  /** The claim that keeps the score from being higher. */
  readonly weakest: ClaimName;
  /** Where the tree of one site lies in the other, if not at the same place. */
  readonly move: Move | null;
};

export type Extended = {
  readonly scores: Float64Array;
  /** Where the tree of one site lies in the other, if not at the same place. */
  move(pair: number): Move | null;
  finding(pair: number): Finding;
};

/** A share of paths with the very same page: with less it was changed. */
const UNCHANGED = 0.9;
/** The share of the clusters of both sites that must be common before their paths are looked at: a quarter is half of what is asked later. */
const WORTH_MOVING = LEAST_SCORE / 2;

/** `redirects`: sites that have nothing but redirects. `clusterTotals`: what all clusters of each site weigh. */
export function extendedScores(
  table: SiteTable,
  pairs: PairList,
  comparisons: Comparisons,
  own: Float64Array,
  redirects: ReadonlySet<number>,
  clusterTotals: Float64Array = clusterWeights(table),
): Extended {
  const totals = pageWeights(table);
  const moved = new Map<number, { readonly claims: Claims; readonly move: Move; readonly equalShare: number }>();
  const inPlace = (pair: number) => {
    const { common, distinct, same, weightA, weightB, belonging } = comparisons;
    return claimsOf(
      {
        common: common[pair]!,
        distinct: distinct[pair]!,
        same: same[pair]!,
        coverA: weightA[pair]! / totals[pairs.a[pair]!]!,
        coverB: weightB[pair]! / totals[pairs.b[pair]!]!,
        belonging: common[pair] === 0 ? 0 : belonging[pair]! / common[pair]!,
        inside: 1,
        home: comparisons.home[pair]! < 0 ? null : comparisons.home[pair]!,
      },
      false,
    );
  };
  const scores = new Float64Array(pairs.size);
  for (let pair = 0; pair < pairs.size; pair++) {
    scores[pair] = scoreOf(inPlace(pair));
    if (scores[pair]! >= LEAST_SCORE) continue;
    const [a, b] = [pairs.a[pair]!, pairs.b[pair]!];
    const bound = pairs.weight[pair]! / Math.max(clusterTotals[a]!, clusterTotals[b]!);
    if (!(bound >= WORTH_MOVING)) continue;
    const move = findMove(table, a, b);
    if (move === null) continue;
    const found = compareMoved(table, a, b, move, totals, own);
    const claims = claimsOf(found, true);
    if (scoreOf(claims) <= scores[pair]!) continue;
    scores[pair] = scoreOf(claims);
    moved.set(pair, { claims, move, equalShare: found.equal / found.common });
  }
  return {
    scores,
    move: (pair) => moved.get(pair)?.move ?? null,
    finding(pair) {
      const other = moved.get(pair);
      const claims = other?.claims ?? inPlace(pair);
      const move = other?.move ?? null;
      return { kind: kindOf(pair, claims, move), claims, weakest: weakestOf(claims), move };
    },
  };

  function kindOf(pair: number, claims: Claims, move: Move | null): Kind {
    if (scoreOf(claims) < LEAST_SCORE) return 'related';
    if (redirects.has(pairs.a[pair]!) || redirects.has(pairs.b[pair]!)) return 'redirect';
    if (move !== null) return 'rebased';
    const { equal, common } = comparisons;
    const sizeOf = (site: number) => table.starts[site + 1]! - table.starts[site]!;
    const larger = Math.max(sizeOf(pairs.a[pair]!), sizeOf(pairs.b[pair]!));
    if (common[pair]! < WHOLE * larger) return 'partial';
    return equal[pair]! < UNCHANGED * common[pair]! ? 'modified' : 'replica';
  }
}

/** The weight of all pages of each site, a page of n sites counting 1/n. */
function pageWeights({ hosts, starts, pages, cluster, sites }: SiteTable): Float64Array {
  return Float64Array.from(hosts, (_, h) => {
    let sum = 0;
    for (let k = starts[h]!; k < starts[h + 1]!; k++) sum += 1 / sites[cluster[pages[k]!]!]!;
    return sum;
  });
}

/** The same, with pages that a site has under several paths counted once. */
function clusterWeights({ hosts, rows, host, cluster, sites }: SiteTable): Float64Array {
  const sums = new Float64Array(hosts.length);
  const last = new Int32Array(hosts.length).fill(-1);
  for (let row = 0; row < rows; row++) {
    const h = host[row]!;
    if (last[h] === cluster[row]) continue;
    last[h] = cluster[row]!;
    sums[h]! += 1 / sites[cluster[row]!]!;
  }
  return sums;
}
