/** Clusters as columns: every URL with the numbers of its cluster and its wide group, for counting in typed arrays. */
import type { Cluster } from './cluster.ts';
import type { PackedClusters } from './packed/packed-clusters.ts';
import type { UrlPack } from './packed/url-pack.ts';

export type Labels = LabelColumns & { readonly urls: readonly string[] };

export type LabelColumns = {
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

/** The same for clusters in bytes. */
export function labelPacked(packed: PackedClusters): LabelColumns & { readonly urls: UrlPack } {
  const { urls, cluster, size, first, members, wide, wides } = packed;
  const clusterSize = new Int32Array(size);
  for (let c = 0; c < size; c++) clusterSize[c] = first[c + 1]! - first[c]!;
  const base = { urls, cluster, clusterSize, clusters: size };
  if (wide === null) return { ...base, wide: cluster, page: cluster, wides: size, pages: size };
  const page = new Int32Array(urls.count);
  let pages = 0;
  for (let c = 0; c < size; c++) {
    const own = new Map<number, number>();
    for (let i = first[c]!; i < first[c + 1]!; i++) {
      const number = wide[members[i]!]!;
      const its = own.get(number) ?? pages++;
      own.set(number, its);
      page[members[i]!] = its;
    }
  }
  return { ...base, wide, page, wides, pages };
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
