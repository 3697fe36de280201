/** A part of the pages, where all of them are too many to be held: what might be one page is taken whole, or not at all. */
import { seedFrom } from '../../base/index.ts';
import { keyOf } from '../text-key.ts';
import { type PackedClusters, takeClusters } from './packed-clusters.ts';
import { compareUrls, urlText } from './url-pack.ts';

const HASHES = 2 ** 32;

/**
 * Whether the wide group whose smallest URL has this key is in a sample of this share; of a larger sample the smaller one is a part.
 * By URL and not by the group's name, which may be a number that depends on all the other pages.
 */
export function isSampled(key: string, share: number): boolean {
  return share >= 1 || seedFrom(0, 'sample', key) < share * HASHES;
}

/** The clusters that are in a sample. */
export function samplePacked(packed: PackedClusters, share: number): PackedClusters {
  if (share >= 1) return packed;
  const isTaken = pageSampler(packed);
  const taken: number[] = [];
  for (let c = 0; c < packed.size; c++) if (isTaken(c, share)) taken.push(c);
  return takeClusters(packed, taken);
}

/** Whether a cluster is in a sample of some share: if the wide group of its smallest URL is. */
export function pageSampler(packed: PackedClusters): (cluster: number, share: number) => boolean {
  const { urls, cluster, first, members } = packed;
  const group = packed.wide ?? cluster;
  let smallest: Int32Array | null = null;
  return (c, share) => {
    if (share >= 1) return true;
    smallest ??= smallestOfGroups(packed, group);
    let own = -1;
    for (let m = first[c]!; m < first[c + 1]!; m++) {
      if (own === -1 || compareUrls(urls, members[m]!, own) < 0) own = members[m]!;
    }
    return isSampled(keyOf(own === -1 ? '' : urlText(urls, smallest[group[own]!]!)), share);
  };
}

function smallestOfGroups({ urls, wide, wides, size }: PackedClusters, group: Int32Array): Int32Array {
  const smallest = new Int32Array(wide === null ? size : wides).fill(-1);
  for (let u = 0; u < urls.count; u++) {
    const known = smallest[group[u]!]!;
    if (known === -1 || compareUrls(urls, u, known) < 0) smallest[group[u]!] = u;
  }
  return smallest;
}
