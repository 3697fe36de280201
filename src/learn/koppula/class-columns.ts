/** The keys that the context of a class of pair rules is made of: those with the same transformation (`spec` 5, section 5, step 2). */
import type { Key } from '../../rules/index.ts';
import type { Table } from './table.ts';
import { isText, type Transformation } from './transformation.ts';

export type ClassColumns = {
  readonly columns: readonly number[];
  /** Components that a URL must have; null if URLs of several lengths, or changed from the end, are meant. */
  readonly pathLength: number | null;
};

/** Deep pieces stand for a value where all rows that have it have one pattern. */
export function classColumns(table: Table, rows: readonly number[], transformation: Transformation): ClassColumns {
  const counts = new Map<number, number>();
  for (const row of rows) for (const { column } of table.cells[row]!) counts.set(column, (counts.get(column) ?? 0) + 1);
  const pathLength = commonLength(table, rows, transformation);
  const places = pathLength === null ? mixedPlaces(table, rows, transformation) : null;
  const used = [...counts.keys()].filter((c) => {
    const { place } = table.columns[c]!;
    return places ? place <= places.last && place >= places.first : place >= 0;
  });
  // A text that becomes any text is the same for URLs of any pattern.
  const texts = new Set(transformation.changes.filter(({ value }) => isText(value)).map(({ key }) => key));
  const isDeep = (key: Key, place: number) =>
    !texts.has(key) && (places === null || place === 0 || transformation.deep.has(key));
  const deep = deepKeys(table, used, counts, isDeep);
  const columns = used.filter((c) => {
    const { whole, pattern } = table.columns[c]!;
    return (deep.get(whole) ?? null) === pattern;
  });
  return { columns, pathLength };
}

function commonLength({ pathLength }: Table, rows: readonly number[], { fromEnd }: Transformation): number | null {
  const length = pathLength[rows[0]!]!;
  return fromEnd === 0 && rows.every((row) => pathLength[row] === length) ? length : null;
}

/** Components that all rows have before those that are addressed from the end, and these. */
function mixedPlaces({ pathLength }: Table, rows: readonly number[], { fromEnd }: Transformation) {
  let least = Number.POSITIVE_INFINITY;
  for (const row of rows) least = Math.min(least, pathLength[row]!);
  return { last: least - fromEnd, first: -fromEnd };
}

/** The pattern of each key whose values all have it, in those rows that have the key. */
function deepKeys(
  { columns }: Table,
  used: readonly number[],
  counts: ReadonlyMap<number, number>,
  isDeep: (key: Key, place: number) => boolean,
): Map<Key, string> {
  const sizes = new Map<Key, number>();
  for (const c of used) if (columns[c]!.pattern === null) sizes.set(columns[c]!.key, counts.get(c)!);
  const deep = new Map<Key, string>();
  for (const c of used) {
    const { whole, place, pattern } = columns[c]!;
    if (pattern !== null && counts.get(c) === sizes.get(whole) && isDeep(whole, place)) deep.set(whole, pattern);
  }
  return deep;
}
