/** Packs rows that come in the order of their clusters: nothing need be looked up, so nothing is held besides the clusters themselves. */
import { EngineError, type KernelMemory } from '../../base/index.ts';
import type { ClusterRow } from '../cluster-table.ts';
import { membersOf, type PackedClusters } from './packed-clusters.ts';
import { BYTES_PER_UNIT, writeText } from './text-bytes.ts';
import { KERNEL_FROM, MOST_TEXT, openTextRoom, textIn } from './text-room.ts';

/** How much there is at most. Memory that is asked for and never written to costs nothing. */
export type RowCounts = {
  readonly urls: number;
  readonly bytes: number;
  readonly clusters: number;
  readonly wides: number;
};

export class RowPack {
  readonly #memory: KernelMemory | null;
  #bytes: Uint8Array;
  /** Where each URL begins, and behind the last one its end. */
  readonly #starts: Int32Array;
  readonly #cluster: Int32Array;
  readonly #wide: Int32Array;
  #count = 0;
  #isWellFormed = true;
  /** The number that each cluster, and each wide group, has among all. */
  readonly #ids: Int32Array;
  readonly #wideIds: Int32Array;
  #size = 0;
  #wides = 0;
  /** The number of a wide group here, from 1. */
  readonly #wideOf: Int32Array;
  /** Least and most bytes of the bodies of a cluster, and 1; nothing is known where it is 0. */
  readonly #sizes: Float64Array;

  constructor({ urls, bytes, clusters, wides }: RowCounts) {
    this.#memory = bytes < KERNEL_FROM ? null : openTextRoom();
    this.#bytes = this.#memory ? textIn(this.#memory, MOST_TEXT) : new Uint8Array(bytes);
    this.#starts = new Int32Array(urls + 1);
    this.#cluster = new Int32Array(urls);
    this.#wide = new Int32Array(urls);
    this.#ids = new Int32Array(clusters);
    this.#wideIds = new Int32Array(wides);
    this.#wideOf = new Int32Array(wides + 1);
    this.#sizes = new Float64Array(2 * clusters);
  }

  /** Rows of a cluster come one after the other. */
  add({ url, cluster, wide, length }: ClusterRow): void {
    const count = this.#count++;
    const start = this.#starts[count]!;
    this.#reserve(start + url.length * BYTES_PER_UNIT);
    this.#starts[count + 1] = writeText(url, this.#bytes, start);
    this.#isWellFormed &&= url.isWellFormed();
    if (this.#size === 0 || this.#ids[this.#size - 1] !== cluster) this.#ids[this.#size++] = cluster;
    this.#cluster[count] = this.#size - 1;
    if (this.#wideOf[wide] === 0) {
      this.#wideIds[this.#wides++] = wide;
      this.#wideOf[wide] = this.#wides;
    }
    this.#wide[count] = this.#wideOf[wide]! - 1;
    if (length === undefined) return;
    const at = 2 * (this.#size - 1);
    const [least, most] = [this.#sizes[at]!, this.#sizes[at + 1]!];
    this.#sizes[at] = least === 0 ? length + 1 : Math.min(least, length + 1);
    this.#sizes[at + 1] = Math.max(most, length + 1);
  }

  /** Clusters and URLs in the order they came; nothing can be added after. */
  finish(): PackedClusters {
    const count = this.#count;
    const cluster = this.#cluster.subarray(0, count);
    const [ids, wideIds, sizes] = [this.#ids, this.#wideIds, this.#sizes];
    return {
      urls: {
        count,
        bytes: this.#bytes,
        starts: this.#starts.subarray(0, count),
        ends: this.#starts.subarray(1, count + 1),
        isWellFormed: this.#isWellFormed,
        ...(this.#memory && { memory: this.#memory }),
      },
      size: this.#size,
      cluster,
      ...membersOf(cluster, this.#size),
      wide: this.#wide.subarray(0, count),
      wides: this.#wides,
      idOf: (c) => String(ids[c]),
      wideIdOf: (w) => String(wideIds[w]),
      sizesOf: (c) => (sizes[2 * c] === 0 ? undefined : [sizes[2 * c]! - 1, sizes[2 * c + 1]! - 1]),
    };
  }

  #reserve(end: number): void {
    if (end <= this.#bytes.length) return;
    if (end > MOST_TEXT) {
      throw new EngineError(
        'too-much-text',
        'more than 2 GB of URLs do not fit into memory; learn from a part of them, such as some of the hosts',
      );
    }
    const larger = new Uint8Array(Math.min(MOST_TEXT, Math.max(end, 2 * this.#bytes.length)));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
