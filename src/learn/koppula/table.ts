/** The sources of a host's pair rules as columns of keys and values, deep pieces and components from the end included. */
import type { Key } from '../../rules/index.ts';
import { ABSENT, type KeyRows } from '../key-rows.ts';
import type { DeepToken } from './deep-tokens.ts';
import { type HostTokens, pieceKey } from './keyed-url.ts';

export type TableColumn = {
  readonly key: Key;
  /** The key of the whole value, and the pattern, if this is a piece. */
  readonly whole: Key;
  readonly pattern: string | null;
  /** Place of the component, from 1 or from -1 backwards; 0 if it is none. */
  readonly place: number;
  readonly rows: number[];
  readonly values: number[];
};

/** One value of one row. */
export type Cell = { readonly column: number; readonly value: number };

export type Table = {
  readonly columns: readonly TableColumn[];
  /** The cells of each row. */
  readonly cells: readonly (readonly Cell[])[];
  /** Components of each row's path. */
  readonly pathLength: readonly number[];
  /** Values by number; a piece's number is that of its text. */
  readonly values: readonly (string | null)[];
  readonly globs: ReadonlyMap<string, readonly (string | null)[]>;
};

/** `sources` are rows of `rows`; components are addressed from the end too, up to `fromEnd`. */
export function buildTable(rows: KeyRows, sources: readonly number[], tokens: HostTokens, fromEnd: number): Table {
  const builder = new TableBuilder(rows, tokens);
  for (const source of sources) builder.add(source, fromEnd);
  return builder;
}

class TableBuilder implements Table {
  readonly columns: TableColumn[] = [];
  readonly cells: Cell[][] = [];
  readonly pathLength: number[] = [];
  readonly values: (string | null)[];
  readonly globs = new Map<string, readonly (string | null)[]>();
  readonly #rows: KeyRows;
  readonly #tokens: HostTokens;
  readonly #wholes = new Map<Key, number>();
  readonly #pieces = new Map<string, number>();
  readonly #pieceValues = new Map<string, number>();

  constructor(rows: KeyRows, tokens: HostTokens) {
    this.#rows = rows;
    this.#tokens = tokens;
    this.values = [...rows.values];
  }

  add(source: number, fromEnd: number): void {
    const { keys, hasScheme, pathLength } = this.#rows.shapes[this.#rows.shapeOf[source]!]!;
    const start = this.#rows.start[source]!;
    this.cells.push([]);
    this.pathLength.push(pathLength);
    // Its absence is a value like others; that of a parameter goes without saying in a rule that allows no others.
    if (!hasScheme) this.#put('scheme', 0, ABSENT);
    for (const [i, k] of keys.entries()) {
      const key = this.#rows.keys[k]!;
      const value = this.#rows.cells[start + i]!;
      const text = this.values[value]!;
      const token = text === null ? undefined : this.#tokens.get(key)?.get(text);
      const place = i - (hasScheme ? 1 : 0);
      const isComponent = place >= 1 && place <= pathLength;
      this.#putAll(key, isComponent ? place : 0, value, token);
      const last = place - pathLength - 1;
      if (isComponent && -last <= fromEnd) this.#putAll(`path[${last}]`, last, value, token);
    }
  }

  #putAll(key: Key, place: number, value: number, token: DeepToken | undefined): void {
    this.#put(key, place, value);
    if (token === undefined) return;
    this.globs.set(token.pattern, token.glob);
    for (const [i, piece] of token.pieces.entries()) {
      if (token.glob[i] !== null) continue;
      const name = `${i} ${key} ${token.pattern}`;
      let column = this.#pieces.get(name);
      if (column === undefined) {
        column = this.#newColumn(pieceKey(key, i + 1), key, place, token.pattern);
        this.#pieces.set(name, column);
      }
      this.#cell(column, this.#pieceValue(piece));
    }
  }

  #put(key: Key, place: number, value: number): void {
    let column = this.#wholes.get(key);
    if (column === undefined) {
      column = this.#newColumn(key, key, place, null);
      this.#wholes.set(key, column);
    }
    this.#cell(column, value);
  }

  #cell(column: number, value: number): void {
    const row = this.cells.length - 1;
    this.cells[row]!.push({ column, value });
    this.columns[column]!.rows.push(row);
    this.columns[column]!.values.push(value);
  }

  #newColumn(key: Key, whole: Key, place: number, pattern: string | null): number {
    return this.columns.push({ key, whole, place, pattern, rows: [], values: [] }) - 1;
  }

  #pieceValue(piece: string): number {
    const known = this.#pieceValues.get(piece);
    if (known !== undefined) return known;
    this.#pieceValues.set(piece, this.values.length);
    return this.values.push(piece) - 1;
  }
}
