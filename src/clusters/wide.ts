/** Gives clusters the wide groups of another clustering of the same URLs. */
import type { Cluster } from './cluster.ts';
import { smallestOf } from './smallest.ts';

/** The ids of `wide` become the wide ids. A URL that is not in it goes with the others of its cluster, or is a group of its own. */
export function withWide(clusters: readonly Cluster[], wide: readonly Cluster[]): Cluster[] {
  const ids = new Map<string, string>();
  for (const { id, urls } of wide) for (const url of urls) ids.set(url, id);
  return clusters.map(({ id, urls }) => {
    const known = urls.map((url) => ids.get(url) ?? '');
    // Clusters that `wide` does not know must not fall into one of its groups by having the same name.
    return { id, urls, wide: completeWide(known, `cluster ${id}`) };
  });
}

/** URLs without a wide id (an empty one) have the smallest of their cluster, or the cluster's own id. */
export function completeWide(wide: readonly string[], own: string): string[] {
  const given = wide.filter((id) => id !== '');
  if (given.length === wide.length) return given;
  const filler = given.length === 0 ? own : smallestOf(given);
  return wide.map((id) => (id === '' ? filler : id));
}
