/** Whether two URLs are likely to show the same page, by the best that is known of both: labels, else sketches, else sizes, else nothing. */

/** What speaks for the similarity of two URLs; `UNLIKE` is what speaks against it. */
export const UNLIKE = 0;
export const BY_LABEL = 1;
export const BY_SKETCH = 2;
export const BY_SIZE = 3;
export const UNKNOWN = 4;
export type Likeness = typeof UNLIKE | typeof BY_LABEL | typeof BY_SKETCH | typeof BY_SIZE | typeof UNKNOWN;

/** What is known of each URL, in columns. */
export type Knowledge = {
  /** Numbers of what is certainly one page and of what might be one; -1 if the URL has no label. */
  readonly page: Int32Array;
  readonly wide: Int32Array;
  /** Bytes of the smallest and of the largest answer; -1 if none is known. */
  readonly smallest: Float64Array;
  readonly largest: Float64Array;
  /** `width` numbers a URL, equal for equal values; -1 where there is none. */
  readonly sketches: Int32Array;
  readonly width: number;
};

export function likenessOf(known: Knowledge, minEqualShingles: number, u: number, v: number): Likeness {
  const { page, wide, smallest, largest, sketches, width } = known;
  if (page[u]! >= 0 && page[v]! >= 0) {
    if (page[u] === page[v]) return BY_LABEL;
    // Of pages that are perhaps the same the labels say nothing.
    if (wide[u] !== wide[v]) return UNLIKE;
  }
  if (width > 0 && sketches[u * width]! >= 0 && sketches[v * width]! >= 0) {
    return sketchesMeet(sketches, width, u, v, minEqualShingles) ? BY_SKETCH : UNLIKE;
  }
  if (smallest[u]! >= 0 && smallest[v]! >= 0) {
    return sizesMeet([smallest[u]!, largest[u]!], [smallest[v]!, largest[v]!]) ? BY_SIZE : UNLIKE;
  }
  return UNKNOWN;
}

/** Ranges that touch meet. */
export function sizesMeet([a, b]: readonly [number, number], [c, d]: readonly [number, number]): boolean {
  return a <= d && c <= b;
}

function sketchesMeet(sketches: Int32Array, width: number, u: number, v: number, least: number): boolean {
  let equal = 0;
  let longest = 0;
  for (let k = 0; k < width; k++) {
    const [a, b] = [sketches[u * width + k]!, sketches[v * width + k]!];
    if (a >= 0 || b >= 0) longest = k + 1;
    if (a >= 0 && a === b) equal++;
  }
  return equal >= Math.min(least, longest);
}
