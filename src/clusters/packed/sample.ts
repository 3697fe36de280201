/** A part of the pages, where all of them are too many to be held: what might be one page is taken whole, or not at all. */
import { seedFrom } from '../../base/index.ts';
import { type PackedClusters, takeClusters, wideIdOf } from './packed-clusters.ts';

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
