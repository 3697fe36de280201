/** A part of the pages, where all of them are too many to be held: what might be one page is taken whole, or not at all. */
import { seedFrom } from '../../base/index.ts';
import { membersOf, type PackedClusters, wideIdOf } from './packed-clusters.ts';

const HASHES = 2 ** 32;

/** Whether the wide group with this id is in a sample of this share; of a larger sample the smaller one is a part. */
export function isSampled(wideId: string, share: number): boolean {
  return share >= 1 || seedFrom(0, 'sample', wideId) < share * HASHES;
}

/** The clusters whose first URL's wide group is sampled. */
export function samplePacked(packed: PackedClusters, share: number): PackedClusters {
  if (share >= 1) return packed;
  const taken: number[] = [];
  for (let c = 0; c < packed.size; c++) if (isSampled(wideIdOf(packed, c), share)) taken.push(c);
  return takeClusters(packed, taken);
}

/** Some of the clusters, by their numbers, ascending. The text of the others stays where it is. */
export function takeClusters(packed: PackedClusters, taken: ArrayLike<number>): PackedClusters {
  const { urls, wide } = packed;
  const numberOf = new Int32Array(packed.size).fill(-1);
  for (let k = 0; k < taken.length; k++) numberOf[taken[k]!] = k;
  const isKept = (u: number) => numberOf[packed.cluster[u]!]! >= 0;
  let count = 0;
  for (let u = 0; u < urls.count; u++) if (isKept(u)) count++;
  const kept = new Int32Array(count);
  for (let u = 0, k = 0; u < urls.count; u++) if (isKept(u)) kept[k++] = u;
  const pick = (column: Int32Array) => kept.map((u) => column[u]!);
  const cluster = kept.map((u) => numberOf[packed.cluster[u]!]!);
  return {
    urls: { ...urls, count, starts: pick(urls.starts), ends: pick(urls.ends) },
    size: taken.length,
    cluster,
    ...membersOf(cluster, taken.length),
    wide: wide && pick(wide),
    wides: wide ? packed.wides : taken.length,
    idOf: (c) => packed.idOf(taken[c]!),
    wideIdOf: (w) => packed.wideIdOf(wide ? w : taken[w]!),
    ...(packed.sizesOf && { sizesOf: (c: number) => packed.sizesOf!(taken[c]!) }),
  };
}
