/** The transformation from one URL of a page to another: what happens to each key that differs. */
import { ABSENT, type KeyRows } from '../key-rows.ts';

/** What becomes of a key: nothing is left, a value (by number), the value of another key (by number), or `*`. */
export type Change =
  | { readonly key: number; readonly to: 'absent' | 'any' }
  | { readonly key: number; readonly to: 'value' | 'ref'; readonly number: number };

/** Values shorter than this are equal by chance too often to be called a reference. */
const MIN_REFERENCE = 3;

/** The place, among the keys of their shape, of the one key in which two rows differ; -1 if they differ in none, in several, or in which keys they have. */
export function onlyDifference({ cells, shapeOf, shapes, start }: KeyRows, u: number, v: number): number {
  const shape = shapeOf[u]!;
  if (shapeOf[v] !== shape) return -1;
  const from = start[u]!;
  const to = start[v]!;
  let found = -1;
  for (let at = shapes[shape]!.keys.length - 1; at >= 0; at--) {
    if (cells[from + at] === cells[to + at]) continue;
    if (found >= 0) return -1;
    found = at;
  }
  return found;
}

/** The changes from row u to row v in the order of keys, new keys last; null if rules cannot say them: a scheme does not come or go. */
export function changesOf(rows: KeyRows, u: number, v: number): Change[] | null {
  const shape = rows.shapes[rows.shapeOf[u]!]!;
  const target = rows.shapes[rows.shapeOf[v]!]!;
  if (shape.hasScheme !== target.hasScheme) return null;
  const changes: Change[] = [];
  for (const [at, key] of shape.keys.entries()) {
    const value = shape === target ? rows.cells[rows.start[v]! + at]! : rows.valueOf(v, key);
    if (value !== rows.cells[rows.start[u]! + at]) changes.push(changeTo(rows, u, key, value));
  }
  if (shape === target) return changes;
  for (const [at, key] of target.keys.entries()) {
    if (!shape.keys.includes(key)) changes.push(changeTo(rows, u, key, rows.cells[rows.start[v]! + at]!));
  }
  return changes;
}

/** A reference to another key of the source, the path before the parameters, goes before a literal. */
function changeTo(rows: KeyRows, u: number, key: number, value: number): Change {
  if (value === ABSENT) return { key, to: 'absent' };
  const text = rows.values[value]!;
  const { keys, hasScheme } = rows.shapes[rows.shapeOf[u]!]!;
  const beforePath = hasScheme ? 2 : 1;
  const isHead = keys.indexOf(key) >= 0 && keys.indexOf(key) < beforePath;
  if (text !== null && text.length >= MIN_REFERENCE && !isHead) {
    for (let at = beforePath; at < keys.length; at++) {
      if (keys[at] !== key && rows.cells[rows.start[u]! + at] === value) return { key, to: 'ref', number: keys[at]! };
    }
  }
  return { key, to: 'value', number: value };
}
