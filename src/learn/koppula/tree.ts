/** The tree of one class (KOP Algorithm 5): rows split key by key, by value where values are few, not at all where they are many. */
import type { Table } from './table.ts';

/** The value of a condition that any value meets. */
export const ANY = -1;

export type Condition = { readonly column: number; readonly value: number };
export type Leaf = { readonly context: readonly Condition[]; readonly rows: readonly number[] };

export type TreeOptions = {
  /** Columns in the order in which they split. */
  readonly order: readonly number[];
  /** More values than this in a node are any value. */
  readonly limit: (column: number) => number;
  /** Whether a column of any value says nothing. */
  readonly isDropped: (column: number) => boolean;
  /** Whether the leaf is wanted; others are not built. */
  readonly isKept: (rows: readonly number[], hasAny: (column: number) => boolean) => boolean;
};

/** The leaves of the rows. Rows that lack a key stay where they are, so that the cost is that of the cells. */
export function growTree(table: Table, rows: readonly number[], options: TreeOptions): Leaf[] {
  const tree = new Tree(rows.length);
  const cells = new Map<number, { readonly rows: number[]; readonly values: number[] }>();
  for (const column of options.order) cells.set(column, { rows: [], values: [] });
  for (let r = 0; r < rows.length; r++) {
    for (const { column, value } of table.cells[rows[r]!]!) {
      const list = cells.get(column);
      if (list === undefined) continue;
      list.rows.push(r);
      list.values.push(value);
    }
  }
  for (const [column, list] of cells)
    tree.split(column, list.rows, list.values, options.limit(column), options.isDropped(column));
  const leaves: Leaf[] = [];
  for (const [node, members] of tree.leaves()) {
    const own = members.map((r) => rows[r]!);
    const hasAny = (column: number) => tree.hasAny(node, column);
    if (options.isKept(own, hasAny)) leaves.push({ context: tree.context(node), rows: own });
  }
  return leaves;
}

class Tree {
  readonly #nodeOf: Int32Array;
  /** By node; the first is the root. */
  readonly #parent: number[] = [-1];
  readonly #column: number[] = [-1];
  readonly #value: number[] = [ANY];

  constructor(rows: number) {
    this.#nodeOf = new Int32Array(rows);
  }

  split(column: number, rows: readonly number[], values: readonly number[], limit: number, isDropped: boolean): void {
    const children = new Map<number, Map<number, number>>();
    for (const [i, row] of rows.entries()) {
      const node = this.#nodeOf[row]!;
      const known = children.get(node);
      if (known === undefined) children.set(node, new Map([[values[i]!, -1]]));
      else if (known.size <= limit) known.set(values[i]!, -1);
    }
    for (const [i, row] of rows.entries()) {
      const node = this.#nodeOf[row]!;
      const known = children.get(node)!;
      const isAny = known.size > limit;
      if (isAny && isDropped) continue;
      const value = isAny ? ANY : values[i]!;
      let child = known.get(value) ?? -1;
      if (child === -1) {
        child = this.#parent.push(node) - 1;
        this.#column.push(column);
        this.#value.push(value);
        known.set(value, child);
      }
      this.#nodeOf[row] = child;
    }
  }

  leaves(): Map<number, number[]> {
    const leaves = new Map<number, number[]>();
    for (const [row, node] of this.#nodeOf.entries()) {
      const members = leaves.get(node);
      if (members === undefined) leaves.set(node, [row]);
      else members.push(row);
    }
    return leaves;
  }

  hasAny(node: number, column: number): boolean {
    for (let at = node; at !== 0; at = this.#parent[at]!)
      if (this.#column[at] === column) return this.#value[at] === ANY;
    return false;
  }

  context(node: number): Condition[] {
    const context: Condition[] = [];
    for (let at = node; at !== 0; at = this.#parent[at]!)
      context.push({ column: this.#column[at]!, value: this.#value[at]! });
    return context.sort((a, b) => a.column - b.column);
  }
}
