/** Clusters as columns: every URL with the numbers of its cluster and its wide group, for counting in typed arrays. */
import type { Cluster } from './cluster.ts';

export type Labels = {
  readonly urls: readonly string[];
  /** Number of each URL's cluster: the place of the cluster in the list. */
  readonly cluster: Int32Array;
  /** Number of each URL's wide group: URLs of different ones are certainly different pages. */
  readonly wide: Int32Array;
  /** Number of each URL's pair of cluster and wide group: URLs that share it are certainly one page. */
  readonly page: Int32Array;
  /** URLs of each cluster. */
  readonly clusterSize: Int32Array;
  readonly clusters: number;
  readonly wides: number;
  readonly pages: number;
};

export function labelUrls(clusters: readonly Cluster[]): Labels {
  const urls: string[] = [];
  const clusterSize = Int32Array.from(clusters, (cluster) => cluster.urls.length);
  for (const cluster of clusters) for (const url of cluster.urls) urls.push(url);
  const cluster = new Int32Array(urls.length);
  let at = 0;
  for (let c = 0; c < clusters.length; c++) {
    cluster.fill(c, at, at + clusterSize[c]!);
    at += clusterSize[c]!;
  }
  const base = { urls, cluster, clusterSize, clusters: clusters.length };
  // Nearly all data has no wide ids: then one column does for all three.
  if (!clusters.some((c) => c.wide)) {
    return { ...base, wide: cluster, page: cluster, wides: clusters.length, pages: clusters.length };
  }
  return { ...base, ...wideColumns(clusters, urls.length) };
}

function wideColumns(clusters: readonly Cluster[], size: number): Pick<Labels, 'wide' | 'page' | 'wides' | 'pages'> {
  const wide = new Int32Array(size);
  const page = new Int32Array(size);
  const numbers = new Map<string, number>();
  let pages = 0;
  let at = 0;
  for (const { id, urls, wide: ids } of clusters) {
    const own = new Map<number, number>();
    for (let i = 0; i < urls.length; i++, at++) {
      const name = ids?.[i] ?? id;
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      wide[at] = number;
      const pageNumber = own.get(number) ?? pages++;
      own.set(number, pageNumber);
      page[at] = pageNumber;
    }
  }
  return { wide, page, wides: numbers.size, pages };
}
