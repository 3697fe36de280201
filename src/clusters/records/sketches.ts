/** Sketches as numbers: which pages have the same, which have nearly the same, and which are far from each other. */
import { TextHash } from '../text-hash.ts';
import { TextNumbers } from '../text-numbers.ts';
import { Growing, growingInts } from './growing.ts';

/** Dustpan's own sketches: their version, and hex digits in a row. */
const OWN = /^d\d+:(?=(?:[0-9a-f]{8})+$)/;
const DIGITS = 8;
/** Values of an own sketch that are looked at: among so many, one may differ (31 of 32 is more than 0.95, 30 is less). */
const MOST = 32;
/** From so many values on, one of them may differ at a resemblance of 0.95. */
const TOLERANT = 20;
/** Values of the sketches of other tools for which fewer equal ones may be asked. */
const FOUR = 4;

/** Different sketches of each group (a media type), numbered. Only sketches of one form (as many values, of one version) are ever compared. */
export class Sketches {
  readonly #numbers = new TextNumbers();
  readonly #hash = new TextHash();
  /** Where the values of each sketch start, and one more for the end. */
  readonly #starts = new Growing(new Uint32Array(1024));
  readonly #values = new Growing(new Uint32Array(1024));
  readonly #isOwn = new Growing(new Uint8Array(1024));
  readonly #groups = growingInts();

  constructor() {
    this.#starts.push(0);
  }

  get size(): number {
    return this.#numbers.size;
  }

  add(sketch: string, group: number): number {
    const number = this.#numbers.add(this.#hash.ofText(`${group} ${sketch}`));
    if (number < this.#isOwn.size) return number;
    const own = OWN.exec(sketch)?.[0];
    const values =
      own === undefined ? sketch.split('.').map((value) => this.#hash.ofText(value).a) : ownValues(sketch, own.length);
    for (const value of values) this.#values.push(value);
    this.#starts.push(this.#values.size);
    this.#isOwn.push(own === undefined ? 0 : 1);
    this.#groups.push(group);
    return number;
  }

  /** Whether less than a quarter of the values agree; null for sketches of different forms, which say nothing about each other. */
  areFarApart(a: number, b: number): boolean | null {
    const n = this.#count(a);
    if (this.#isOwn.values[a] !== this.#isOwn.values[b] || n !== this.#count(b) || n < FOUR) return null;
    let equal = 0;
    for (let i = 0; i < n; i++) if (this.#value(a, i) === this.#value(b, i)) equal++;
    return 4 * equal < n;
  }

  /**
   * Calls `join` for sketches that are nearly the same: `shingles` of four values at the same places, or a resemblance of
   * 0.95 for own ones. Not for all such pairs, but so that they all hang together. Within groups only, or across them.
   */
  joinNear(shingles: number, isGrouped: boolean, join: (a: number, b: number) => void): void {
    const keys = new TextNumbers();
    const first = growingInts();
    const hash = new TextHash();
    for (let s = 0; s < this.size; s++) {
      const n = this.#count(s);
      const form = `${isGrouped ? this.#groups.values[s] : ''}.${this.#isOwn.values[s]}.${n}.`;
      for (const places of this.#meetingPlaces(s, n, shingles, isGrouped)) {
        const key = keys.add(hash.ofText(`${form}${places.join('')}.${this.#text(s, places)}`));
        if (key === first.size) first.push(s);
        else join(first.values[key]!, s);
      }
    }
  }

  /** Places of values: sketches that are equal at all places of one choice are nearly the same. */
  #meetingPlaces(sketch: number, n: number, shingles: number, isGrouped: boolean): readonly (readonly number[])[] {
    if (this.#isOwn.values[sketch] === 1 && n >= TOLERANT) return allButOne(n);
    if (this.#isOwn.values[sketch] === 0 && n === FOUR && shingles < FOUR) return CHOICES[shingles]!;
    // Equal sketches of a group have one number already.
    return isGrouped ? [] : [allOf(n)];
  }

  #count(sketch: number): number {
    return this.#starts.values[sketch + 1]! - this.#starts.values[sketch]!;
  }

  #value(sketch: number, i: number): number {
    return this.#values.values[this.#starts.values[sketch]! + i]!;
  }

  #text(sketch: number, places: readonly number[]): string {
    let text = '';
    for (const i of places) text += String.fromCharCode(this.#value(sketch, i) >>> 16, this.#value(sketch, i) & 0xffff);
    return text;
  }
}

function ownValues(sketch: string, from: number): number[] {
  const values: number[] = [];
  for (let at = from; at < sketch.length && values.length < MOST; at += DIGITS) {
    values.push(Number.parseInt(sketch.slice(at, at + DIGITS), 16));
  }
  return values;
}

/** All ways to choose k of four places. */
const CHOICES: readonly (readonly (readonly number[])[])[] = [0, 1, 2, 3, 4].map((k) =>
  Array.from({ length: 16 }, (_, bits) => [0, 1, 2, 3].filter((i) => bits & (1 << i))).filter(
    ({ length }) => length === k,
  ),
);

function allOf(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

const BUT_ONE = new Map<number, number[][]>();

function allButOne(n: number): number[][] {
  let choices = BUT_ONE.get(n);
  if (!choices) {
    choices = allOf(n).map((left) => allOf(n).filter((i) => i !== left));
    BUT_ONE.set(n, choices);
  }
  return choices;
}
