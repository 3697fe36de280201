/**
 * What is known to be the same page: dup-clusters. Takes records, gives clusters.
 * Invariant: a URL is in one cluster at most.
 */
export type { Cluster, ClusterNote } from './cluster.ts';
export { type Clustering, clusterRecords } from './from-records.ts';
export { type Labels, labelUrls } from './labels.ts';
export { joinEquivalent } from './same-pages.ts';
export { smallestOf } from './smallest.ts';
export { type Fold, foldsOf, halvesOf, parseFold, takeFold, thirdsOf } from './split.ts';
export { TextHash } from './text-hash.ts';
export { doubled, numberTexts, TextNumbers } from './text-numbers.ts';
export { Union } from './union.ts';
export { withWide } from './wide.ts';
