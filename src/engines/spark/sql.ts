/** The plan: SQL that Spark 3.4 and later understand. Spark reads, partitions, sorts and keeps rows; what is done to them is in the stages. */
import type { Source } from '../../pipeline/index.ts';

/** Where rows are kept, and which of them are wanted. */
export type Kept = { readonly view: string; readonly prefix: string };

/**
 * Both formats are always said: until 3.4 they were mixed up when one was not. The separator is a regular expression, and nothing is escaped;
 * so what stands for NULL is something that no field can be, unlike the usual \N.
 */
const FORMAT = String.raw`ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' NULL DEFINED AS '\u0001'`;

export function literal(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}

/** A name for a file or a folder of lines, or for a table with columns. */
export function openSource(view: string, { path, kind }: Source): string {
  // A carriage return is part of its line.
  const separator = kind === 'text' ? String.raw`, lineSep '\n'` : '';
  return `CREATE OR REPLACE TEMPORARY VIEW ${view} USING ${kind} OPTIONS (path ${literal(path)}${separator})`;
}

/**
 * Lines as rows. A character stands for a byte, so that what is not UTF-8 survives. Their order: the input, the file if there are several,
 * the place of the block in the file, the line in the block.
 */
export function sourceRows(view: string, number: number, { kind, column }: Source, isSeveralFiles: boolean): string {
  const name = column === undefined ? 'to_json(struct(*))' : `\`${column.replaceAll('`', '``')}\``;
  const text = kind === 'text' ? 'value' : `CAST(${name} AS STRING)`;
  const bytes = `decode(CAST(coalesce(${text}, '') AS BINARY), 'ISO-8859-1')`;
  const order = [
    literal(String(number).padStart(6, '0')),
    ...(isSeveralFiles ? ['hex(input_file_name())'] : []),
    paddedNumber('input_file_block_start()'),
    paddedNumber('monotonically_increasing_id()'),
  ];
  return `SELECT 'l' AS k, concat_ws('.', ${order.join(', ')}) AS s, to_json(array(${bytes})) AS v FROM ${view}`;
}

function paddedNumber(value: string): string {
  return `lpad(CAST(${value} AS STRING), 19, '0')`;
}

/** Rows of one view after another. Keys are compared as texts, so that files of other keys need not be opened. */
export function selectKept(parts: readonly Kept[]): string {
  return parts.map(({ view, prefix }) => `SELECT k, s, v FROM ${view}${conditionOf(prefix)}`).join(' UNION ALL ');
}

function conditionOf(prefix: string): string {
  if (prefix === '') return '';
  const next = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return ` WHERE k >= ${literal(prefix)} AND k < ${literal(next)}`;
}

/** Rows dealt out to so many processes. */
export function dealt(partitions: number, rows: string): string {
  return `SELECT /*+ REPARTITION(${partitions}) */ k, s, v FROM (${rows})`;
}

/** Rows in order, with the part they are in and their place among all, with gaps between the parts. */
export function inOrder(rows: string): string {
  return `SELECT v, spark_partition_id() AS p, monotonically_increasing_id() AS i FROM (SELECT k, s, v FROM (${rows}) ORDER BY k, s)`;
}

export function openOrdered(view: string, path: string): string {
  return `CREATE OR REPLACE TEMPORARY VIEW ${view} (v STRING, p INT, i BIGINT) USING parquet OPTIONS (path ${literal(path)})`;
}

/** How many rows each part has, and where its places begin. */
export function partitionSizes(view: string): string {
  return `SELECT CAST(count(*) AS STRING), CAST(min(i) AS STRING) FROM ${view} GROUP BY p ORDER BY p`;
}

/** Texts in quotes as keys, with their places from 1 without gaps. */
export function numbered(view: string, sizes: readonly (readonly [count: string, first: string])[]): string {
  let before = 1;
  const places = sizes.map(([count, first]) => {
    const place = `WHEN i >= ${first} THEN i - ${first} + ${before}`;
    before += Number(count);
    return place;
  });
  // The first that holds decides, so the last part comes first.
  const place = places.length === 0 ? 'i' : `CASE ${places.reverse().join(' ')} END`;
  return `SELECT substring(v, 2, length(v) - 2) AS k, '0' AS s, CAST(${place} AS STRING) AS v FROM ${view}`;
}

/** Rows of a key meet in one process, one after the other, in the order of `s`. */
export function together(rows: string): string {
  return `SELECT k, s, v FROM (${rows}) DISTRIBUTE BY k SORT BY k, s`;
}

/** Runs a command over rows; a command that fails fails the statement. */
export function transform(command: string, rows: string): string {
  return `SELECT TRANSFORM(k, s, v) ${FORMAT} USING ${literal(command)} AS (k STRING, s STRING, v STRING) ${FORMAT} FROM (${rows})`;
}

/** Keeps the rows in files, because a view would run its stage again for each use. */
export function keep(path: string, rows: string): string {
  return `INSERT OVERWRITE DIRECTORY ${literal(path)} USING parquet ${rows}`;
}

/** Columns are named, so that no rows at all are a table too. */
export function openKept(view: string, path: string): string {
  return `CREATE OR REPLACE TEMPORARY VIEW ${view} (k STRING, s STRING, v STRING) USING parquet OPTIONS (path ${literal(path)})`;
}

/** Rows as lines of text, in order over all files. */
export function writeRows(path: string, rows: string): string {
  return `INSERT OVERWRITE DIRECTORY ${literal(path)} USING text SELECT concat_ws(chr(9), k, s, v) AS value FROM (${rows}) ORDER BY k, s`;
}

/** Values as lines of bytes, in order over all files. */
export function writeLines(path: string, rows: string): string {
  return `INSERT OVERWRITE DIRECTORY ${literal(path)} USING text SELECT ${LINE} AS value FROM (${rows}) ORDER BY s`;
}

/** Columns of lines: one, or three of which only the second may hold tabs. */
export type Columns = readonly [string] | readonly [string, string, string];

/** The same as a table with named columns. */
export function writeTable(path: string, rows: string, [first, middle, last]: Columns): string {
  const [before, after] = [1, -1].map((place) => `substring_index(line, chr(9), ${place})`);
  const between = `substring(line, length(${before}) + 2, length(line) - length(${before}) - length(${after}) - 2)`;
  const fields =
    last === undefined ? `line AS ${first}` : `${before} AS ${first}, ${between} AS ${middle}, ${after} AS ${last}`;
  const lines = `SELECT ${LINE} AS line, s FROM (${rows})`;
  return `INSERT OVERWRITE DIRECTORY ${literal(path)} USING parquet SELECT ${fields} FROM (${lines}) ORDER BY s`;
}

/** The bytes of a line, which are a character each in its row. */
const LINE = `CAST(encode(from_json(v, 'array<string>')[0], 'ISO-8859-1') AS STRING)`;
