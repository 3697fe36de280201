/** Runs the stages of a job as jobs of Hadoop Streaming, by calling the functions of the script that was written for it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { EngineError } from '../../base/index.ts';
import { type Engine, findStage, type Part, parseRow, type Row, type Step, type Table } from '../../pipeline/index.ts';
import { readFileLines } from '../file-lines.ts';
import { piped, type StageCommand } from './commands.ts';

/** What the script does for a job: words after its name. */
export type CallScript = (...words: readonly string[]) => void;

export function callScript(script: string): CallScript {
  return (...words) => {
    // What Hadoop says goes where the script's own messages go; standard output is for the result.
    const { status } = spawnSync('sh', [script, ...words], { stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new EngineError('hadoop-failed', `hadoop failed at: ${words.join(' ')}`);
  };
}

/** `work` is a folder on Hadoop's file system that does not exist yet. */
export function openHadoopEngine(call: CallScript, work: string): Engine {
  const local = mkdtempSync(join(tmpdir(), 'dustpan-hadoop-'));
  let count = 0;
  const newTable = (): Table => ({ name: `${work}/rows-${++count}` });
  const stream = (from: readonly string[], job: StreamingJob): Table => {
    const table = newTable();
    const { maps, reduces = [], files = [], one = false, placed = false } = job;
    const reducers = reduces.length === 0 ? '0' : one ? '1' : '';
    call('stream', table.name, files.join(','), reducers, String(!placed), piped(maps), piped(reduces), ...from);
    return table;
  };
  /** A mapper does not know which table a row is of: where other rows are wanted of each, they are taken out of it first. */
  const alike = (parts: readonly Part[]): readonly Part[] => {
    const tables = namesOf(parts.map(({ table }) => table));
    const wanted = tables.map((name) => prefixesOf(parts.filter(({ table }) => table.name === name)));
    if (wanted.every((prefixes) => prefixes.join() === wanted[0]!.join())) return parts;
    return tables.map((name, t) => ({
      table: stream([name], { maps: [{ stage: 'only', words: wanted[t]! }] }),
      prefix: '',
    }));
  };
  const few = (part: Part): Row[] => {
    const file = join(local, 'few');
    call('get', part.table.name, file);
    const rows = Array.from(readFileLines(file), rowOf).filter(({ k }) => k.startsWith(part.prefix));
    return rows.sort((a, b) => (a.k === b.k ? compare(a.s, b.s) : compare(a.k, b.k)));
  };
  const paramsFile = (params: unknown): string => {
    const path = join(local, `params-${++count}.json`);
    writeFileSync(path, JSON.stringify(params));
    return path;
  };
  return {
    async read(sources) {
      const tables = sources.map(({ path }, number) =>
        stream([path], { maps: [{ stage: 'lines', words: [String(number)] }], placed: true }),
      );
      return tables.length === 1 ? tables[0]! : stream(namesOf(tables), { maps: [{ stage: 'only', words: [] }] });
    },
    async head({ path }, lines) {
      const file = join(local, 'head');
      call('head', path, String(lines), file);
      return readFileSync(file, 'latin1').split('\n').slice(0, -1);
    },
    async run(steps, from) {
      const parts = alike(from);
      let tables = namesOf(parts.map(({ table }) => table));
      let table: Table | null = null;
      let prefixes = prefixesOf(parts);
      for (const group of jobsOf(steps)) {
        const files: string[] = [];
        const commands = group.map(({ stage, params = {} }): StageCommand => {
          const file = paramsFile(params);
          files.push(file);
          return { stage, words: [basename(file)] };
        });
        const at = group.findIndex(isReduce);
        const maps = at === -1 ? commands : commands.slice(0, at);
        const reduces = at === -1 ? [] : commands.slice(at);
        const before = table;
        // A job needs a mapper, and one that has nothing to do costs little.
        const isSifted = prefixes.length > 0 || maps.length === 0;
        const sifting = isSifted ? [{ stage: 'only', words: prefixes }] : [];
        table = stream(tables, { maps: [...sifting, ...maps], reduces, files });
        if (before) call('drop', before.name);
        tables = [table.name];
        prefixes = [];
      }
      if (parts !== from) for (const { table: sifted } of parts) call('drop', sifted.name);
      return table!;
    },
    async number(part) {
      const maps = [{ stage: 'only', words: prefixesOf([part]) }];
      return stream([part.table.name], { maps, reduces: [{ stage: 'number', words: [] }], one: true });
    },
    count: async (part) => few(part).length,
    async *rows(part) {
      const maps = [{ stage: 'only', words: prefixesOf([part]) }];
      const table = stream([part.table.name], { maps, reduces: [{ stage: 'only', words: [] }], one: true });
      const file = join(local, 'rows');
      call('get', table.name, file);
      for (const line of readFileLines(file)) yield rowOf(line);
      call('drop', table.name);
    },
    few: async (part) => few(part),
    async save(part, target) {
      const maps = [{ stage: 'only', words: prefixesOf([part]) }];
      const table = stream([part.table.name], { maps, reduces: [{ stage: 'only', words: [] }], one: true });
      call('save', table.name, target);
      call('drop', table.name);
    },
    drop: async ({ name }) => call('drop', name),
    async close() {
      rmSync(local, { recursive: true, force: true });
      call('drop', work);
    },
  };
}

type StreamingJob = {
  readonly maps: readonly StageCommand[];
  readonly reduces?: readonly StageCommand[];
  /** Of this machine, to be sent along. */
  readonly files?: readonly string[];
  /** All rows in one reducer. */
  readonly one?: boolean;
  /** Lines with their places before them. */
  readonly placed?: boolean;
};

/** Stages up to the next that brings rows together: what fits into one job of Hadoop. */
function jobsOf(steps: readonly Step[]): Step[][] {
  const jobs: Step[][] = [];
  for (const step of steps) {
    const last = jobs.at(-1);
    if (last && !(isReduce(step) && last.some(isReduce))) last.push(step);
    else jobs.push([step]);
  }
  return jobs;
}

function isReduce({ stage }: Step): boolean {
  return findStage(stage).kind === 'reduce';
}

/** Of tables of which the same rows are wanted; none if all are. */
function prefixesOf(parts: readonly Part[]): string[] {
  const prefixes = new Set(parts.map(({ prefix }) => prefix));
  return prefixes.has('') ? [] : [...prefixes].sort();
}

function namesOf(tables: readonly Table[]): string[] {
  return [...new Set(tables.map(({ name }) => name))];
}

function rowOf(line: string): Row {
  const row = parseRow(line);
  if (!row) throw new EngineError('bad-row', `a result of Hadoop is not a row: ${line.slice(0, 200)}`);
  return row;
}

/** Keys are ASCII. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
