/**
 * Tables in Parquet. Takes the path of a file, gives a record a row.
 * Invariant: reads that file and nothing else, on this machine.
 */
import type { Reader } from '../../reader.ts';

export const parquet: Reader = {
  name: 'parquet',
  from: 'path',
  recognize({ bytes }) {
    return bytes.toString('latin1', 0, 4) === 'PAR1' ? 'it starts like a Parquet file' : null;
  },
  // Loaded when needed: DuckDB takes half a second.
  async *read(path, sink) {
    const { readParquet } = await import('./parquet.ts');
    yield* readParquet(path, sink);
  },
};
