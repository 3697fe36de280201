/** The frame of a site: shingles that stand on most of its pages say nothing about any one of them. */
import { fingerprint, reachOf } from './sample.ts';

/** On fewer pages chance looks like a habit. */
export const MIN_PAGES = 8;
/** Pages that are asked. */
export const ASKED = 32;

/**
 * Some pages of a site, of which its frame is told: those whose texts have the smallest fingerprints, so that the order of pages
 * does not matter. Pages of equal text count once: a page that is known under many addresses would otherwise make its
 * own text look like frame.
 */
export class SiteSample {
  readonly #pages: { readonly key: number; readonly sample: Uint32Array }[] = [];

  add(sample: Uint32Array): void {
    const key = fingerprint(sample);
    const pages = this.#pages;
    let at = pages.length;
    while (at > 0 && pages[at - 1]!.key > key) at--;
    if (at === ASKED || pages[at - 1]?.key === key) return;
    pages.splice(at, 0, { key, sample });
    if (pages.length > ASKED) pages.pop();
  }

  /** The shingles to leave out of the sketches of the site. */
  frame(): ReadonlySet<number> {
    return frameOf(this.#pages.map(({ sample }) => sample));
  }
}

/** Shingles on more than half of the pages, of those whose sample would show them. */
export function frameOf(samples: readonly Uint32Array[]): ReadonlySet<number> {
  const frame = new Set<number>();
  if (samples.length < MIN_PAGES) return frame;
  const counts = new Map<number, number>();
  for (const sample of samples) for (const shingle of sample) counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  const reaches = samples.map(reachOf);
  for (const [shingle, count] of counts) {
    // Most shingles stand on one page.
    if (2 * count <= MIN_PAGES) continue;
    const asked = reaches.filter((reach) => reach >= shingle).length;
    if (asked >= MIN_PAGES && 2 * count > asked) frame.add(shingle);
  }
  return frame;
}
