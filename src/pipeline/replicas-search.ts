/** What is found among pairs of sites, wherever they were compared: scores, the ranking, groups and host rules. */
import {
  type Extended,
  type FeatureName,
  type Finding,
  groupReplicas,
  type Move,
  type Prepared,
  type ReplicaGroup,
  type ReplicaMethod,
  type ReplicaOptions,
  scorePairs,
  type Training,
} from '../replicas/index.ts';
import type { AddressList } from './replicas-read.ts';
import type { HostRuleOptions, HostRules } from './replicas-rules.ts';

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

/** Sites, and pairs of them with what they have in common. */
export type ComparedSites = {
  /** Sorted. */
  readonly hosts: readonly string[];
  readonly pairs: Omit<Prepared, 'table' | 'own' | 'redirects'>;
  /** By host: its URLs, and the different clusters among them. */
  readonly urls: Int32Array;
  readonly clusterCounts: Int32Array;
  readonly summary: Pick<ReplicaSummary, 'urls' | 'sites' | 'clusters' | 'sharedClusters' | 'addressList'>;
  /** Null if another method than the extended one is asked for. */
  readonly extended: Extended | null;
  examples(pair: number): readonly (readonly [string, string])[];
  /** Host rules of groups. */
  rules(
    groups: readonly ReplicaGroup[],
    asked: Partial<HostRuleOptions>,
    moveOf: (pair: number) => Move | null,
  ): HostRules;
};

export function searchSites(found: ComparedSites, options: ReplicaOptions): ReplicaSearch {
  const { hosts, extended, pairs: data, clusterCounts: counts } = found;
  const { pairs, features } = data;
  const all = Int32Array.from({ length: pairs.size }, (_, pair) => pair);
  const { scores, isReplica, trainings } = scorePairs(data, options.method, options, all, all, extended);
  const ranked = all
    .filter((pair) => scores[pair]! > 0 && scores[pair]! >= options.minScore)
    .sort((x, y) => scores[y]! - scores[x]! || x - y);
  const isTaken = (pair: number) => isReplica[pair] === 1 && scores[pair]! >= options.minScore;
  const moveOf = (pair: number) => extended?.move(pair) ?? null;
  const moved = movedSites(data, isTaken, moveOf);
  const groups = groupReplicas(hosts, found.urls, pairs, isTaken, (site) => moved.has(site));
  return {
    summary: { ...summarize(found, options.method), trainings, ...countReplicas(isReplica, groups) },
    size: ranked.length,
    groups,
    score(place) {
      const pair = ranked[place]!;
      return [hosts[pairs.a[pair]!]!, hosts[pairs.b[pair]!]!, scores[pair]!];
    },
    pair(place) {
      const pair = ranked[place]!;
      const [a, b] = [pairs.a[pair]!, pairs.b[pair]!];
      const { names, values } = features;
      const shared = pairs.shared[pair]!;
      return {
        a: hosts[a]!,
        b: hosts[b]!,
        score: scores[pair]!,
        isReplica: isReplica[pair] === 1,
        features: Object.fromEntries(names.map((name, f) => [name, values[pair * names.length + f]!])),
        sharedPages: shared,
        jaccard: shared / (counts[a]! + counts[b]! - shared),
        finding: extended?.finding(pair) ?? null,
        examples: found.examples(pair),
      };
    },
    rules: (asked = {}) => found.rules(groups, asked, moveOf),
  };
}

/** Sites whose tree lies in a folder while that of a replica does not. */
function movedSites(
  { pairs }: Pick<Prepared, 'pairs'>,
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
  { hosts, pairs: data, summary: known }: ComparedSites,
  method: ReplicaMethod,
): Omit<ReplicaSummary, 'trainings' | 'replicas' | 'groups'> {
  const { addressList, urls, ...sizes } = known;
  const summary = {
    method,
    urls,
    hosts: hosts.length,
    ...sizes,
    sampledClusters: data.sampled,
    candidates: data.candidates,
    nearPairs: data.pairs.size - data.candidates,
    obvious: data.obvious,
    negatives: data.negativeCount,
    addresses: data.addresses.filter((address) => address !== undefined).length,
    addressList,
    features: data.features.names,
  };
  return { ...summary, advice: adviceOn(summary, hosts) };
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
