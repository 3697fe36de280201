/** URLs by cluster: which are in, and who is with whom. */
import type { Union } from '../union.ts';

export class Groups {
  /** The smallest URL of each URL's cluster; -1 for URLs that are in none. */
  readonly rootOf: Int32Array;
  /** URLs of the clusters one after the other, in order. */
  readonly members: Int32Array;
  /** Smallest URLs of the clusters, in order. */
  readonly roots: Int32Array;
  /** Where the members of each cluster start, and one more for the end. */
  readonly starts: Int32Array;

  constructor(count: number, union: Union, isIn: (url: number) => boolean) {
    const rootOf = new Int32Array(count).fill(-1);
    // The union stands on the smallest of all; the smallest that is in may be another.
    const least = new Int32Array(count).fill(-1);
    const sizes = new Int32Array(count);
    let inside = 0;
    let clusters = 0;
    for (let u = 0; u < count; u++) {
      if (!isIn(u)) continue;
      const root = union.root(u);
      if (least[root] === -1) {
        least[root] = u;
        clusters++;
      }
      rootOf[u] = least[root]!;
      sizes[least[root]!]!++;
      inside++;
    }
    this.rootOf = rootOf;
    this.roots = new Int32Array(clusters);
    this.starts = new Int32Array(clusters + 1);
    this.members = new Int32Array(inside);
    // From here on the place of the next member of each cluster.
    let cluster = 0;
    let at = 0;
    for (let u = 0; u < count; u++) {
      if (rootOf[u] !== u) continue;
      this.roots[cluster] = u;
      this.starts[cluster++] = at;
      least[u] = at;
      at += sizes[u]!;
    }
    this.starts[clusters] = at;
    for (let u = 0; u < count; u++) if (rootOf[u] !== -1) this.members[least[rootOf[u]!]!++] = u;
  }

  get size(): number {
    return this.roots.length;
  }

  sizeOf(cluster: number): number {
    return this.starts[cluster + 1]! - this.starts[cluster]!;
  }

  membersOf(cluster: number): Int32Array {
    return this.members.subarray(this.starts[cluster], this.starts[cluster + 1]);
  }
}
