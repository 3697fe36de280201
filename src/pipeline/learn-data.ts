/** What is learned from, as objects and as bytes; either is made of the other when it is first asked for. */
import { type Cluster, type PackedClusters, packClusters, unpackClusters } from '../clusters/index.ts';

export type LearnData = { readonly clusters: readonly Cluster[]; readonly packed: PackedClusters };

export function learnData(given: readonly Cluster[] | PackedClusters): LearnData {
  let clusters = isPacked(given) ? null : given;
  let packed = isPacked(given) ? given : null;
  return {
    get clusters() {
      clusters ??= unpackClusters(packed!);
      return clusters;
    },
    get packed() {
      packed ??= packClusters(clusters!);
      return packed;
    },
  };
}

/** Clusters of two URLs or more. */
export function countPlural({ first, size }: PackedClusters): number {
  let plural = 0;
  for (let c = 0; c < size; c++) if (first[c + 1]! - first[c]! > 1) plural++;
  return plural;
}

function isPacked(data: readonly Cluster[] | PackedClusters): data is PackedClusters {
  return 'members' in data;
}
