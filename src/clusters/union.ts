/** Joins numbered things into groups (union-find). */

export class Union {
  readonly #parent: Int32Array;

  constructor(size: number) {
    this.#parent = new Int32Array(size);
    for (let i = 0; i < size; i++) this.#parent[i] = i;
  }

  /** The member that stands for the group. */
  root(member: number): number {
    const parent = this.#parent;
    while (parent[member] !== member) {
      parent[member] = parent[parent[member]!]!;
      member = parent[member]!;
    }
    return member;
  }

  join(a: number, b: number): void {
    const x = this.root(a);
    const y = this.root(b);
    // The smaller number stands for the group, so that the order of joining does not matter.
    if (x < y) this.#parent[y] = x;
    else this.#parent[x] = y;
  }

  /** How many groups there are. */
  count(): number {
    let groups = 0;
    for (let i = 0; i < this.#parent.length; i++) if (this.#parent[i] === i) groups++;
    return groups;
  }
}
