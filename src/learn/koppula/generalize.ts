/** Generalization (KOP Algorithm 5): from the pair rules of a host to contexts with wildcards and what is done to URLs that meet them. */
import { compareKeys, type Key } from '../../rules/index.ts';
import { type ClassColumns, classColumns } from './class-columns.ts';
import { infoGains } from './info-gain.ts';
import { type KoppulaOptions, MIN_CHANGED_VALUES } from './options.ts';
import type { Table } from './table.ts';
import { isText, openText, type Transformation } from './transformation.ts';
import { ANY, type Condition, growTree } from './tree.ts';

/** A rule in the making. */
export type Draft = {
  readonly context: readonly Condition[];
  readonly pathLength: number | null;
  readonly transformation: Transformation;
  /** Rows of the table that made it. */
  readonly rows: readonly number[];
};

export type PairRules = {
  readonly table: Table;
  /** By row: the number of its transformation, and of the page whose URLs it joins. */
  readonly classOf: Int32Array;
  readonly pageOf: Int32Array;
  readonly transformations: readonly Transformation[];
};

/** Context generalization: a tree for each class, and one for all classes that differ only in the texts they set. */
export function generalizeContexts(rules: PairRules, options: KoppulaOptions): Draft[] {
  const { table, classOf, transformations } = rules;
  const rank = rankColumns(rules);
  const rowsOf: number[][] = transformations.map(() => []);
  for (const [row, c] of classOf.entries()) rowsOf[c]!.push(row);
  const families = new Map<string, number[]>();
  for (const [c, transformation] of transformations.entries()) {
    const name = openText(transformation, () => true);
    const family = families.get(name);
    if (family === undefined) families.set(name, [c]);
    else family.push(c);
  }
  const drafts: Draft[] = [];
  for (const family of families.values()) {
    const groups = family.map((c) => rowsOf[c]!);
    if (family.length > 1) groups.push(groups.flat().sort((a, b) => a - b));
    for (const rows of groups) for (const draft of classDrafts(rules, rows, rank, options)) drafts.push(draft);
  }
  return mergeTransformations(table, drafts);
}

/** Transformation generalization: under one context, transformations that set a wildcard key to different texts set it to any. */
export function mergeTransformations(table: Table, drafts: readonly Draft[]): Draft[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const isOpen = anyKeys(table, draft.context);
    let name = `${draft.pathLength}\u0001${openText(draft.transformation, isOpen)}`;
    for (const { column, value } of draft.context) name += `\u0001${column} ${value}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [draft]);
    else group.push(draft);
  }
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (group.length === 1) return first!;
    const rows = [...new Set(group.flatMap((draft) => draft.rows))].sort((a, b) => a - b);
    const transformations = group.map(({ transformation }) => transformation);
    return { ...first!, rows, transformation: unite(transformations, () => true)! };
  });
}

/** Pages that proposed it. */
export function countPages(pageOf: Int32Array, rows: readonly number[]): number {
  return new Set(rows.map((row) => pageOf[row]!)).size;
}

/** The place of each column in the order of splitting: what tells most of the transformation first, then as in a URL. */
function rankColumns({ table, classOf }: PairRules): number[] {
  const { columns } = table;
  const gains = infoGains(columns, classOf);
  const order = columns.map((_, c) => c);
  order.sort((a, b) => gains[b]! - gains[a]! || compareKeys(columns[a]!.key, columns[b]!.key) || a - b);
  const rank: number[] = [];
  for (const [place, c] of order.entries()) rank[c] = place;
  return rank;
}

/** The leaves of rows of one class, or of several that differ in texts alone. */
function classDrafts(
  { table, classOf, pageOf, transformations }: PairRules,
  rows: readonly number[],
  rank: readonly number[],
  options: KoppulaOptions,
): Draft[] {
  const first = transformations[classOf[rows[0]!]!]!;
  const { columns, pathLength }: ClassColumns = classColumns(table, rows, first);
  const isChanged = (c: number) =>
    first.changed.has(table.columns[c]!.key) || first.changed.has(table.columns[c]!.whole);
  const texts = columns.filter((c) => isChanged(c) && setsText(first, table.columns[c]!.key));
  const leaves = growTree(table, rows, {
    order: [...columns].sort((a, b) => rank[a]! - rank[b]!),
    limit: (c) => {
      // A rule is for the hosts it was learned on.
      if (table.columns[c]!.key === 'host') return Number.POSITIVE_INFINITY;
      return isChanged(c) ? Math.max(options.maxValues, MIN_CHANGED_VALUES) : options.maxValues;
    },
    isDropped: (c) => pathLength === null && table.columns[c]!.place > 0 && !isChanged(c),
    // Few pages can still be many when other transformations join under the same context.
    isKept: (own, hasAny) => countPages(pageOf, own) >= options.minFrequency || texts.some(hasAny),
  });
  return leaves.flatMap((leaf): Draft[] => {
    const classes = [...new Set(leaf.rows.map((row) => classOf[row]!))];
    const transformation = unite(
      classes.map((c) => transformations[c]!),
      anyKeys(table, leaf.context),
    );
    return transformation === null ? [] : [{ ...leaf, pathLength, transformation }];
  });
}

function setsText({ changes }: Transformation, key: Key): boolean {
  return changes.some((change) => change.key === key && isText(change.value));
}

/** True for keys of which the context allows any value. */
function anyKeys(table: Table, context: readonly Condition[]): (key: Key) => boolean {
  const keys = new Set<Key>();
  for (const { column, value } of context) if (value === ANY) keys.add(table.columns[column]!.key);
  return (key) => keys.has(key);
}

/** One transformation for several that differ in texts alone; null if a key that differs is not open. */
function unite(all: readonly Transformation[], isOpen: (key: Key) => boolean): Transformation | null {
  const [first, ...others] = all;
  if (others.length === 0) return first!;
  const changes = first!.changes.map((change, i) => {
    const { key, value } = change;
    const isSame = others.every((other) => sameText(other.changes[i]!.value, value));
    return isSame ? change : isOpen(key) ? { key, value: { any: true as const } } : null;
  });
  return changes.includes(null) ? null : { ...first!, changes: changes.filter((change) => change !== null) };
}

function sameText(a: Transformation['changes'][number]['value'], b: typeof a): boolean {
  if ('lit' in a && 'lit' in b) return a.lit === b.lit;
  return 'lit' in a === 'lit' in b;
}
