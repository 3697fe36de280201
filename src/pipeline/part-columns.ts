/** Parts of the data: columns that threads can share, and what stands in them of a part. */
import { type Labels, type PackedClusters, type UrlPack, urlText } from '../clusters/index.ts';

/** All that parts are made of, and nothing that could not lie in memory that threads share. */
export type PartColumns = Pick<PackedClusters, 'first' | 'members' | 'wide'> & {
  readonly urls: Pick<UrlPack, 'bytes' | 'starts' | 'ends' | 'isWellFormed'>;
  /** Numbers of the clusters of part p are `clusters[firstOf[p]] .. clusters[firstOf[p + 1] - 1]`. */
  readonly clusters: Int32Array;
  readonly firstOf: Int32Array;
  /** Of each part the share of its pages that is known. */
  readonly shares: Float64Array;
};

/** Some parts by their numbers; `only` has a 1 for each URL that is taken of them, all if absent. */
export type Parts = {
  readonly columns: PartColumns;
  readonly numbers: readonly number[];
  readonly only?: Uint8Array | null | undefined;
};

/** URLs with the numbers of their clusters and wide groups, and the share of their pages that is known. */
export type AutoPart = {
  readonly labels: Pick<Labels, 'urls' | 'cluster' | 'wide' | 'wides'>;
  readonly seenShare: number;
};

/** The same, with the URLs as the bytes that they are in the columns. */
export type BytePart = { readonly urls: UrlPack; readonly wide: Int32Array };

/** Numbers of the URLs of a part, in the order in which they are given. */
export function urlsOfPart({ clusters, firstOf, first, members }: PartColumns, part: number): number[] {
  const urls: number[] = [];
  for (const c of clusters.subarray(firstOf[part]!, firstOf[part + 1]!)) {
    for (let m = first[c]!; m < first[c + 1]!; m++) urls.push(members[m]!);
  }
  return urls;
}

/** Some parts with their texts as strings. */
export function readParts({ columns, numbers, only }: Parts): AutoPart[] {
  return numbers.map((part) => {
    const { urls, cluster, wide, wides } = labelsOf(columns, part, only);
    const pack = packed(columns, urls);
    return {
      seenShare: columns.shares[part]!,
      labels: { urls: Array.from(urls, (_, u) => urlText(pack, u)), cluster, wide, wides },
    };
  });
}

/** The same with their texts as they are: none is copied. */
export function readByteParts({ columns, numbers, only }: Parts): BytePart[] {
  return numbers.map((part) => {
    const { urls, wide } = labelsOf(columns, part, only);
    return { urls: packed(columns, urls), wide };
  });
}

/** Numbers of URLs, with those of their clusters and wide groups within the part. */
function labelsOf(columns: PartColumns, part: number, only: Uint8Array | null = null) {
  const { first, members, wide, clusters, firstOf } = columns;
  const [begin, end] = [firstOf[part]!, firstOf[part + 1]!];
  let count = 0;
  for (let k = begin; k < end; k++) count += first[clusters[k]! + 1]! - first[clusters[k]!]!;
  const urls = new Int32Array(count);
  const cluster = new Int32Array(count);
  const groups = new Int32Array(count);
  const wides = new Map<number, number>();
  let u = 0;
  for (let k = begin; k < end; k++) {
    const c = clusters[k]!;
    for (let m = first[c]!; m < first[c + 1]!; m++) {
      const url = members[m]!;
      if (only !== null && only[url] === 0) continue;
      const group = wide === null ? c : wide[url]!;
      const known = wides.get(group) ?? wides.size;
      if (known === wides.size) wides.set(group, known);
      urls[u] = url;
      cluster[u] = k - begin;
      groups[u++] = known;
    }
  }
  return {
    urls: urls.subarray(0, u),
    cluster: cluster.subarray(0, u),
    wide: groups.subarray(0, u),
    wides: wides.size,
  };
}

function packed({ urls: { bytes, starts, ends, isWellFormed } }: PartColumns, urls: Int32Array): UrlPack {
  return {
    count: urls.length,
    bytes,
    starts: urls.map((url) => starts[url]!),
    ends: urls.map((url) => ends[url]!),
    isWellFormed,
  };
}
