/** Fan-out generalization: rules that differ in the value of one key alone become one rule, once there are more of them than N. */
import { compareCodePoints } from '../../base/index.ts';
import { doubled, TextHash, TextNumbers } from '../../clusters/index.ts';
import { ANY_VALUE, cellA, cellB } from '../cell-hash.ts';
import type { KeyRows } from '../key-rows.ts';
import type { Change } from './pair-rule.ts';

/** A rule: the keys of a row, those of `stars` with any value, and what happens to them. */
export type FanOutRule = {
  readonly row: number;
  /** A row of the same cluster: the rule's example. */
  readonly partner: number;
  /** Bit i for the i-th key of the row's shape. */
  readonly stars: number;
  readonly changes: readonly Change[];
  readonly frequency: number;
};

// A rule is eight numbers in one array: there are several rules for every URL.
const WIDTH = 8;
const ROW = 0;
const PARTNER = 1;
const STARS = 2;
const CHANGES = 3;
/** 0 for a rule that became part of another. */
const FREQUENCY = 4;
const CLUSTER = 5;
const HASH_A = 6;
const HASH_B = 7;

export class FanOutRules {
  readonly #rows: KeyRows;
  readonly #host: number;
  readonly #known = new TextNumbers();
  readonly #hash = new TextHash();
  readonly #groups = new TextNumbers();
  readonly #changes: (readonly Change[])[] = [];
  readonly #changeNumbers = new Map<string, number>();
  #data = new Int32Array(1024 * WIDTH);

  constructor(rows: KeyRows) {
    this.#rows = rows;
    this.#host = rows.keyNumber('host');
  }

  /** Adds the rule of a cluster; the same one again counts once a cluster. `cluster` must not fall from call to call. */
  add(cluster: number, row: number, partner: number, stars: number, changes: readonly Change[]): void {
    const number = this.#numberOf(changes);
    const rule = this.#rule(row, partner, stars, number);
    const data = this.#data;
    this.#showSmaller(rule, row, partner);
    if (data[rule + CLUSTER] === cluster) return;
    data[rule + FREQUENCY]!++;
    data[rule + CLUSTER] = cluster;
  }

  /** Generalizes key by key, again and again until nothing changes: at most once more than a URL has keys. */
  generalize(fanout: number): void {
    for (const [shape, rules] of this.#byShape()) {
      let active = rules;
      const { keys } = this.#rows.shapes[shape]!;
      for (let changed = active.length > fanout; changed; ) {
        changed = false;
        for (const [at, key] of keys.entries()) {
          // Rules stay those of one site.
          if (key === this.#host) continue;
          const left = this.#mergeAt(at, key, active, fanout);
          if (left === active) continue;
          active = left;
          changed = true;
        }
      }
    }
  }

  *rules(): Generator<FanOutRule> {
    const data = this.#data;
    for (let rule = 0; rule < this.#known.size * WIDTH; rule += WIDTH) {
      if (data[rule + FREQUENCY] === 0) continue;
      yield {
        row: data[rule + ROW]!,
        partner: data[rule + PARTNER]!,
        stars: data[rule + STARS]!,
        changes: this.#changes[data[rule + CHANGES]!]!,
        frequency: data[rule + FREQUENCY]!,
      };
    }
  }

  /** The rules of each shape, where they are in the data; rules of different shapes have nothing to do with each other. */
  #byShape(): Map<number, number[]> {
    const found = new Map<number, number[]>();
    for (let rule = 0; rule < this.#known.size * WIDTH; rule += WIDTH) {
      const shape = this.#rows.shapeOf[this.#data[rule + ROW]!]!;
      const list = found.get(shape);
      if (list) list.push(rule);
      else found.set(shape, [rule]);
    }
    return found;
  }

