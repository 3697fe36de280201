/** Pairs of sites with what they share, in columns: tens of millions of them fit into memory. */
import { EngineError } from '../base/index.ts';
import { doubled } from '../clusters/index.ts';

/** Columns, sorted by the smaller and then the larger number of the two sites. */
export type PairList = {
  readonly size: number;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Clusters that both sites have. */
  readonly shared: Int32Array;
  /** The same, a cluster of n sites counting 1/n. */
  readonly weight: Float64Array;
};

/** About 40 bytes each. */
const MOST_PAIRS = 60_000_000;

export class PairSet {
  size = 0;
  #slots = new Int32Array(2048).fill(-1);
  #a = new Int32Array(1024);
  #b = new Int32Array(1024);
  #shared = new Int32Array(1024);
  #weight = new Float64Array(1024);

  /** Counts a cluster that both have; with a weight of 0 the pair is only noted. */
  add(x: number, y: number, weight: number): void {
    const a = Math.min(x, y);
    const b = Math.max(x, y);
    let slot = this.#slotOf(a, b);
    if (this.#slots[slot] === -1) {
      if (this.size === this.#a.length) {
        this.#grow();
        slot = this.#slotOf(a, b);
      }
      this.#a[this.size] = a;
      this.#b[this.size] = b;
      this.#slots[slot] = this.size++;
    }
    if (weight === 0) return;
    const pair = this.#slots[slot]!;
    this.#shared[pair]!++;
    this.#weight[pair]! += weight;
  }

  has(x: number, y: number): boolean {
    return this.#slots[this.#slotOf(Math.min(x, y), Math.max(x, y))] !== -1;
  }

  list(): PairList {
    const order = Int32Array.from({ length: this.size }, (_, i) => i);
    order.sort((x, y) => this.#a[x]! - this.#a[y]! || this.#b[x]! - this.#b[y]!);
    return {
      size: this.size,
      a: order.map((i) => this.#a[i]!),
      b: order.map((i) => this.#b[i]!),
      shared: order.map((i) => this.#shared[i]!),
      weight: Float64Array.from(order, (i) => this.#weight[i]!),
    };
  }

  #slotOf(a: number, b: number): number {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(a, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & mask;
    for (;;) {
      const pair = this.#slots[slot]!;
      if (pair === -1 || (this.#a[pair] === a && this.#b[pair] === b)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    if (this.size >= MOST_PAIRS) {
      throw new EngineError(
        'too-many-candidates',
        'more than 60 million pairs of sites share a page; look at a part of the sites, or at clusters of fewer sites (maxSites)',
      );
    }
    this.#a = doubled(this.#a);
    this.#b = doubled(this.#b);
    this.#shared = doubled(this.#shared);
    const weight = new Float64Array(this.#weight.length * 2);
    weight.set(this.#weight);
    this.#weight = weight;
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let pair = 0; pair < this.size; pair++) this.#slots[this.#slotOf(this.#a[pair]!, this.#b[pair]!)] = pair;
  }
}
