/** Counts the pairs of URLs that a rule would join, by what is known of them, from the sizes of groups alone. */
import { type Labels, TextHash, TextNumbers } from '../../clusters/index.ts';
import type { SiteTable } from './site-table.ts';

export type Tally = {
  /** Pairs of one page, and pairs of certainly different pages. */
  readonly truePairs: number;
  readonly falsePairs: number;
  /** Clusters with a pair of one page. */
  readonly clusters: number;
  /** The first pair of one page. */
  readonly example: readonly [number, number] | null;
};

/** Pairs of which something is known. */
export function supportOf({ truePairs, falsePairs }: Tally): number {
  return truePairs + falsePairs;
}

/** True if the pairs speak for it and not more than a share of them against it. */
export function isBorneOut(tally: Tally, maxFpr: number): boolean {
  return tally.truePairs > 0 && tally.falsePairs <= maxFpr * supportOf(tally);
}

/** Takes URL after URL with the hash of its form; the memory is used again for the next count. */
export class PairTally {
  readonly #numbers = new TextNumbers();
  readonly #hash = new TextHash();
  readonly #wide: Int32Array;
  readonly #page: Int32Array;
  readonly #first: Int32Array;
  readonly #counted: Int32Array;
  #round = 0;
  #groups: number[][] = [];

  constructor(labels: Labels) {
    this.#wide = new Int32Array(labels.wides);
    this.#page = new Int32Array(labels.pages);
    this.#first = new Int32Array(labels.pages);
    this.#counted = new Int32Array(labels.clusters);
  }

  add(url: number, a: number, b: number): void {
    this.#hash.a = a;
    this.#hash.b = b;
    const group = this.#numbers.add(this.#hash);
    if (group === this.#groups.length) this.#groups.push([url]);
    else this.#groups[group]!.push(url);
  }

  /** Counts what was added since the last call. */
  count(site: SiteTable): Tally {
    let truePairs = 0;
    let falsePairs = 0;
    let clusters = 0;
    let example: readonly [number, number] | null = null;
    this.#round++;
    for (const members of this.#groups) {
      if (members.length < 2) continue;
      let sameWide = 0;
      for (const url of members) {
        const page = site.page[url]!;
        sameWide += this.#wide[site.wide[url]!]!++;
        const before = this.#page[page]!++;
        if (before === 0) {
          this.#first[page] = url;
          continue;
        }
        truePairs += before;
        example ??= [this.#first[page]!, url];
        if (this.#counted[site.cluster[url]!] === this.#round) continue;
        this.#counted[site.cluster[url]!] = this.#round;
        clusters++;
      }
      falsePairs += (members.length * (members.length - 1)) / 2 - sameWide;
      for (const url of members) {
        this.#wide[site.wide[url]!] = 0;
        this.#page[site.page[url]!] = 0;
      }
    }
    this.#groups = [];
    this.#numbers.clear();
    return { truePairs, falsePairs, clusters, example };
  }
}
