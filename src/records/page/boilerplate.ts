/** The frame of a site: shingles that stand on most of its pages say nothing about any one of them. */

/** On fewer pages chance looks like a habit. */
const MIN_PAGES = 8;
/** A shingle on more pages than this is frame. */
const FRAME_SHARE = 0.5;

/**
 * Counts the shingles of one page. Count pages of equal text once: a page that is known under many addresses
 * would otherwise make its own text look like frame.
 */
export function countShingles(counts: Map<number, number>, shingles: Iterable<number>): void {
  for (const shingle of new Set(shingles)) counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
}

/** The shingles to leave out of the sketches of a site; `pages` is how many pages were counted. */
export function siteBoilerplate(counts: ReadonlyMap<number, number>, pages: number): ReadonlySet<number> {
  const frame = new Set<number>();
  if (pages < MIN_PAGES) return frame;
  for (const [shingle, count] of counts) if (count > pages * FRAME_SHARE) frame.add(shingle);
  return frame;
}
