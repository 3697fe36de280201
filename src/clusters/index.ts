/**
 * What is known to be the same page: dup-clusters. Takes records, gives clusters.
 * Invariant: a URL is in one cluster at most.
 */
export type { Cluster, ClusterNote, ListedUrl } from './cluster.ts';
export type { ClusterRow, ClusterTable } from './cluster-table.ts';
export {
  type Clustering,
  clusterRecords,
  type RecordBatches,
  type Seen,
  type ShareOf,
  widenClustering,
} from './from-records.ts';
export type { FilterReport } from './hygiene/report.ts';
export { type LabelColumns, type Labels, labelPacked, labelUrls } from './labels.ts';
export {
  CLUSTER_DEFAULTS,
  type ClusterOptions,
  EVIDENCE,
  type EvidenceKind,
  FILTERS,
  type FilterName,
  parseBy,
  parseFilters,
  parseMemory,
} from './options.ts';
export { ByteNames } from './packed/byte-names.ts';
export { LabelPack } from './packed/label-pack.ts';
export { type PackedClusters, packClusters, takeClusters, unpackClusters } from './packed/packed-clusters.ts';
export { isSampled, pageSampler } from './packed/sample.ts';
export { compareRanges, readText, writeText } from './packed/text-bytes.ts';
export { UrlOrder } from './packed/url-order.ts';
export {
  compareUrls,
  packOf,
  packTexts,
  stringsOf,
  type Texts,
  textBytes,
  touchUrls,
  type UrlPack,
  urlText,
} from './packed/url-pack.ts';
export { joinEquivalent } from './same-pages.ts';
export { smallestOf } from './smallest.ts';
export {
  type Fold,
  foldsOf,
  halfByUrl,
  halvesOf,
  halvesOfPacked,
  parseFold,
  takeFold,
  thirdsOf,
  thirdsOfPacked,
} from './split.ts';
export { TextHash } from './text-hash.ts';
export { hex, keyOf, shortKeyOf } from './text-key.ts';
export { doubled, TextNumbers } from './text-numbers.ts';
export { Union } from './union.ts';
export { withWide } from './wide.ts';
export { type ClusterFile, writeClusters } from './write-clusters.ts';
