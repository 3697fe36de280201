/** Runs stages on this machine, through files that the system's `sort` puts in order: for checks, and to see what a stage gets. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../base/index.ts';
import { type Engine, findStage, type Part, parseRow, type Row, runStage, type Source } from '../../pipeline/index.ts';
import { readFileLines } from '../file-lines.ts';

const WRITE = 1 << 16;

export type LocalOptions = {
  /** Processes that a stage would have; rows of a key are in one of them. */
  readonly partitions?: number;
  readonly onStage?: (stage: string) => void;
};

export function openLocalEngine({ partitions = 1, onStage }: LocalOptions = {}): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-stages-'));
  let count = 0;
  const newTable = () => ({ name: join(folder, `rows-${++count}`) });
  const sorted = (parts: readonly Part[]) => {
    const { name } = newTable();
    writeLines(name, rowLines(parts));
    sortFile(name, folder);
    return name;
  };
  return {
    async read(sources) {
      const table = newTable();
      writeLines(table.name, sourceLines(sources));
      return table;
    },
    async head(source, lines) {
      const found: string[] = [];
      for (const line of readLatin(source.path)) if (found.push(line) === lines) break;
      return found;
    },
    async run(steps, from) {
      let parts = from;
      for (const { stage: name, params = {} } of steps) {
        const stage = findStage(name);
        // Parameters go through JSON on their way to other machines, so they do here.
        const plain: unknown = JSON.parse(JSON.stringify(params));
        const table = newTable();
        const fd = openSync(table.name, 'w');
        const file = stage.kind === 'reduce' ? sorted(parts) : null;
        try {
          for (let p = 0; p < partitions; p++) {
            const rows = file === null ? rowLines(parts) : readFileLines(file);
            const own = file === null ? dealtOut(rows, p, partitions) : ofPartition(rows, p, partitions);
            let text = '';
            await runStage(stage, plain, own, (line) => {
              text += line;
              if (text.length < WRITE) return;
              writeSync(fd, text);
              text = '';
            });
            writeSync(fd, text);
          }
        } finally {
          closeSync(fd);
        }
        onStage?.(name);
        parts = [{ table, prefix: '' }];
      }
      return parts[0]!.table;
    },
    async number(part) {
      const table = newTable();
      let place = 0;
      const numbered = function* () {
        for (const line of readFileLines(sorted([part]))) yield `${JSON.parse(parseRow(line)!.v)}\t0\t${++place}`;
      };
      writeLines(table.name, numbered());
      return table;
    },
    async count(part) {
      let size = 0;
      for (const _ of rowLines([part])) size++;
      return size;
    },
    async *rows(part): AsyncGenerator<Row> {
      for (const line of readFileLines(sorted([part]))) yield parseRow(line)!;
    },
    async few(part) {
      return Array.from(readFileLines(sorted([part])), (line) => parseRow(line)!);
    },
    async save() {
      throw new EngineError('not-here', 'the local engine writes no folders of files');
    },
    async drop({ name }) {
      rmSync(name, { force: true });
    },
    async close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function* rowLines(parts: readonly Part[]): Generator<string> {
  for (const { table, prefix } of parts) {
    for (const line of readFileLines(table.name)) if (line.startsWith(prefix)) yield line;
  }
}

function* sourceLines(sources: readonly Source[]): Generator<string> {
  for (const [input, { path }] of sources.entries()) {
    let number = 0;
    for (const line of readLatin(path)) {
      const place = `${String(input).padStart(6, '0')}.${String(number++).padStart(12, '0')}`;
      yield `l\t${place}\t${JSON.stringify([line])}`;
    }
  }
}

/** Lines as texts of a character per byte. */
function* readLatin(path: string): Generator<string> {
  for (const line of readFileLines(path, 'latin1')) yield line;
}

function writeLines(path: string, lines: Iterable<string>): void {
  const fd = openSync(path, 'w');
  try {
    for (const line of lines) writeSync(fd, `${line}\n`);
  } finally {
    closeSync(fd);
  }
}

/** Any way of dealing out rows will do. */
function* dealtOut(lines: Iterable<string>, partition: number, partitions: number): Generator<string> {
  let number = 0;
  for (const line of lines) if (number++ % partitions === partition) yield line;
}

/** Any way of dealing out keys will do. */
function* ofPartition(lines: Iterable<string>, partition: number, partitions: number): Generator<string> {
  for (const line of lines) {
    let sum = 0;
    for (let i = 0; i < line.length && line[i] !== '\t'; i++) sum = (sum * 31 + line.charCodeAt(i)) | 0;
    if ((sum >>> 0) % partitions === partition) yield line;
  }
}

function sortFile(path: string, folder: string): void {
  const { status, stderr } = spawnSync('sort', ['-t', '\t', '-k', '1,1', '-k', '2,2', '-T', folder, '-o', path, path], {
    env: { ...process.env, LC_ALL: 'C' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new EngineError('sort-failed', `sort failed: ${stderr}`);
}
