/** Makes clusters out of records: by their labels where they have some, else by what was fetched. */
import type { CrawlRecord } from '../records/index.ts';
import type { Cluster, ClusterNote } from './cluster.ts';
import { DigestClusters } from './digest-clusters.ts';
import { LabelClusters } from './label-clusters.ts';

export type Clustering = {
  readonly clusters: readonly Cluster[];
  /** URLs that were seen and did not answer with a page (any status but 200). */
  readonly failing: readonly string[];
  readonly notes: readonly ClusterNote[];
};

/** The order of the records does not matter, except for the order of clusters and of URLs in them. */
export async function clusterRecords(
  records: AsyncIterable<readonly CrawlRecord[]> | Iterable<readonly CrawlRecord[]>,
): Promise<Clustering> {
  const labeled = new LabelClusters();
  const fetched = new DigestClusters();
  for await (const batch of records) {
    for (const record of batch) {
      // It tells of a pair that is nearly the same, not that a page was seen; clusters are of pages that are the same.
      if (record.near !== undefined) continue;
      if (record.cluster !== undefined) labeled.add(record.url, record.cluster, record.wide);
      else fetched.add(record);
    }
  }
  // A label is believed more than what was fetched.
  const byFetching = fetched.finish((url) => labeled.has(url));
  const byLabel = labeled.finish();
  return {
    clusters: [...byLabel.clusters, ...byFetching.clusters],
    failing: byFetching.failing,
    notes: [...byLabel.notes, ...byFetching.notes],
  };
}