  /** The rules after merging those that differ in the value of one key only; the list itself if there was nothing to merge. */
  #mergeAt(at: number, key: number, active: number[], fanout: number): number[] {
    const group = new Int32Array(active.length).fill(-1);
    const sizes: number[] = [];
    const bit = 1 << at;
    this.#groups.clear();
    for (const [i, rule] of active.entries()) {
      if ((this.#data[rule + STARS]! & bit) !== 0) continue;
      const value = this.#valueAt(rule, at);
      this.#hash.a = this.#data[rule + HASH_A]! ^ cellA(key, value);
      this.#hash.b = this.#data[rule + HASH_B]! ^ cellB(key, value);
      const number = this.#groups.add(this.#hash);
      group[i] = number;
      sizes[number] = (sizes[number] ?? 0) + 1;
    }
    if (!sizes.some((size) => size > fanout)) return active;
    const merged = new Map<number, number>();
    const fresh: number[] = [];
    for (const [i, rule] of active.entries()) {
      const g = group[i]!;
      if (g < 0 || sizes[g]! <= fanout) continue;
      let into = merged.get(g);
      if (into === undefined) {
        into = this.#generalized(rule, bit);
        merged.set(g, into);
        if (this.#data[into + FREQUENCY] === 0) fresh.push(into);
      }
      this.#absorb(into, rule);
    }
    return [...active, ...fresh].filter((rule) => this.#data[rule + FREQUENCY]! > 0);
  }

  #generalized(rule: number, bit: number): number {
    const data = this.#data;
    const [row, partner, stars, changes] = [ROW, PARTNER, STARS, CHANGES].map((field) => data[rule + field]!);
    return this.#rule(row!, partner!, stars! | bit, changes!);
  }

  #absorb(into: number, rule: number): void {
    const data = this.#data;
    data[into + FREQUENCY]! += data[rule + FREQUENCY]!;
    data[rule + FREQUENCY] = 0;
    this.#showSmaller(into, data[rule + ROW]!, data[rule + PARTNER]!);
  }

  /** Of all examples the smallest stands for the rule, so that the order of the input does not matter. */
  #showSmaller(rule: number, row: number, partner: number): void {
    const data = this.#data;
    const { urls } = this.#rows;
    const [shown, other] = [data[rule + ROW]!, data[rule + PARTNER]!];
    if (row === shown && partner === other) return;
    const order = compareCodePoints(urls[row]!, urls[shown]!) || compareCodePoints(urls[partner]!, urls[other]!);
    if (order >= 0) return;
    data[rule + ROW] = row;
    data[rule + PARTNER] = partner;
  }

  /** Where a rule is in the data; a new one has the frequency 0. */
  #rule(row: number, partner: number, stars: number, changes: number): number {
    const { cells, shapes, shapeOf, start } = this.#rows;
    const shape = shapeOf[row]!;
    let a = cellA(~shape, changes);
    let b = cellB(~shape, changes);
    for (const [at, key] of shapes[shape]!.keys.entries()) {
      const value = (stars & (1 << at)) === 0 ? cells[start[row]! + at]! : ANY_VALUE;
      a ^= cellA(key, value);
      b ^= cellB(key, value);
    }
    this.#hash.a = a;
    this.#hash.b = b;
    const count = this.#known.size;
    const rule = this.#known.add(this.#hash) * WIDTH;
    if (this.#known.size === count) return rule;
    if (rule === this.#data.length) this.#data = doubled(this.#data);
    this.#data.set([row, partner, stars, changes, 0, -1, a, b], rule);
    return rule;
  }

  #valueAt(rule: number, at: number): number {
    return this.#rows.cells[this.#rows.start[this.#data[rule + ROW]!]! + at]!;
  }

  #numberOf(changes: readonly Change[]): number {
    let text = '';
    for (const change of changes) text += `${change.key} ${change.to} ${'number' in change ? change.number : ''};`;
    const known = this.#changeNumbers.get(text);
    if (known !== undefined) return known;
    this.#changeNumbers.set(text, this.#changes.length);
    return this.#changes.push(changes) - 1;
  }
}
