/** Clusters by given labels, in plain strings and maps: what the packed ones must agree with. */
import { compareCodePoints } from '../../base/index.ts';
import type { Cluster, ClusterNote } from '../cluster.ts';
import { smallestOf } from '../smallest.ts';
import { doubled } from '../text-numbers.ts';
import { completeWide } from '../wide.ts';

/** Cluster of a URL that was seen in two. */
const CONTRADICTED = -1;

/** Holds URLs and numbers; objects are made at the end, one a cluster. */
export class LabelClusters {
  readonly #urls = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  readonly #wideIds = new Map<string, number>();
  #cluster = new Int32Array(1024);
  /** Number of the wide id, or -1. */
  #wide = new Int32Array(1024);
  readonly #inTwoClusters = new Set<string>();
  readonly #inTwoWideGroups = new Set<string>();

  has(url: string): boolean {
    return this.#urls.has(url);
  }

  add(url: string, id: string, wideId: string | undefined): void {
    const cluster = numberOf(this.#ids, id);
    const wide = wideId === undefined ? -1 : numberOf(this.#wideIds, wideId);
    const known = this.#urls.get(url);
    if (known !== undefined) {
      this.#addAgain(url, known, cluster, wide);
      return;
    }
    const number = this.#urls.size;
    if (number === this.#cluster.length) {
      this.#cluster = doubled(this.#cluster);
      this.#wide = doubled(this.#wide);
    }
    this.#urls.set(url, number);
    this.#cluster[number] = cluster;
    this.#wide[number] = wide;
  }

  /** Clusters in the order their ids came, URLs in the order they came. */
  finish(): { clusters: Cluster[]; notes: ClusterNote[] } {
    const sizes = new Int32Array(this.#ids.size);
    for (let u = 0; u < this.#urls.size; u++) if (this.#cluster[u] !== CONTRADICTED) sizes[this.#cluster[u]!]!++;
    // Arrays of the right size: those that grow keep room for many more.
    const members = Array.from(sizes, (size) => new Array<string>(size));
    const wides = this.#wideIds.size === 0 ? null : Array.from(sizes, (size) => new Array<string>(size));
    const wideIds = [...this.#wideIds.keys()];
    const filled = new Int32Array(sizes.length);
    for (const [url, number] of this.#urls) {
      const cluster = this.#cluster[number]!;
      if (cluster === CONTRADICTED) continue;
      const place = filled[cluster]!++;
      members[cluster]![place] = url;
      if (wides) wides[cluster]![place] = wideIds[this.#wide[number]!] ?? '';
    }
    const clusters: Cluster[] = [];
    for (const [id, c] of this.#ids) {
      if (sizes[c] === 0) continue;
      clusters.push(wides ? { id, urls: members[c]!, wide: completeWide(wides[c]!, id) } : { id, urls: members[c]! });
    }
    const notes = [
      ...noteOf('url-in-two-clusters', this.#inTwoClusters),
      ...noteOf('url-in-two-wide-groups', this.#inTwoWideGroups),
    ];
    return { clusters, notes };
  }

  #addAgain(url: string, number: number, cluster: number, wide: number): void {
    if (this.#cluster[number] !== cluster) {
      this.#inTwoClusters.add(url);
      this.#cluster[number] = CONTRADICTED;
      return;
    }
    const before = this.#wide[number]!;
    if (wide === -1 || wide === before) return;
    if (before !== -1) this.#inTwoWideGroups.add(url);
    // The smaller number would depend on the order of the lines.
    if (before === -1 || compareCodePoints(this.#wideId(wide), this.#wideId(before)) < 0) this.#wide[number] = wide;
  }

  /** Slow, for the rare contradiction. */
  #wideId(number: number): string {
    return [...this.#wideIds.keys()][number]!;
  }
}

function numberOf(numbers: Map<string, number>, id: string): number {
  const known = numbers.get(id);
  if (known !== undefined) return known;
  numbers.set(id, numbers.size);
  return numbers.size - 1;
}

function noteOf(code: string, urls: ReadonlySet<string>): ClusterNote[] {
  return urls.size === 0 ? [] : [{ code, count: urls.size, example: smallestOf([...urls]) }];
}
