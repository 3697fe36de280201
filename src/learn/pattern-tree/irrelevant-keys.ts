/** Keys that do not matter at a node: URLs that differ in nothing else are the same page. */
import { parseKey } from '../../rules/index.ts';
import { ABSENT } from '../key-rows.ts';
import type { HashIndex } from './hash-index.ts';
import { isBorneOut, type PairTally, supportOf, type Tally } from './pair-tally.ts';
import { FREE, isIn, type PatternTree, STAR } from './pattern-tree.ts';
import type { SiteTable } from './site-table.ts';

/** A key, and what becomes of it: any value where all URLs have one, nothing where some have none. */
export type IrrelevantKey = { readonly key: number; readonly to: 'any' | 'absent' };

/** Finds, node by node, the keys that can be left out. */
export class IrrelevantKeys {
  readonly #site: SiteTable;
  readonly #tree: PatternTree;
  readonly #index: HashIndex;
  readonly #pairs: PairTally;
  /** The last count in which each URL was. */
  readonly #counted: Int32Array;
  #round = 0;

  constructor(site: SiteTable, tree: PatternTree, index: HashIndex, pairs: PairTally) {
    this.#site = site;
    this.#tree = tree;
    this.#index = index;
    this.#pairs = pairs;
    this.#counted = new Int32Array(site.urls.length);
  }

  /** The keys that can be left out together, and the pairs this joins; null if there are none. */
  find(node: number, states: Int32Array, maxFpr: number): { keys: IrrelevantKey[]; tally: Tally } | null {
    const found: (IrrelevantKey & { readonly tally: Tally })[] = [];
    for (let key = 0; key < states.length; key++) {
      if (states[key] !== FREE && states[key] !== STAR) continue;
      const to = this.#changeOf(node, key);
      if (to === null) continue;
      const tally = to === 'any' ? this.#tallyWithout(node, [key]) : this.#tallyAbsent(node, key);
      if (!isBorneOut(tally, maxFpr)) continue;
      // That a key may be missing must have been seen, not only that its value does not matter where it is not.
      if (to === 'absent' && this.#tallyPresent(node, key).truePairs === tally.truePairs) continue;
      found.push({ key, to, tally });
    }
    // The last to stay are those with the fewest false pairs, then the most pairs.
    found.sort(
      (a, b) => shareOf(a.tally) - shareOf(b.tally) || supportOf(b.tally) - supportOf(a.tally) || a.key - b.key,
    );
    for (let count = found.length; count > 0; count--) {
      const keys = found.slice(0, count).map(({ key, to }) => ({ key, to }));
      const numbers = keys.map(({ key }) => key);
      const tally = count === 1 ? found[0]!.tally : this.#tallyWithout(node, numbers);
      if (isBorneOut(tally, maxFpr)) return { keys: keys.sort((a, b) => a.key - b.key), tally };
    }
    return null;
  }

  /** Null if all URLs of the node have the same value, or if the key cannot be left out. */
  #changeOf(node: number, key: number): IrrelevantKey['to'] | null {
    const { from, to } = this.#tree.nodes[node]!;
    const column = this.#site.columns[key]!;
    let count = 0;
    let first = ABSENT;
    let varies = false;
    this.#eachPresent(node, key, (url) => {
      if (count++ === 0) first = column[url]!;
      else if (column[url] !== first) varies = true;
    });
    if (count === to - from) return varies ? 'any' : null;
    if (count === 0) return null;
    const parts = parseKey(this.#site.keys[key]!);
    if (parts?.part === 'query') return 'absent';
    // Only the last component can be absent in one URL and left out of another; a scheme cannot be left out at all.
    if (parts?.part !== 'path') return null;
    if (!this.#site.keys[key + 1]?.startsWith('path[')) return 'absent';
    let isLast = true;
    this.#eachPresent(node, key + 1, () => {
      isLast = false;
    });
    return isLast ? 'absent' : null;
  }

  /** Pairs of the node's URLs that agree in all keys but these. */
  #tallyWithout(node: number, keys: readonly number[]): Tally {
    const { from, to } = this.#tree.nodes[node]!;
    const { columns, hashA, hashB, cellA, cellB } = this.#site;
    for (let i = from; i < to; i++) {
      const url = this.#tree.order[i]!;
      let a = hashA[url]!;
      let b = hashB[url]!;
      for (const key of keys) {
        const value = columns[key]![url]!;
        a ^= cellA(key, value);
        b ^= cellB(key, value);
      }
      this.#pairs.add(url, a, b);
    }
    return this.#pairs.count(this.#site);
  }

  /** The same for one key, without looking at URLs that lack it, but for those that are left when others lose it. */
  #tallyAbsent(node: number, key: number): Tally {
    const range = this.#tree.nodes[node]!;
    this.#round++;
    this.#eachWithout(node, key, (url, a, b) => {
      this.#pairs.add(url, a, b);
      this.#index.each(a, b, (other) => {
        if (this.#counted[other] === this.#round || !isIn(range, this.#tree.place[other]!)) return;
        this.#counted[other] = this.#round;
        this.#pairs.add(other, a, b);
      });
    });
    return this.#pairs.count(this.#site);
  }

  #tallyPresent(node: number, key: number): Tally {
    this.#eachWithout(node, key, (url, a, b) => this.#pairs.add(url, a, b));
    return this.#pairs.count(this.#site);
  }

  /** The node's URLs that have the key, with the hash of their other keys. */
  #eachWithout(node: number, key: number, visit: (url: number, a: number, b: number) => void): void {
    const { columns, hashA, hashB, cellA, cellB } = this.#site;
    this.#eachPresent(node, key, (url) => {
      const value = columns[key]![url]!;
      visit(url, hashA[url]! ^ cellA(key, value), hashB[url]! ^ cellB(key, value));
    });
  }

  /** The node's URLs that have the key, in the order of their texts; looks at the fewer of both. */
  #eachPresent(node: number, key: number, visit: (url: number) => void): void {
    const range = this.#tree.nodes[node]!;
    const present = this.#site.present[key]!;
    const { order, place } = this.#tree;
    if (present.length < range.to - range.from) {
      for (const url of present) if (isIn(range, place[url]!)) visit(url);
      return;
    }
    const column = this.#site.columns[key]!;
    for (let i = range.from; i < range.to; i++) if (column[order[i]!] !== ABSENT) visit(order[i]!);
  }
}

function shareOf(tally: Tally): number {
  return tally.falsePairs / supportOf(tally);
}
