/** The engine contract: what a stage is, what rows are, and what an engine must be able to do with them. */

/**
 * What goes from one stage to the next: three texts. `k` decides which rows meet, `s` their order there; both are printable ASCII without
 * blanks, so that every engine sorts them alike. `v` is JSON on one line.
 */
export type Row = { readonly k: string; readonly s: string; readonly v: string };

/** Gives a row away; `value` is written as JSON. */
export type EmitRow = (k: string, s: string, value: unknown) => void;

/** The same for a value that is JSON already. */
export type PassRow = (k: string, s: string, v: string) => void;

/** A stage at work on one partition. */
export type StageRun = {
  /** Of a map stage: called for every row. */
  row?(row: Row): void | Promise<void>;
  /** Of a reduce stage: called once for every key, with its rows in the order of `s`; rows that are not asked for are skipped. */
  group?(key: string, rows: Iterable<Row>): void | Promise<void>;
  /** All rows were seen. */
  end?(): void | Promise<void>;
};

/**
 * A pure function over rows, by name, so that any engine can run it anywhere and again. What it makes of a row or a group never depends on
 * which others are in the same partition, except for counts that are added up later.
 */
export type Stage = {
  readonly name: string;
  readonly kind: 'map' | 'reduce';
  /** `params` is plain data, the same for all partitions. */
  open(params: unknown, emit: EmitRow, pass: PassRow): StageRun;
};

/** A stage by name, and its parameters. */
export type Step = { readonly stage: string; readonly params?: unknown };

/** Rows that an engine holds, wherever that is. */
export type Table = { readonly name: string };

/** Those rows of a table whose `k` starts with a text; all if it is empty. */
export type Part = { readonly table: Table; readonly prefix: string };

/** One line of an input as bytes, a character each: `["line"]`. Its place among all lines is in `s`. */
export type RawLine = readonly [string];

/** What a line is read from: text of lines, or a table with named columns, of which each row becomes a line of JSON or of one column. */
export type Source = {
  readonly path: string;
  readonly kind: 'text' | 'parquet';
  /** Of a table: the column that is wanted; all of them, as JSON, when absent. */
  readonly column?: string;
};

/** Runs stages over tables: reads, partitions, sorts, keeps; and decides nothing. */
export type Engine = {
  /** Lines of inputs as rows that a stage can read; in the order of the inputs by `s`. */
  read(sources: readonly Source[]): Promise<Table>;
  /** The first lines of an input, as texts of a character per byte. */
  head(source: Source, lines: number): Promise<readonly string[]>;
  /** Runs stages one after another. The rows of a reduce stage meet by `k`. */
  run(steps: readonly Step[], from: readonly Part[]): Promise<Table>;
  /** Values that are texts, by their order: each text becomes the key of a row with its place, counted from 1, and the order `0`. */
  number(part: Part): Promise<Table>;
  count(part: Part): Promise<number>;
  /** Rows in the order of `k` and `s`, brought here one after the other. */
  rows(part: Part): AsyncIterable<Row>;
  /** The same for rows of which there are few. */
  few(part: Part): Promise<readonly Row[]>;
  /**
   * Writes lines (`RawLine` values) in the order of `s` to where the engine sees files; what stands there is replaced when all is written.
   * A target called `.parquet` becomes a table with these columns: one, or three of which only the second may hold tabs.
   */
  save(part: Part, target: string, columns: readonly [string] | readonly [string, string, string]): Promise<void>;
  /** Frees what is not needed any more. */
  drop(table: Table): Promise<void>;
  close(): Promise<void>;
};

export function all(table: Table): Part {
  return { table, prefix: '' };
}

export function part(table: Table, prefix: string): Part {
  return { table, prefix };
}
