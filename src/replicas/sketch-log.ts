/** Sketches of pages by URL, as four numbers each: enough to say how much two pages at the same path resemble each other. */
import { doubled, TextHash, TextNumbers } from '../clusters/index.ts';

/** Values of a sketch that are kept; many pages are compared, so that the mean is sharp although each is rough. */
export const VALUES = 4;
/** Dustpan's own sketches: version, and eight hex digits a value. */
const OWN = /^d\d+:(?=(?:[0-9a-f]{8})+$)/;
const DIGITS = 8;

export class SketchLog {
  readonly #urls = new TextNumbers();
  readonly #url = new TextHash();
  readonly #hash = new TextHash();
  #values = new Int32Array(1024 * VALUES);
  readonly #found = new Int32Array(VALUES);

  /** Sketches of different forms have no value in common. Of two sketches of one URL the smaller counts, in any order. */
  add(url: string, sketch: string): void {
    if (!this.#read(sketch)) return;
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
    let equal = 0;
    for (let i = 0; i < VALUES; i++) if (this.#values[a * VALUES + i] === this.#values[b * VALUES + i]) equal++;
    return equal / VALUES;
  }

  value(sketch: number, place: number): number {
    return this.#values[sketch * VALUES + place]!;
  }

  #read(sketch: string): boolean {
    const own = OWN.exec(sketch)?.[0];
    const parts =
      own === undefined
        ? sketch.split('.')
        : Array.from({ length: VALUES }, (_, i) =>
            sketch.slice(own.length + i * DIGITS, own.length + (i + 1) * DIGITS),
          );
    if (parts.length < VALUES || parts[VALUES - 1] === '') return false;
    const form = own ?? `${parts.length} `;
    for (let i = 0; i < VALUES; i++) this.#found[i] = this.#hash.ofText(form + parts[i]!).a;
    return true;
  }

  #isSmaller(number: number): boolean {
    for (let i = 0; i < VALUES; i++) {
      const difference = this.#found[i]! - this.#values[number * VALUES + i]!;
      if (difference !== 0) return difference < 0;
    }
    return false;
  }
}
