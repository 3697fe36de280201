/** Pairs of sites worth looking at: those that share a page. No step goes over all pairs of sites. */
import { createRandom, type Random, seedFrom } from '../base/index.ts';
import { PairSet } from './pair-set.ts';
import type { SiteTable } from './site-table.ts';
import { VALUES } from './sketch-log.ts';

export type Candidates = {
  readonly pairs: PairSet;
  /** Clusters of more sites than are paired with each other: a sample of their sites is. */
  readonly sampled: number;
};

/** Sites of one cluster that are paired with each other. */
export const MAX_SITES = 200;

/** Every unordered pair of sites of every cluster. */
export function findCandidates(table: SiteTable, seed: number, maxSites = MAX_SITES): Candidates {
  const pairs = new PairSet();
  let sampled = 0;
  for (const [cluster, sites] of sitesOfClusters(table)) {
    if (sites.length < 2) continue;
    const weight = 1 / sites.length;
    if (sites.length > maxSites) sampled++;
    const first = () => table.hosts[sites.reduce((x, y) => Math.min(x, y))]!;
    const chosen = pairedSites(sites, first, cluster, seed, maxSites);
    for (let i = 0; i < chosen.length; i++) {
      for (let j = i + 1; j < chosen.length; j++) pairs.add(chosen[i]!, chosen[j]!, weight);
    }
  }
  return { pairs, sampled };
}

/** The sites of a cluster that are paired with each other: a sample if they are too many. `first` is the smallest of their names. */
export function pairedSites<T>(
  sites: readonly T[],
  first: () => string,
  cluster: number,
  seed: number,
  maxSites: number,
): readonly T[] {
  if (sites.length <= maxSites) return sites;
  return drawSome(sites, maxSites, createRandom(seedFrom(seed, 'replica candidates', `${first()} ${cluster}`)));
}

/**
 * Notes further pairs: sites whose pages at the same path have a value of their sketches in common, so that copies are found
 * in which every page was changed a little. What more than `maxSites` sites have in common says nothing, and is passed over.
 */
export function addNearCandidates(table: SiteTable, pairs: PairSet, maxSites = MAX_SITES): void {
  const { pages, term, df, sketch, host, sketches, root } = table;
  if (sketches === null) return;
  // Only pages whose path several sites have, and not too many; the home page alone says too little.
  const rows = pages.filter((row) => {
    const t = term[row]!;
    return sketch[row] !== -1 && isTelling(t === root, df[t]!, maxSites);
  });
  const byTerm = rows.sort((x, y) => term[x]! - term[y]! || host[x]! - host[y]!);
  for (let from = 0; from < byTerm.length; ) {
    let to = from + 1;
    while (to < byTerm.length && term[byTerm[to]!] === term[byTerm[from]!]) to++;
    eachNearPair(
      [...byTerm.subarray(from, to)],
      (row, place) => sketches.value(sketch[row]!, place),
      (x, y) => pairs.add(host[x]!, host[y]!, 0),
    );
    from = to;
  }
}

/** Whether pages at a path may show that sites are copies. */
export function isTelling(isRoot: boolean, df: number, maxSites: number): boolean {
  return !isRoot && df > 1 && df <= maxSites;
}

/** Calls for every two pages of one path that have a value of their sketches in common, perhaps several times. */
export function eachNearPair<T>(
  rows: readonly T[],
  valueAt: (row: T, place: number) => number,
  found: (x: T, y: T) => void,
): void {
  for (let place = 0; place < VALUES; place++) {
    const first = new Map<number, T[]>();
    for (const row of rows) {
      const value = valueAt(row, place);
      const others = first.get(value);
      if (others === undefined) first.set(value, [row]);
      else {
        for (const other of others) found(other, row);
        others.push(row);
      }
    }
  }
}

/** Clusters in order, with their different sites. */
function* sitesOfClusters({ cluster, host, rows }: SiteTable): Generator<[cluster: number, sites: number[]]> {
  for (let from = 0; from < rows; ) {
    let to = from + 1;
    while (to < rows && cluster[to] === cluster[from]) to++;
    const sites = to === from + 1 ? [host[from]!] : [...new Set(host.subarray(from, to))];
    yield [cluster[from]!, sites];
    from = to;
  }
}

/** Some of the items, each equally likely. */
function drawSome<T>(items: readonly T[], count: number, random: Random): T[] {
  const left = [...items];
  for (let i = 0; i < count; i++) {
    const j = i + random.below(left.length - i);
    [left[i], left[j]] = [left[j]!, left[i]!];
  }
  return left.slice(0, count);
}
