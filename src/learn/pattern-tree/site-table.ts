/** The URLs of one site as columns: the value of every key of every URL, and what is known of their pages. */
import { compareCodePoints } from '../../base/index.ts';
import type { Labels } from '../../clusters/index.ts';
import { compareKeys, parseKey } from '../../rules/index.ts';
import { cellA, cellB } from '../cell-hash.ts';
import { ABSENT, type KeyRows } from '../key-rows.ts';
import { SITE_KEYS } from './options.ts';

/** A row of the key view with its place among the labels. */
export type LabeledRow = { readonly row: number; readonly label: number };

export type SiteTable = {
  readonly host: string;
  /** In the order of their texts. */
  readonly urls: readonly string[];
  /** Names of the site's keys, in the order of rules. */
  readonly keys: readonly string[];
  /** For each key the number of the value that each URL has, or ABSENT. */
  readonly columns: readonly Int32Array[];
  /** For each key the URLs that have it, in order: few, for most parameters. */
  readonly present: readonly Int32Array[];
  /** True if some URL has a key that is not among `keys`. */
  readonly hasOtherKeys: boolean;
  readonly textOf: (value: number) => string | null;
  readonly cluster: Int32Array;
  readonly wide: Int32Array;
  readonly page: Int32Array;
  /** Two halves of a hash of all keys of each URL, other keys included; absent ones add nothing. */
  readonly hashA: Int32Array;
  readonly hashB: Int32Array;
  /** One value's part in these. */
  readonly cellA: (key: number, value: number) => number;
  readonly cellB: (key: number, value: number) => number;
};

export function siteTable(host: string, rows: KeyRows, members: readonly LabeledRow[], labels: Labels): SiteTable {
  const sorted = members.toSorted((a, b) => compareCodePoints(rows.urls[a.row]!, rows.urls[b.row]!));
  const size = sorted.length;
  const { kept, others } = siteKeys(rows, sorted);
  const place = new Map(kept.map((key, k) => [key, k]));
  const columns = kept.map(() => new Int32Array(size));
  const hashA = new Int32Array(size);
  const hashB = new Int32Array(size);
  for (const [u, { row }] of sorted.entries()) {
    const start = rows.start[row]!;
    for (const [at, key] of rows.shapes[rows.shapeOf[row]!]!.keys.entries()) {
      const value = rows.cells[start + at]!;
      hashA[u]! ^= cellA(key, value);
      hashB[u]! ^= cellB(key, value);
      const k = place.get(key);
      if (k !== undefined) columns[k]![u] = value;
    }
  }
  return {
    host,
    urls: sorted.map(({ row }) => rows.urls[row]!),
    keys: kept.map((key) => rows.keys[key]!),
    columns,
    present: columns.map((column) => presentIn(column)),
    hasOtherKeys: others > 0,
    textOf: (value) => rows.values[value]!,
    cluster: Int32Array.from(sorted, ({ label }) => labels.cluster[label]!),
    wide: Int32Array.from(sorted, ({ label }) => labels.wide[label]!),
    page: Int32Array.from(sorted, ({ label }) => labels.page[label]!),
    hashA,
    hashB,
    cellA: (k, value) => (value === ABSENT ? 0 : cellA(kept[k]!, value)),
    cellB: (k, value) => (value === ABSENT ? 0 : cellB(kept[k]!, value)),
  };
}

function presentIn(column: Int32Array): Int32Array {
  const urls: number[] = [];
  for (let u = 0; u < column.length; u++) if (column[u] !== ABSENT) urls.push(u);
  return Int32Array.from(urls);
}

/** The keys to look at, in the order of rules, and how many more there are: the rarest parameters. */
function siteKeys(rows: KeyRows, members: readonly LabeledRow[]): { kept: number[]; others: number } {
  const counts = new Map<number, number>();
  const shapes = new Map<number, number>();
  for (const { row } of members) shapes.set(rows.shapeOf[row]!, (shapes.get(rows.shapeOf[row]!) ?? 0) + 1);
  for (const [shape, count] of shapes) {
    for (const key of rows.shapes[shape]!.keys) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const name = (key: number) => rows.keys[key]!;
  const isParam = (key: number) => parseKey(name(key))?.part === 'query';
  const ranked = [...counts.keys()].sort((a, b) => {
    const params = Number(isParam(a)) - Number(isParam(b));
    return params || counts.get(b)! - counts.get(a)! || compareKeys(name(a), name(b));
  });
  const kept = ranked.slice(0, SITE_KEYS).sort((a, b) => compareKeys(name(a), name(b)));
  return { kept, others: ranked.length - kept.length };
}
