/** Groups of sites that are replicas of each other, with the one that stands for them. */
import { compareCodePoints } from '../base/index.ts';
import { Union } from '../clusters/index.ts';
import type { PairList } from './pair-set.ts';
import type { SiteTable } from './site-table.ts';

export type ReplicaGroup = {
  /**
   * The site that is kept: one whose tree does not lie in a folder, if there is one; of these the one with the most URLs, then the
   * shortest name, then the first by code point.
   */
  readonly representative: string;
  /** The others, sorted. */
  readonly replicas: readonly string[];
};

/** Sorted by the representative. `urls`: how many each host has. `isMoved`: sites whose tree lies in a folder that others do not have. */
export function groupReplicas(
  hosts: readonly string[],
  urls: Int32Array,
  pairs: PairList,
  isReplica: (pair: number) => boolean,
  isMoved: (site: number) => boolean = () => false,
): ReplicaGroup[] {
  const union = new Union(hosts.length);
  for (let pair = 0; pair < pairs.size; pair++) if (isReplica(pair)) union.join(pairs.a[pair]!, pairs.b[pair]!);
  const members = new Map<number, number[]>();
  for (let h = 0; h < hosts.length; h++) {
    const root = union.root(h);
    const group = members.get(root);
    if (group) group.push(h);
    else members.set(root, [h]);
  }
  const isBetter = (x: number, y: number) =>
    Number(isMoved(x)) - Number(isMoved(y)) ||
    urls[y]! - urls[x]! ||
    hosts[x]!.length - hosts[y]!.length ||
    compareCodePoints(hosts[x]!, hosts[y]!);
  return [...members.values()]
    .filter((group) => group.length > 1)
    .map((group) => {
      const [representative, ...replicas] = group.toSorted(isBetter).map((h) => hosts[h]!);
      return { representative: representative!, replicas: replicas.sort(compareCodePoints) };
    })
    .sort((x, y) => compareCodePoints(x.representative, y.representative));
}

/** Rows of each site. */
export function countUrls({ hosts, host }: SiteTable): Int32Array {
  const urls = new Int32Array(hosts.length);
  for (const h of host) urls[h]!++;
  return urls;
}
