/** What a URL is, of all the times it was seen. */
import { compareCodePoints } from '../../base/index.ts';
import type { RowKind, SeenRow } from './row.ts';

export type Seen = {
  /** `none`: the URL was never fetched, only named as near another. */
  readonly kind: 'page' | 'redirect' | 'moved' | 'error' | 'none';
  /** What counts; of a `none` any row. */
  readonly row: SeenRow;
  /** All that are of the kind that counts. */
  readonly rows: readonly SeenRow[];
  /** URLs that were found near it. */
  readonly near: readonly string[];
};

/**
 * A page counts more than a redirect, and that more than an error. A record without a status is taken for a page if no
 * other has one: beside answers that have, it is the note of a request. Of several pages the latest counts, else the content
 * seen most often, ties to the smallest; a row that says nothing of the content counts only if no other does.
 */
export function decideUrl(rows: readonly SeenRow[]): Seen {
  // Nearly all URLs are seen once.
  if (rows.length === 1 && rows[0]!.kind !== 'near') {
    return { kind: shownKind(rows[0]!.kind), row: rows[0]!, rows, near: [] };
  }
  const near = rows.filter(({ kind }) => kind === 'near').map(({ target }) => target);
  for (const kind of ['page', 'redirect', 'moved', 'error', 'unsure'] as const) {
    const seen = rows.filter((row) => row.kind === kind);
    if (seen.length > 0) return { kind: shownKind(kind), row: mostCredible(seen), rows: seen, near };
  }
  return { kind: 'none', row: rows[0]!, rows: [], near };
}

function shownKind(kind: Exclude<RowKind, 'near'>): Exclude<Seen['kind'], 'none'> {
  return kind === 'unsure' ? 'page' : kind;
}

type Sight = { readonly value: string; readonly rows: SeenRow[]; time: number };

function mostCredible(rows: readonly SeenRow[]): SeenRow {
  const sights = new Map<string, Sight>();
  for (const row of rows) {
    const value = row.kind === 'redirect' ? row.target : row.digest || row.sketch;
    const sight = sights.get(value) ?? { value, rows: [], time: 0 };
    sights.set(value, sight);
    sight.rows.push(row);
    sight.time = Math.max(sight.time, row.time);
  }
  let best: Sight | null = null;
  for (const sight of sights.values()) if (best === null || isBetter(sight, best)) best = sight;
  return united(best!);
}

function isBetter(a: Sight, b: Sight): boolean {
  if ((a.value === '') !== (b.value === '')) return b.value === '';
  return (a.time - b.time || a.rows.length - b.rows.length || compareCodePoints(b.value, a.value)) > 0;
}

/** One row of all that saw the same content: of each field the latest that is known, ties to the smallest, so that the order of records does not matter. */
function united({ rows, time }: Sight): SeenRow {
  const [first] = rows;
  const text = (field: 'type' | 'digest' | 'sketch' | 'target' | 'declared' | 'title') =>
    pick(
      rows,
      (row) => row[field] !== '',
      (a, b) => compareCodePoints(a[field], b[field]),
    )?.[field] ?? '';
  const number = (field: 'length' | 'words') =>
    pick(
      rows,
      (row) => row[field] >= 0,
      (a, b) => a[field] - b[field],
    )?.[field] ?? -1;
  const title = text('title');
  return {
    kind: first!.kind,
    time,
    length: number('length'),
    words: number('words'),
    type: text('type'),
    digest: text('digest'),
    sketch: text('sketch'),
    target: text('target'),
    declared: text('declared'),
    title,
    hasErrorTitle: rows.some((row) => row.title === title && row.hasErrorTitle),
  };
}

function pick(
  rows: readonly SeenRow[],
  isKnown: (row: SeenRow) => boolean,
  compare: (a: SeenRow, b: SeenRow) => number,
): SeenRow | undefined {
  let best: SeenRow | undefined;
  for (const row of rows) {
    if (isKnown(row) && (!best || (row.time - best.time || compare(best, row)) > 0)) best = row;
  }
  return best;
}
