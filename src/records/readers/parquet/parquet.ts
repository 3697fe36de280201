/** Tables in Parquet, such as Common Crawl's columnar index, read by DuckDB: only the columns that are of use, a batch at a time. */
import { type FileHandle, open } from 'node:fs/promises';
import { type DuckDBBlobValue, type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { InputError } from '../../../base/index.ts';
import type { Sink } from '../../reader.ts';
import { type Field, fieldsOf, makeRecord, type Texts } from '../columns/index.ts';
import { textOf } from '../lines-text.ts';

type Column = { readonly field: Field; readonly sql: string };

/** Between values in the text of a row; it is in no URL, and where it is in a text after all it becomes a space. */
const SEPARATOR = 31;

/** What a Parquet file starts and ends with. */
const MARKS = 'PAR1';

/** One batch a step. */
export async function* readParquet(path: string, sink: Sink): AsyncGenerator<void> {
  await checkEnds(path);
  // Nothing is loaded from elsewhere, and a row group or two is all that has to be in memory.
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: '1GB',
  });
  const connection = await instance.connect();
  try {
    yield* readTable(connection, path, sink);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(
      'input-damaged',
      `${path}: the Parquet file cannot be read (${firstLine(error)}); fetch or make it again`,
      error,
    );
  } finally {
    connection.interrupt();
    connection.disconnectSync();
    instance.closeSync();
  }
}

/** What was recognized may have been inside gzip or zstd, but DuckDB reads the file itself. */
async function checkEnds(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if ((await marksAt(file, 0)) !== MARKS)
      throw new InputError('input-compressed', `${path} is not a Parquet file as it stands; decompress it first`);
    if (size >= 2 * MARKS.length && (await marksAt(file, size - MARKS.length)) === MARKS) return;
  } finally {
    await file.close();
  }
  throw new InputError(
    'input-truncated',
    `${path} is cut off: what is where in a Parquet file stands at its end, so nothing of it can be read; fetch or make it again`,
  );
}

async function marksAt(file: FileHandle, at: number): Promise<string> {
  const { buffer } = await file.read(Buffer.alloc(MARKS.length), 0, MARKS.length, at);
  return buffer.toString('latin1');
}

/** From now on the database sees this file and no other; gives the pattern that means it alone. */
export async function confine(connection: DuckDBConnection, path: string): Promise<string> {
  // A path is a pattern to DuckDB.
  const pattern = path.replace(/[*?[\]]/g, (sign) => `[${sign}]`);
  await connection.run(`SET allowed_paths = [${quoted(path)}, ${quoted(pattern)}]`);
  await connection.run('SET enable_external_access = false');
  return pattern;
}

async function* readTable(connection: DuckDBConnection, path: string, sink: Sink): AsyncGenerator<void> {
  const pattern = await confine(connection, path);
  const table = `read_parquet(${quoted(pattern)}, binary_as_string = true, hive_partitioning = false)`;
  const columns = await usefulColumns(connection, table, path);
  // One value a row: asking DuckDB for a value is slow, whatever the value.
  const row = `encode(concat_ws(chr(${SEPARATOR}), ${columns.map(({ sql }) => sql).join(', ')}))`;
  const result = await connection.stream(`SELECT ${row} FROM ${table}`);
  let number = 0;
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const vector = chunk.getColumnVector(0);
    for (let i = 0; i < chunk.rowCount; i++) {
      number++;
      const record = makeRecord(textsOf((vector.getItem(i) as DuckDBBlobValue).bytes, columns));
      if (typeof record === 'string') sink.problem(record, `row ${number}`);
      else sink.record(record);
    }
    yield;
  }
}

async function usefulColumns(connection: DuckDBConnection, table: string, path: string): Promise<Column[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${table}`);
  const all = described.getRowsJS().map(([name, type]) => ({ name: String(name), type: String(type) }));
  const fields = fieldsOf(all.map(({ name }) => name));
  if (!fields.includes('url')) {
    const names = all.map(({ name }) => name).join(', ');
    throw new InputError(
      'no-url-column',
      `${path} has no column of URLs, only ${names}; make it again with the URLs in a column named url`,
    );
  }
  return all.flatMap(({ name, type }, i) => {
    const field = fields[i];
    return field === undefined || !isSimple(type) ? [] : [{ field, sql: textOfColumn(name, type) }];
  });
}

/** Lists, structs and maps are no values of records. */
function isSimple(type: string): boolean {
  return !/[[(]|^(STRUCT|MAP|UNION)/.test(type) || type.startsWith('DECIMAL');
}

function textOfColumn(name: string, type: string): string {
  const column = `"${name.replaceAll('"', '""')}"`;
  if (type.startsWith('TIMESTAMP'))
    return `coalesce(strftime(make_timestamp(epoch_us(${column})), '%Y-%m-%dT%H:%M:%SZ'), '')`;
  const text = `coalesce(${column}::VARCHAR, '')`;
  return type === 'VARCHAR' ? `replace(${text}, chr(${SEPARATOR}), ' ')` : text;
}

function textsOf(row: Uint8Array, columns: readonly Column[]): Texts {
  const bytes = Buffer.from(row.buffer, row.byteOffset, row.byteLength);
  const texts: Texts = {};
  let at = 0;
  for (const { field } of columns) {
    let end = at;
    while (end < bytes.length && bytes[end] !== SEPARATOR) end++;
    texts[field] = textOf(bytes, at, end);
    at = end + 1;
  }
  return texts;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0]!;
}
