/** Labels that cost nothing: pairs that are replicas by their names, and pairs that have nothing in common. */
import { createRandom, seedFrom } from '../base/index.ts';
import { PairSet } from './pair-set.ts';
import type { SiteTable } from './site-table.ts';

/** Labels of names that are exchanged for one another; the first label of a host is never one. */
const EXCHANGED = new Set(['com', 'net', 'org', 'gov', 'edu']);

/** What obvious replicas have in common: the name without a leading `www.`, and with one placeholder for `com`, `net` and the like. */
export function plainName(host: string): string {
  const bare = host.startsWith('www.') ? host.slice(4) : host;
  return bare
    .split('.')
    .map((label, i) => (i > 0 && EXCHANGED.has(label) ? '*' : label))
    .join('.');
}

export function isObviousReplica(a: string, b: string): boolean {
  return a !== b && plainName(a) === plainName(b);
}

/** Tries for each pair that is wanted: where nearly all sites share something, there are few to be found. */
const TRIES = 20;

/** Up to `count` random pairs of sites that share no cluster and no path other than `/`. */
export function drawNegatives(table: SiteTable, candidates: PairSet, count: number, seed: number): PairSet {
  const sites = Array.from(table.hosts, (_, h) => h).filter((h) => table.starts[h]! < table.starts[h + 1]!);
  const found = new PairSet();
  if (sites.length < 2) return found;
  const random = createRandom(seedFrom(seed, 'replica negatives', ''));
  for (let tries = 0; tries < TRIES * count && found.size < count; tries++) {
    const a = sites[random.below(sites.length)]!;
    const b = sites[random.below(sites.length)]!;
    if (a === b || candidates.has(a, b) || found.has(a, b) || isObviousReplica(table.hosts[a]!, table.hosts[b]!))
      continue;
    if (!shareAnything(table, a, b)) found.add(a, b, 0);
  }
  return found;
}

/** True if both have a cluster, or a path other than `/`. Candidates of sampled clusters are not all known, so clusters are looked at too. */
function shareAnything({ starts, pages, term, cluster, root, sites }: SiteTable, a: number, b: number): boolean {
  let [i, j] = [starts[a]!, starts[b]!];
  const clusters = new Set<number>();
  while (i < starts[a + 1]! && j < starts[b + 1]!) {
    const [x, y] = [term[pages[i]!]!, term[pages[j]!]!];
    if (x === y && x !== root) return true;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  for (let k = starts[a]!; k < starts[a + 1]!; k++) {
    const number = cluster[pages[k]!]!;
    if (sites[number]! > 1) clusters.add(number);
  }
  for (let k = starts[b]!; clusters.size > 0 && k < starts[b + 1]!; k++)
    if (clusters.has(cluster[pages[k]!]!)) return true;
  return false;
}
