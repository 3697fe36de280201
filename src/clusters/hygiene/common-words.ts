/** Which words the addresses of a cluster have in common, and how many other addresses have them. */
import type { Groups } from '../records/groups.ts';
import type { PageTable } from '../records/page-table.ts';
import { type Address, addressOf } from './address.ts';

/** Words of a few addresses; a word of one site is another one on the next site. */
export class WordCounts {
  readonly #counts = new Map<string, number>();
  readonly #addresses: number;

  constructor(addresses: readonly Address[]) {
    this.#addresses = addresses.length;
    for (const address of addresses) {
      for (const word of wordsOf(address)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    }
  }

  /** Words in more than this share of the addresses. */
  common(share: number): string[] {
    return [...this.#counts].filter(([, count]) => count > share * this.#addresses).map(([word]) => word);
  }
}

/** How many addresses of each cluster (`cluster word`), and how many of all, have its words. */
export function countWords(
  table: PageTable,
  groups: Groups,
  wanted: ReadonlyMap<number, readonly string[]>,
): { readonly inside: ReadonlyMap<string, number>; readonly all: ReadonlyMap<string, number> } {
  const all = new Map<string, number>();
  const inside = new Map<string, number>();
  const clusterOf = new Map<number, number>();
  for (const [cluster, words] of wanted) {
    clusterOf.set(groups.roots[cluster]!, cluster);
    for (const word of words) {
      all.set(word, 0);
      inside.set(`${cluster} ${word}`, 0);
    }
  }
  for (const { number, url } of table.urls.scan((u) => groups.rootOf[u] !== -1)) {
    const cluster = clusterOf.get(groups.rootOf[number]!);
    for (const word of wordsOf(addressOf(url))) {
      const count = all.get(word);
      if (count === undefined) continue;
      all.set(word, count + 1);
      const own = `${cluster} ${word}`;
      if (cluster !== undefined && inside.has(own)) inside.set(own, inside.get(own)! + 1);
    }
  }
  return { inside, all };
}

function wordsOf({ site, words }: Address): string[] {
  return words.map((word) => `${site} ${word}`);
}
