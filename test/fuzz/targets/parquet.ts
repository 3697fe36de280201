/** Tables in Parquet: refused with a sentence, or read as records; whatever the file says, only it is opened. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readParquet } from '../../../src/records/readers/parquet/parquet.ts';
import { type FuzzTarget, hold, orRefusedLater } from '../target.ts';

/** One of each compression, small as DuckDB writes them. */
const SAMPLES = 'test/data/parquet';

export const parquetTarget: FuzzTarget = {
  name: 'reader-parquet',
  seeds: () => readdirSync(SAMPLES).map((file) => new Uint8Array(readFileSync(join(SAMPLES, file)))),
  words: [
    'PAR1',
    'url',
    'digest',
    'status',
    '\u0015\u0000',
    '\u0019\u001c',
    '\u0018\u0003',
    '\u0000\u0000\u0000\u0000',
  ],
  // A database is started for every file.
  patience: 3000,
  async run(bytes) {
    const folder = mkdtempSync(join(tmpdir(), 'dustpan-fuzz-'));
    const path = join(folder, 'table.parquet');
    try {
      writeFileSync(path, withMarks(bytes));
      await orRefusedLater(async () => {
        const sink = {
          record: ({ url }: { readonly url: string }) => hold(url !== '', () => 'a record without a URL'),
          problem: (code: string) => hold(code !== '', () => 'a problem without a name'),
        };
        for await (const _step of readParquet(path, sink));
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Without its marks at both ends a file is refused before anything of it is read: mostly they are put back. */
function withMarks(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 8 || bytes.length % 16 === 0) return bytes;
  const marked = bytes.slice();
  for (const at of [0, marked.length - 4]) marked.set(Buffer.from('PAR1'), at);
  return marked;
}
