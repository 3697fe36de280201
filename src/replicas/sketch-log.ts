/** Sketches of pages by URL, as four numbers each: enough to say how much two pages at the same path resemble each other. */
import { doubled, TextHash, TextNumbers } from '../clusters/index.ts';

/** Values of a sketch that are kept; many pages are compared, so that the mean is sharp although each is rough. */
export const VALUES = 4;
/** Dustpan's own sketches: version, and eight hex digits a value. */
const OWN = /^d\d+:(?=(?:[0-9a-f]{8})+$)/;
const DIGITS = 8;

/** Sketches by number. */
export type Sketches = Pick<SketchLog, 'resemblance' | 'value'>;

export class SketchLog {
  readonly #urls = new TextNumbers();
  readonly #url = new TextHash();
  #values = new Int32Array(1024 * VALUES);
  readonly #found = new Int32Array(VALUES);

  /** Sketches of different forms have no value in common. Of two sketches of one URL the smaller counts, in any order. */
  add(url: string, sketch: string): void {
    if (!readInto(this.#found, sketch)) return;
    const known = this.#urls.size;
    const number = this.#urls.add(this.#url.ofText(url));
    if (number === known) {
      if ((number + 1) * VALUES > this.#values.length) this.#values = doubled(this.#values);
      this.#values.set(this.#found, number * VALUES);
    } else if (this.#isSmaller(number)) this.#values.set(this.#found, number * VALUES);
  }

  /** The number of a URL's sketch, or -1. */
  find(url: string): number {
    return this.#urls.find(this.#url.ofText(url));
  }

  /** The share of values that two sketches have in common: an estimate of how much of their text is the same. */
  resemblance(a: number, b: number): number {
    return resemblanceOf((i) => this.#values[a * VALUES + i] === this.#values[b * VALUES + i]);
  }

  value(sketch: number, place: number): number {
    return this.#values[sketch * VALUES + place]!;
  }

  #isSmaller(number: number): boolean {
    return compareSketches(this.#found, this.#values.subarray(number * VALUES, (number + 1) * VALUES)) < 0;
  }
}

/** The values of one sketch; null if it has too few. */
export function readSketch(sketch: string): number[] | null {
  const values = new Int32Array(VALUES);
  return readInto(values, sketch) ? [...values] : null;
}

/** Below 0 if the first is the smaller one. */
export function compareSketches(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let i = 0; i < VALUES; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

const hash = new TextHash();

function readInto(values: Int32Array, sketch: string): boolean {
  const own = OWN.exec(sketch)?.[0];
  const parts =
    own === undefined
      ? sketch.split('.')
      : Array.from({ length: VALUES }, (_, i) => sketch.slice(own.length + i * DIGITS, own.length + (i + 1) * DIGITS));
  if (parts.length < VALUES || parts[VALUES - 1] === '') return false;
  const form = own ?? `${parts.length} `;
  for (let i = 0; i < VALUES; i++) values[i] = hash.ofText(form + parts[i]!).a;
  return true;
}

/** The share of values that are equal. */
export function resemblanceOf(isEqual: (place: number) => boolean): number {
  let equal = 0;
  for (let i = 0; i < VALUES; i++) if (isEqual(i)) equal++;
  return equal / VALUES;
}
