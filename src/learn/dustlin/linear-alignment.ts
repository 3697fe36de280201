/** Linear multiple alignment (ROD Algorithm 4): one URL after another is aligned with the consensus so far. */
import type { Consensus, Workspace } from '../alignment/index.ts';

/** Exactly n - 1 alignments of n URLs, in the order in which they were loaded. */
export function alignLinearly(work: Workspace): Consensus | null {
  let consensus = work.sequence(0);
  for (let u = 1; u < work.table.urls; u++) {
    work.alignments++;
    const next = work.sequence(u);
    const merged = work.merge(consensus, next);
    if (merged === null) return null;
    work.release(next);
    work.release(consensus);
    consensus = merged;
  }
  return consensus;
}
