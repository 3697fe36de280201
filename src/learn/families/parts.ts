/** Cuts packed clusters into parts that have nothing to do with each other, so that one at a time need be strings: sites, and those that share a wide group. */
import { type PackedClusters, pageSampler, type Union } from '../../clusters/index.ts';
import { hostsOf } from './packed-hosts.ts';
import { withSubdomains } from './sites.ts';

export type SiteParts = {
  /** URLs of each part. */
  readonly urls: Int32Array;
  /** The part of each cluster. */
  readonly partOf: Int32Array;
  /** Numbers of the clusters of a part; of a share of its pages, if one is given. */
  clusters(part: number, share?: number): Int32Array;
};

export function partsOf(packed: PackedClusters): SiteParts {
  const { hostOf, union } = joinHosts(packed);
  const { size, first, members } = packed;
  const partOfRoot = new Map<number, number>();
  const partOf = new Int32Array(size);
  for (let c = 0; c < size; c++) {
    const root = first[c] === first[c + 1] ? -1 : union.root(hostOf[members[first[c]!]!]!);
    const part = partOfRoot.get(root) ?? partOfRoot.size;
    partOfRoot.set(root, part);
    partOf[c] = part;
  }
  const urls = new Int32Array(partOfRoot.size);
  for (let c = 0; c < size; c++) urls[partOf[c]!]! += first[c + 1]! - first[c]!;
  const { starts, clusters } = groupBy(partOf, urls.length);
  const isTaken = pageSampler(packed);
  return {
    urls,
    partOf,
    clusters(part, share = 1) {
      const own = clusters.subarray(starts[part]!, starts[part + 1]!);
      return share < 1 ? own.filter((c) => isTaken(c, share)) : own;
    },
  };
}

/** Hosts that share a page, or what might be one, or of which one is the other's subdomain. */
function joinHosts({ urls, cluster, wide, size, wides }: PackedClusters): { hostOf: Int32Array; union: Union } {
  const { hosts, hostOf } = hostsOf(urls);
  const union = withSubdomains(hosts);
  joinBy(cluster, size);
  if (wide !== null) joinBy(wide, wides);
  return { hostOf, union };

  function joinBy(group: Int32Array, groups: number): void {
    const firstHost = new Int32Array(groups).fill(-1);
    for (let u = 0; u < urls.count; u++) {
      const g = group[u]!;
      if (firstHost[g] === -1) firstHost[g] = hostOf[u]!;
      else union.join(firstHost[g]!, hostOf[u]!);
    }
  }
}

function groupBy(partOf: Int32Array, parts: number): { starts: Int32Array; clusters: Int32Array } {
  const starts = new Int32Array(parts + 1);
  for (const part of partOf) starts[part + 1]!++;
  for (let p = 0; p < parts; p++) starts[p + 1]! += starts[p]!;
  const next = starts.slice();
  const clusters = new Int32Array(partOf.length);
  for (let c = 0; c < partOf.length; c++) clusters[next[partOf[c]!]!++] = c;
  return { starts, clusters };
}
