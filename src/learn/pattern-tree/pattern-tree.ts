/** The tree of URL patterns of one site: split by the most regular key first, its salient values apart and the others together. */
import { ABSENT } from '../key-rows.ts';
import { entropyOf, type Frequency, salientValues } from './salience.ts';
import type { SiteTable } from './site-table.ts';

/** What a pattern says of a key beside the number of a value or ABSENT: any value, or nothing. */
export const STAR = -1;
export const FREE = -2;

export type PatternNode = {
  /** -1 for the root. */
  readonly parent: number;
  /** The node's URLs are `order[from]` to `order[to - 1]`, in the order of their texts. */
  readonly from: number;
  readonly to: number;
  /** Keys and what the pattern says of them, beside what the parent's says. */
  readonly assigned: [key: number, state: number][];
  isLeaf: boolean;
};

export type PatternTree = {
  readonly nodes: readonly PatternNode[];
  readonly order: Int32Array;
  /** Where each URL is in `order`. */
  readonly place: Int32Array;
};

export type TreeOptions = { readonly minNode: number; readonly minSalient: number; readonly smallFlat: number };

/**
 * Keys that do not divide a node's URLs, because they all have one value or none that stands out, are assigned at the node itself: the
 * node stands for the whole chain of nodes with the same URLs. What is left to split goes on a list; the depth is that of the keys.
 */
export function buildPatternTree(site: SiteTable, options: TreeOptions): PatternTree {
  const size = site.urls.length;
  const order = Int32Array.from({ length: size }, (_, u) => u);
  const place = order.slice();
  const nodes: PatternNode[] = [{ parent: -1, from: 0, to: size, assigned: [], isLeaf: true }];
  const tree = { nodes, order, place };
  const counter = new ValueCounter(site, tree);
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n]!;
    if (node.to - node.from < options.minNode) continue;
    for (const { key } of unusedKeys(site, nodes, n, counter)) {
      const split = splitAt(site, key, node, tree, counter, options);
      if (split.parts.length < 2) {
        node.assigned.push([key, split.parts[0]!]);
        continue;
      }
      node.isLeaf = false;
      let from = node.from;
      for (const [part, state] of split.parts.entries()) {
        const to = from + split.sizes[part]!;
        nodes.push({ parent: n, from, to, assigned: [[key, state]], isLeaf: true });
        from = to;
      }
      break;
    }
  }
  return tree;
}

/** What the pattern of a node says of every key. */
export function patternOf(site: SiteTable, { nodes }: PatternTree, node: number): Int32Array {
  const states = new Int32Array(site.keys.length).fill(FREE);
  for (let n = node; n >= 0; n = nodes[n]!.parent) for (const [key, state] of nodes[n]!.assigned) states[key] = state;
  return states;
}

/** The same, and of keys that the tree has not come to: any value, if all URLs of the node have one. */
export function closedPatternOf(site: SiteTable, tree: PatternTree, node: number): Int32Array {
  const states = patternOf(site, tree, node);
  const { from, to } = tree.nodes[node]!;
  for (const [key, column] of site.columns.entries()) {
    if (states[key] !== FREE) continue;
    let i = from;
    while (i < to && column[tree.order[i]!] !== ABSENT) i++;
    if (i === to) states[key] = STAR;
  }
  return states;
}

/** Keys that the pattern says nothing of, the most regular first. */
function unusedKeys(
  site: SiteTable,
  nodes: readonly PatternNode[],
  n: number,
  counter: ValueCounter,
): { key: number; entropy: number }[] {
  const { from, to } = nodes[n]!;
  const used = new Set<number>();
  for (let up = n; up >= 0; up = nodes[up]!.parent) for (const [key] of nodes[up]!.assigned) used.add(key);
  const unused: { key: number; entropy: number }[] = [];
  for (let key = 0; key < site.keys.length; key++) {
    if (used.has(key)) continue;
    const counts = counter.count(key, from, to).map(({ count }) => count);
    // Sums that differ in the last digits only are equal.
    unused.push({ key, entropy: Math.round(entropyOf(counts, to - from) * 1e9) });
  }
  return unused.sort((a, b) => a.entropy - b.entropy || a.key - b.key);
}

/** Divides a node's range of `order` by the values of a key, and says what each part has: a salient value, none, or any other. */
function splitAt(
  site: SiteTable,
  key: number,
  { from, to }: PatternNode,
  { order, place }: PatternTree,
  counter: ValueCounter,
  options: TreeOptions,
): { parts: number[]; sizes: number[] } {
  const column = site.columns[key]!;
  const frequencies = counter.count(key, from, to);
  const present = frequencies.filter(({ value }) => value !== ABSENT);
  const salient = salientValues(present, site.textOf, options);
  const parts = [...salient];
  if (present.length < frequencies.length) parts.push(ABSENT);
  if (salient.length < present.length) parts.push(STAR);
  if (parts.length < 2) return { parts, sizes: [to - from] };
  const partOf = new Map(parts.map((state, part) => [state, part]));
  const members: number[][] = parts.map(() => []);
  const rest = parts.length - 1;
  for (let i = from; i < to; i++) members[partOf.get(column[order[i]!]!) ?? rest]!.push(order[i]!);
  let at = from;
  for (const part of members) {
    for (const url of part) {
      place[url] = at;
      order[at++] = url;
    }
  }
  return { parts, sizes: members.map(({ length }) => length) };
}

/** True if the URL at this place is one of the node's. */
export function isIn({ from, to }: Pick<PatternNode, 'from' | 'to'>, place: number): boolean {
  return place >= from && place < to;
}

/** Counts values with one array for all of them, which is cleared by what was counted. */
class ValueCounter {
  readonly #site: SiteTable;
  readonly #tree: PatternTree;
  #counts = new Int32Array(1024);
  #values: number[] = [];

  constructor(site: SiteTable, tree: PatternTree) {
    this.#site = site;
    this.#tree = tree;
  }

  /** The values of a key in a range of `order`. Of a key that few URLs have, only those are looked at. */
  count(key: number, from: number, to: number): Frequency[] {
    const { order, place } = this.#tree;
    const column = this.#site.columns[key]!;
    const present = this.#site.present[key]!;
    this.#values = [];
    let absent = 0;
    if (present.length < to - from) {
      absent = to - from;
      for (const url of present) {
        if (!isIn({ from, to }, place[url]!)) continue;
        this.#add(column[url]!);
        absent--;
      }
    } else for (let i = from; i < to; i++) this.#add(column[order[i]!]!);
    const found = this.#values.map((value) => {
      const count = this.#counts[value]!;
      this.#counts[value] = 0;
      return { value, count };
    });
    if (absent > 0) found.push({ value: ABSENT, count: absent });
    return found;
  }

  #add(value: number): void {
    if (value >= this.#counts.length) {
      const bigger = new Int32Array(Math.max(value + 1, this.#counts.length * 2));
      bigger.set(this.#counts);
      this.#counts = bigger;
    }
    if (this.#counts[value]!++ === 0) this.#values.push(value);
  }
}
