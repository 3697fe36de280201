/** From sites to all that the methods draw on: candidates, comparisons, features, and the labels that cost nothing. */
import { addNearCandidates, findCandidates } from './candidates.ts';
import { type Comparisons, compareSites } from './compare-sites.ts';
import { drawNegatives, isObviousReplica } from './distant.ts';
import { belongingOf } from './extended/belonging.ts';
import { type FeatureTable, featuresOf } from './features/features.ts';
import type { ReplicaOptions } from './options.ts';
import type { PairList } from './pair-set.ts';
import type { SiteTable } from './site-table.ts';

export type Prepared = {
  readonly table: SiteTable;
  readonly addresses: readonly (string | undefined)[];
  /** Sites that have nothing but redirects. */
  readonly redirects: ReadonlySet<number>;
  /** Candidates, which share a cluster, and pairs that only have pages nearly the same at the same path. */
  readonly pairs: PairList;
  readonly candidates: number;
  /** Clusters of too many sites, of which a sample was paired. */
  readonly sampled: number;
  readonly own: Float64Array;
  readonly comparisons: Comparisons;
  /** Of all pairs. */
  readonly features: FeatureTable;
  /** By pair: 1 for candidates that are replicas by their names. */
  readonly isObvious: Uint8Array;
  readonly obvious: number;
  /** Obvious non-replicas, and their features. */
  readonly negatives: FeatureTable;
  readonly negativeCount: number;
};

export type SiteFacts = {
  readonly addressOf: (host: string) => string | undefined;
  readonly onlyRedirects: (host: string) => boolean;
};

/** `needsNegatives`: drawing them costs as much as the candidates themselves. */
export function prepareReplicas(
  table: SiteTable,
  { addressOf, onlyRedirects }: SiteFacts,
  { seed, maxSites, negativesPerCandidate }: ReplicaOptions,
  needsNegatives: boolean,
): Prepared {
  const { pairs: set, sampled } = findCandidates(table, seed, maxSites);
  const candidates = set.size;
  const wanted = needsNegatives ? Math.ceil(candidates * negativesPerCandidate) : 0;
  const drawn = drawNegatives(table, set, wanted, seed).list();
  addNearCandidates(table, set, maxSites);
  const pairs = set.list();
  const own = belongingOf(table);
  const addresses = table.hosts.map(addressOf);
  const comparisons = compareSites(table, pairs, own);
  const { isObvious, obvious } = obviousOf(table.hosts, pairs);
  return {
    ...{ table, addresses, pairs, candidates, sampled, own, comparisons, isObvious, obvious },
    redirects: new Set(table.hosts.flatMap((host, h) => (onlyRedirects(host) ? [h] : []))),
    features: featuresOf(table.hosts, addresses, pairs, comparisons),
    negatives: featuresOf(table.hosts, addresses, drawn, compareSites(table, drawn, own)),
    negativeCount: drawn.size,
  };
}

/** Candidates that are replicas by their names. */
export function obviousOf(hosts: readonly string[], pairs: PairList): Pick<Prepared, 'isObvious' | 'obvious'> {
  const isObvious = new Uint8Array(pairs.size);
  let obvious = 0;
  for (let pair = 0; pair < pairs.size; pair++) {
    if (pairs.shared[pair] === 0) continue;
    if (!isObviousReplica(hosts[pairs.a[pair]!]!, hosts[pairs.b[pair]!]!)) continue;
    isObvious[pair] = 1;
    obvious++;
  }
  return { isObvious, obvious };
}
