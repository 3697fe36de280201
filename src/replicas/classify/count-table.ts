/** The demand-driven classifier as one table of counts: how often each set of items occurs, and with which label. */

/** Labels of examples. */
export const NEGATIVE = 0;
export const POSITIVE = 1;
export type Label = typeof NEGATIVE | typeof POSITIVE;

/** Sets of items are masks of features; more than this many features would make the table of sets too large. */
const MOST_FEATURES = 12;

/**
 * Rows of small numbers, one a feature. Rows that are equal share one number (a kind), and a kind knows the places of the counts of all
 * its item sets: counting an example, moving its label or asking for all rules that apply to it is a walk over these places.
 */
export class CountTable {
  readonly features: number;
  /** Non-empty item sets of a row, plus the empty one at 0. */
  readonly masks: number;
  /** Examples of each label. */
  readonly totals: [number, number] = [0, 0];
  /** Grows with every change. */
  version = 0;
  readonly #kinds = new Map<string, number>();
  readonly #sets = new Map<string, number>();
  readonly #places: Int32Array[] = [];
  #counts = new Int32Array(1024);

  constructor(features: number) {
    if (features > MOST_FEATURES) throw new RangeError(`${features} features are more than ${MOST_FEATURES}`);
    this.features = features;
    this.masks = 1 << features;
  }

  /** How many different rows there are. */
  get kinds(): number {
    return this.#places.length;
  }

  /** The number of a row. */
  kindOf(row: ArrayLike<number>): number {
    const key = Array.prototype.join.call(row, ' ');
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    const places = new Int32Array(this.masks);
    for (let mask = 1; mask < this.masks; mask++) places[mask] = this.#setOf(mask, row);
    this.#kinds.set(key, this.#places.length);
    return this.#places.push(places) - 1;
  }

  add(kind: number, label: Label): void {
    this.#change(kind, label, 1);
  }

  /** The label of an example becomes the other one. */
  move(kind: number, from: Label): void {
    this.#change(kind, from, -1);
    this.#change(kind, from === NEGATIVE ? POSITIVE : NEGATIVE, 1);
  }

  /** How many examples of a label have the items of a mask in common with a row; with the empty mask, all of them. */
  count(kind: number, mask: number, label: Label): number {
    return mask === 0 ? this.totals[label] : this.#counts[2 * this.#places[kind]![mask]! + label]!;
  }

  #change(kind: number, label: Label, by: 1 | -1): void {
    const places = this.#places[kind]!;
    for (let mask = 1; mask < this.masks; mask++) this.#counts[2 * places[mask]! + label]! += by;
    this.totals[label] += by;
    this.version++;
  }

  #setOf(mask: number, row: ArrayLike<number>): number {
    let key = String(mask);
    for (let f = 0; f < this.features; f++) if (mask & (1 << f)) key += ` ${row[f]}`;
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const number = this.#sets.size;
    this.#sets.set(key, number);
    if (2 * number + 2 > this.#counts.length) {
      const bigger = new Int32Array(this.#counts.length * 2);
      bigger.set(this.#counts);
      this.#counts = bigger;
    }
    return number;
  }
}
