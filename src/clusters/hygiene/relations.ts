/** Which addresses of a cluster have something in common that is not common to the whole site. */
import type { Groups } from '../records/groups.ts';
import type { PageTable } from '../records/page-table.ts';
import { TextHash } from '../text-hash.ts';
import { TextNumbers } from '../text-numbers.ts';
import { Union } from '../union.ts';
import { type Address, addressOf } from './address.ts';
import { OWN_CLUSTERS, OWN_SHARE } from './thresholds.ts';

/**
 * For each cluster the number of groups of addresses that are unrelated to each other. Two addresses are related if they
 * share a word that stands in few clusters: the name of a page is such a word, `wiki` in the URLs of a wiki is not.
 */
export function countUnrelated(
  table: PageTable,
  groups: Groups,
  addresses: ReadonlyMap<number, readonly Address[]>,
): Map<number, number> {
  const spread = new WordSpread();
  for (const of of addresses.values()) for (const address of of) spread.learn(address);
  // One URL stands for each cluster: a page with many URLs is one page that has the word.
  if (addresses.size > 0) {
    for (const { url } of table.urls.scan((u) => groups.rootOf[u] === u)) spread.meet(addressOf(url));
  }
  const counts = new Map<number, number>();
  for (const [cluster, of] of addresses) counts.set(cluster, unrelatedOf(of, spread));
  return counts;
}

function unrelatedOf(addresses: readonly Address[], spread: WordSpread): number {
  const union = new Union(addresses.length);
  const first = new Map<number, number>();
  for (const [i, address] of addresses.entries()) {
    for (const word of spread.ownWords(address)) {
      const other = first.get(word);
      if (other === undefined) first.set(word, i);
      else union.join(other, i);
    }
  }
  return union.count();
}

/** In how many clusters words stand; a word of one site is another one on the next site. */
class WordSpread {
  readonly #words = new TextNumbers();
  readonly #hash = new TextHash();
  #clusters = new Int32Array(0);
  readonly #sites = new Map<string, number>();

  learn(address: Address): void {
    this.#sites.set(address.site, 0);
    for (const word of address.words) this.#words.add(this.#hashOf(address, word));
  }

  meet(address: Address): void {
    if (this.#clusters.length < this.#words.size) this.#clusters = new Int32Array(this.#words.size);
    const pages = this.#sites.get(address.site);
    if (pages === undefined) return;
    this.#sites.set(address.site, pages + 1);
    for (const word of address.words) {
      const number = this.#words.find(this.#hashOf(address, word));
      if (number !== -1) this.#clusters[number]!++;
    }
  }

  /** Words that tell pages apart. */
  ownWords(address: Address): number[] {
    const most = Math.max(OWN_CLUSTERS, OWN_SHARE * this.#sites.get(address.site)!);
    const numbers = address.words.map((word) => this.#words.find(this.#hashOf(address, word)));
    return numbers.filter((word) => this.#clusters[word]! <= most);
  }

  #hashOf({ site }: Address, word: string): TextHash {
    return this.#hash.ofText(`${site} ${word}`);
  }
}
