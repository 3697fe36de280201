/** A dup-cluster: URLs of one page. */

/** URLs are unique within and across clusters; a cluster of one URL is a page known to differ from all others. */
export type Cluster = {
  readonly id: string;
  readonly urls: readonly string[];
  /** The wide id of each URL, in the order of `urls`; absent means the cluster's own id. Different wide ids are certainly different pages. */
  readonly wide?: readonly string[];
  /** Bytes of the smallest and of the largest body that is known. */
  readonly sizes?: readonly [number, number];
};

/** A URL of which nobody knows what page it shares with others, and what is known of its answers: all that a log or a list gives. */
export type ListedUrl = {
  readonly url: string;
  /** Bytes of the smallest and of the largest answer. */
  readonly sizes?: readonly [number, number];
  /** Values of its last sketch; comparable within one source. */
  readonly sketch?: readonly string[];
};

/** URLs of the data that could not be used, by kind, with the smallest of them. */
export type ClusterNote = { readonly code: string; readonly count: number; readonly example: string };
