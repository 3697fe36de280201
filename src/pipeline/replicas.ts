/** The whole search for replicas: records in; ranked pairs of sites, groups and host rules out. */
import { compareCodePoints } from '../base/index.ts';
import type { ClusterFile, ClusterOptions, RecordBatches } from '../clusters/index.ts';
import {
  completeReplicaOptions,
  extendedOf,
  type FeatureName,
  type Finding,
  groupReplicas,
  type Move,
  type Prepared,
  prepareReplicas,
  type ReplicaGroup,
  type ReplicaMethod,
  type ReplicaOptions,
  scorePairs,
  type Training,
} from '../replicas/index.ts';
import { type AddressList, type HostAddress, type ReadSites, readSites } from './replicas-read.ts';
import { type HostRuleOptions, type HostRules, judgeHostRules } from './replicas-rules.ts';

export type ReplicaInputs = {
  /** Hosts and addresses; records may have addresses too. */
  readonly ips?: Iterable<HostAddress>;
  readonly clustering?: Partial<ClusterOptions>;
  /** Called when all records are read and clustered. */
  readonly onRead?: (file: ClusterFile) => void;
};

export type ReplicaPair = {
  readonly a: string;
  readonly b: string;
  readonly score: number;
  /** Whether the method takes them for replicas. */
  readonly isReplica: boolean;
  readonly features: Readonly<Partial<Record<FeatureName, number>>>;
  /** Pages that both have, and their share of the pages that either has. */
  readonly sharedPages: number;
  readonly jaccard: number;
  /** What the extended method found; null with other methods. */
  readonly finding: Finding | null;
  /** Up to three pages that both have: a URL of each. */
  readonly examples: readonly (readonly [string, string])[];
};

export type ReplicaSummary = {
  readonly method: ReplicaMethod;
  readonly urls: number;
  /** Hosts of the data, and those with a page of which something is known. */
  readonly hosts: number;
  readonly sites: number;
  readonly clusters: number;
  /** Clusters with pages of several sites; those with so many sites that a sample was paired. */
  readonly sharedClusters: number;
  readonly sampledClusters: number;
  /** Pairs that share a cluster; pairs that only have nearly the same pages at the same paths. */
  readonly candidates: number;
  readonly nearPairs: number;
  /** Pairs that are replicas, or not, at first sight: what the published methods learn from. */
  readonly obvious: number;
  readonly negatives: number;
  /** Hosts with a known address; without any the two features of addresses are left out. */
  readonly addresses: number;
  readonly addressList: AddressList;
  readonly features: readonly FeatureName[];
  readonly trainings: readonly Training[];
  /** Pairs that are taken for replicas, and groups they make. */
  readonly replicas: number;
  readonly groups: number;
  /** What to say when there is little to find; null if all is well. */
  readonly advice: string | null;
};

export type ReplicaSearch = {
  readonly summary: ReplicaSummary;
  /** How many pairs are ranked. */
  readonly size: number;
  /** The pair at a place of the ranking, best first. */
  pair(place: number): ReplicaPair;
  /** The same with the names and the score alone, which is quick. */
  score(place: number): readonly [a: string, b: string, score: number];
  readonly groups: readonly ReplicaGroup[];
  /** Host rules of the groups, judged on pages that did not propose them. */
  rules(options?: Partial<HostRuleOptions>): HostRules;
};

const EXAMPLES = 3;

export async function findReplicas(
  records: RecordBatches,
  asked: Partial<ReplicaOptions> & ReplicaInputs = {},
): Promise<ReplicaSearch> {
  const options = completeReplicaOptions(asked);
  const read = await readSites(records, asked.ips ?? [], asked.clustering ?? {}, asked.onRead);
  const data = prepareSites(read, options, options.method === 'nu' || options.method === 'pu+nu');
  const all = Int32Array.from({ length: data.pairs.size }, (_, pair) => pair);
  const extended = options.method === 'extended' ? extendedOf(data) : null;
  const { scores, isReplica, trainings } = scorePairs(data, options.method, options, all, all, extended ?? undefined);
  const ranked = all
    .filter((pair) => scores[pair]! > 0 && scores[pair]! >= options.minScore)
    .sort((x, y) => scores[y]! - scores[x]! || x - y);
  const isTaken = (pair: number) => isReplica[pair] === 1 && scores[pair]! >= options.minScore;
  const moveOf = (pair: number) => extended?.move(pair) ?? null;
  const moved = movedSites(data, isTaken, moveOf);
  const groups = groupReplicas(data.table, data.pairs, isTaken, (site) => moved.has(site));
  const counts = clusterCounts(data);
  return {
    summary: { ...summarize(read, data, options.method), trainings, ...countReplicas(isReplica, groups) },
    size: ranked.length,
    groups,
    score(place) {
      const pair = ranked[place]!;
      return [data.table.hosts[data.pairs.a[pair]!]!, data.table.hosts[data.pairs.b[pair]!]!, scores[pair]!];
    },
    pair(place) {
      const pair = ranked[place]!;
      const [a, b] = [data.pairs.a[pair]!, data.pairs.b[pair]!];
      const { names, values } = data.features;
      const shared = data.pairs.shared[pair]!;
      return {
        a: data.table.hosts[a]!,
        b: data.table.hosts[b]!,
        score: scores[pair]!,
        isReplica: isReplica[pair] === 1,
        features: Object.fromEntries(names.map((name, f) => [name, values[pair * names.length + f]!])),
        sharedPages: shared,
        jaccard: shared / (counts[a]! + counts[b]! - shared),
        finding: extended?.finding(pair) ?? null,
        examples: examplesOf(data, a, b),
      };
    },
    rules: (asked = {}) => judgeHostRules(data, groups, options, asked, moveOf),
  };
}

