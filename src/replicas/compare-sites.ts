/** What two sites have at the same paths: the one walk over pairs of sites that all methods draw on. */
import type { PairList } from './pair-set.ts';
import type { SiteTable } from './site-table.ts';

/** Columns, one number a pair. */
export type Comparisons = {
  /** Cosine of the weighted sets of paths: CAR's feature. */
  readonly fullpath: Float64Array;
  /** Sum of 1/n over pages that both have at the same path and n sites have there: the baseline NormPaths. */
  readonly normPaths: Float64Array;
  /** Paths that both have, and those of them where it is one page. */
  readonly common: Int32Array;
  readonly equal: Int32Array;
  /** Different pages at these paths, of the site that has fewer. */
  readonly distinct: Int32Array;
  /** Sum over these paths of how much the two pages are the same: 1 for one page, else what their sketches say. */
  readonly same: Float64Array;
  /** The same, a page of n sites counting 1/n: once with the pages of the first site, once with those of the second. */
  readonly weightA: Float64Array;
  readonly weightB: Float64Array;
  /** How much the pages at the path `/` are the same; -1 if one of them is not known. */
  readonly home: Float64Array;
  /** Sum over these paths of how much the pages belong to the sites that have them. */
  readonly belonging: Float64Array;
};

/** Paths that more sites have are passed over in products, not in lengths: they weigh next to nothing. */
const MOST_SITES = 1000;

/**
 * Sites are marked one after the other, and the smaller site of each pair is walked through: the cost is the sum of the
 * smaller sizes, whatever the paths are like. `own` says how much each cluster belongs to its sites; `tuples`, for each row, how many sites
 * have its page at its path.
 */
export function compareSites(
  table: SiteTable,
  pairs: PairList,
  own: Float64Array,
  tuples: Int32Array = countTuples(table),
): Comparisons {
  const { df, term, cluster, starts, pages, sites } = table;
  const weigh = pathWeights(table);
  const lengths = pathLengths(table, weigh);
  const { size } = pairs;
  const result = {
    fullpath: new Float64Array(size),
    normPaths: new Float64Array(size),
    common: new Int32Array(size),
    equal: new Int32Array(size),
    distinct: new Int32Array(size),
    same: new Float64Array(size),
    weightA: new Float64Array(size),
    weightB: new Float64Array(size),
    belonging: new Float64Array(size),
    home: new Float64Array(size).fill(-1),
  };
  const isLast = new Int32Array(table.clusters).fill(-1);
  walkPairs(table, pairs, (pair, small, large, rowOf) => {
    let [dot, norm, common, equal, same, weightSmall, weightLarge, belonging, distinct] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let k = starts[small]!; k < starts[small + 1]!; k++) {
      const row = pages[k]!;
      const t = term[row]!;
      const other = rowOf(t);
      if (other === -1) continue;
      if (df[t]! <= MOST_SITES) dot += weigh[t]! ** 2;
      const isOne = cluster[row] === cluster[other];
      if (isOne && tuples[row]! >= 2 && tuples[row]! <= MOST_SITES) norm += 1 / tuples[row]!;
      const share = resemblance(table, row, other);
      common++;
      if (t === table.root) result.home[pair] = share;
      if (isOne) equal++;
      same += share;
      weightSmall += share / sites[cluster[row]!]!;
      weightLarge += share / sites[cluster[other]!]!;
      belonging += Math.min(own[cluster[row]!]!, own[cluster[other]!]!);
      if (isLast[cluster[row]!] === pair) continue;
      isLast[cluster[row]!] = pair;
      distinct++;
    }
    const length = lengths[small]! * lengths[large]!;
    result.fullpath[pair] = length === 0 ? 0 : dot / length;
    result.normPaths[pair] = norm;
    result.common[pair] = common;
    result.equal[pair] = equal;
    result.distinct[pair] = distinct;
    result.same[pair] = same;
    result.belonging[pair] = belonging;
    result.weightA[pair] = small === pairs.a[pair] ? weightSmall : weightLarge;
    result.weightB[pair] = small === pairs.a[pair] ? weightLarge : weightSmall;
  });
  return result;
}

/** 1 for one page; else the share of text that is the same as far as sketches tell, 0 without them. */
export function resemblance({ cluster, sketch, sketches }: SiteTable, row: number, other: number): number {
  if (cluster[row] === cluster[other]) return 1;
  const [x, y] = [sketch[row]!, sketch[other]!];
  return sketches === null || x === -1 || y === -1 ? 0 : sketches.resemblance(x, y);
}

/** How much each path weighs: 1 + ln(maxdf / df). */
export function pathWeights({ df, maxDf }: Pick<SiteTable, 'df' | 'maxDf'>): Float64Array {
  return Float64Array.from(df, (sites) => 1 + Math.log(maxDf / sites));
}

type Visit = (pair: number, small: number, large: number, rowOfLarge: (term: number) => number) => void;

function walkPairs({ starts, pages, term, terms, hosts }: SiteTable, pairs: PairList, visit: Visit): void {
  const sizeOf = (h: number) => starts[h + 1]! - starts[h]!;
  // Pairs chained by their larger site.
  const first = new Int32Array(hosts.length).fill(-1);
  const next = new Int32Array(pairs.size);
  for (let pair = pairs.size - 1; pair >= 0; pair--) {
    const [a, b] = [pairs.a[pair]!, pairs.b[pair]!];
    const large = sizeOf(a) >= sizeOf(b) ? a : b;
    next[pair] = first[large]!;
    first[large] = pair;
  }
  const marked = new Int32Array(terms).fill(-1);
  const rowOf = (t: number) => marked[t]!;
  for (let large = 0; large < hosts.length; large++) {
    if (first[large] === -1) continue;
    for (let k = starts[large]!; k < starts[large + 1]!; k++) marked[term[pages[k]!]!] = pages[k]!;
    for (let pair = first[large]!; pair !== -1; pair = next[pair]!) {
      visit(pair, pairs.a[pair] === large ? pairs.b[pair]! : pairs.a[pair]!, large, rowOf);
    }
    for (let k = starts[large]!; k < starts[large + 1]!; k++) marked[term[pages[k]!]!] = -1;
  }
}

function pathLengths({ hosts, starts, pages, term }: SiteTable, weigh: Float64Array): Float64Array {
  return Float64Array.from(hosts, (_, h) => {
    let sum = 0;
    for (let k = starts[h]!; k < starts[h + 1]!; k++) sum += weigh[term[pages[k]!]!]! ** 2;
    return Math.sqrt(sum);
  });
}

/** For each row the number of sites that have its page at its path. */
function countTuples({ pages, term, terms, cluster, rows }: SiteTable): Int32Array {
  const first = new Int32Array(terms).fill(-1);
  const next = new Int32Array(rows).fill(-1);
  for (const row of pages) {
    next[row] = first[term[row]!]!;
    first[term[row]!] = row;
  }
  const tuples = new Int32Array(rows);
  for (let t = 0; t < terms; t++) {
    if (first[t] === -1) continue;
    if (next[first[t]!] === -1) {
      tuples[first[t]!] = 1;
      continue;
    }
    const counts = new Map<number, number>();
    for (let row = first[t]!; row !== -1; row = next[row]!)
      counts.set(cluster[row]!, (counts.get(cluster[row]!) ?? 0) + 1);
    for (let row = first[t]!; row !== -1; row = next[row]!) tuples[row] = counts.get(cluster[row]!)!;
  }
  return tuples;
}