/** Candidates and features of what was read. */
export function prepareSites(read: ReadSites, options: ReplicaOptions, needsNegatives: boolean): Prepared {
  const facts = {
    addressOf: (host: string) => read.notes.addressOf(host),
    onlyRedirects: (host: string) => read.notes.onlyRedirects(host),
  };
  return prepareReplicas(read.table, facts, options, needsNegatives);
}

/** Sites whose tree lies in a folder while that of a replica does not. */
function movedSites(
  { pairs }: Prepared,
  isTaken: (pair: number) => boolean,
  moveOf: (pair: number) => Move | null,
): Set<number> {
  const moved = new Set<number>();
  for (let pair = 0; pair < pairs.size; pair++) {
    const move = isTaken(pair) ? moveOf(pair) : null;
    if (move?.to === '') moved.add(pairs.a[pair]!);
    if (move?.from === '') moved.add(pairs.b[pair]!);
  }
  return moved;
}

function summarize(
  { table, file, addressList }: ReadSites,
  data: Prepared,
  method: ReplicaMethod,
): Omit<ReplicaSummary, 'trainings' | 'replicas' | 'groups'> {
  const sites = table.hosts.reduce((sum, _, h) => sum + (table.starts[h]! < table.starts[h + 1]! ? 1 : 0), 0);
  const sharedClusters = table.sites.reduce((sum, count) => sum + (count > 1 ? 1 : 0), 0);
  const summary = {
    method,
    urls: file.urls,
    hosts: table.hosts.length,
    sites,
    clusters: table.clusters,
    sharedClusters,
    sampledClusters: data.sampled,
    candidates: data.candidates,
    nearPairs: data.pairs.size - data.candidates,
    obvious: data.obvious,
    negatives: data.negativeCount,
    addresses: data.addresses.filter((address) => address !== undefined).length,
    addressList,
    features: data.features.names,
  };
  return { ...summary, advice: adviceOn(summary, table.hosts) };
}

function adviceOn(
  found: Pick<
    ReplicaSummary,
    'method' | 'sites' | 'candidates' | 'nearPairs' | 'sharedClusters' | 'clusters' | 'obvious' | 'negatives'
  >,
  hosts: readonly string[],
): string | null {
  const { method, sites, candidates, nearPairs, sharedClusters, clusters, obvious, negatives } = found;
  if (sites === 0) return 'there is no page with a host, so there is nothing to compare; give a crawl of several hosts';
  if (sites === 1) {
    const which = hosts.length === 1 ? ` (${hosts[0]})` : '';
    return `there are pages of one site${which} only, so there is no pair of sites to compare; give a crawl of several hosts`;
  }
  if (candidates + nearPairs === 0) {
    return `no two of ${sites} sites share a page, so none is known to copy another; replicas are seen only where a crawl has pages of both sites, with digests, sketches or redirects`;
  }
  const isAllShared = sharedClusters === clusters && candidates === (sites * (sites - 1)) / 2;
  if (isAllShared && (method === 'nu' || method === 'pu+nu')) {
    return `every pair of the ${sites} sites shares pages and no page is of one site alone, so there is no obvious non-replica to learn from; --method extended needs none`;
  }
  if (isAllShared) return `no page is of one site alone: all ${sites} sites may be copies of one`;
  if (obvious === 0 && (method === 'pu' || method === 'pu+nu' || method === 'b-svm')) {
    return 'no two candidates are replicas by their names (www, or com for net), so there is nothing to learn from; --method extended needs no examples';
  }
  if (negatives === 0 && (method === 'nu' || method === 'pu+nu')) {
    return 'no two sites have nothing in common, so there is no obvious non-replica to learn from; --method extended needs none';
  }
  return null;
}

function countReplicas(isReplica: Uint8Array, groups: readonly ReplicaGroup[]): { replicas: number; groups: number } {
  return { replicas: isReplica.reduce((sum, one) => sum + one, 0), groups: groups.length };
}

/** Different clusters of each site. */
function clusterCounts({ table: { hosts, rows, host, cluster } }: Prepared): Int32Array {
  const counts = new Int32Array(hosts.length);
  const last = new Int32Array(hosts.length).fill(-1);
  for (let row = 0; row < rows; row++) {
    if (last[host[row]!] === cluster[row]) continue;
    last[host[row]!] = cluster[row]!;
    counts[host[row]!]!++;
  }
  return counts;
}

/** Pages of both sites, those of the fewest sites first, then by URL. */
function examplesOf({ table }: Prepared, a: number, b: number): (readonly [string, string])[] {
  const { starts, pages, cluster, sites, urlOf } = table;
  const rowOf = new Map<number, number>();
  for (let k = starts[b]!; k < starts[b + 1]!; k++) {
    const row = pages[k]!;
    if (!rowOf.has(cluster[row]!)) rowOf.set(cluster[row]!, row);
  }
  const found: { row: number; other: number }[] = [];
  for (let k = starts[a]!; k < starts[a + 1]!; k++) {
    const other = rowOf.get(cluster[pages[k]!]!);
    if (other !== undefined) found.push({ row: pages[k]!, other });
  }
  const rarity = ({ row }: { row: number }) => sites[cluster[row]!]!;
  const best = found.sort((x, y) => rarity(x) - rarity(y) || x.row - y.row).slice(0, EXAMPLES);
  return best.map(({ row, other }) => [urlOf(row), urlOf(other)] as const).sort(([x], [y]) => compareCodePoints(x, y));
}
