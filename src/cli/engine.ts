/** Opens the engine that a command line asks for, and puts its results where results go. */
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../base/index.ts';
import { type Engine, openSparkEngine, type Part, type Row, type Source } from '../engines/index.ts';
import type { EngineValues } from './engine-options.ts';
import { openOutput } from './output.ts';
import { startStatusLine } from './status-line.ts';
import { counted, say } from './terminal.ts';

/** The stages as one file, beside the engines. */
export const STAGES = fileURLToPath(new URL('../engines/stages.mjs', import.meta.url));

export type Running = {
  /** Bytes that a stage may use. */
  readonly memory?: number;
};

const MEGABYTE = 1 << 20;

/** Runs `work` with the engine, which is closed whatever happens. */
export async function withEngine<T>(
  values: EngineValues,
  { memory }: Running,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const line = startStatusLine({ isTerminal: false, write: () => undefined, finish: async () => undefined });
  line.update(() => 'starting Spark');
  const { DUSTPAN_NODE } = process.env;
  let total = { stages: 0, seconds: 0, bytes: 0 };
  const engine = await openSparkEngine({
    stages: STAGES,
    ...(values['spark-submit'] !== undefined && { submit: values['spark-submit'] }),
    // Values hold commas too; a setting starts with its name.
    ...(values['spark-conf'] !== undefined && { conf: values['spark-conf'].split(/,(?=spark\.)/) }),
    ...(values.work !== undefined && { work: values.work }),
    ...(values.partitions !== undefined && { partitions: values.partitions }),
    ...(memory !== undefined && { stageMemory: Math.ceil(memory / MEGABYTE) }),
    ...(DUSTPAN_NODE && { node: DUSTPAN_NODE }),
    onProgress: (stages, { tasks, done }) => line.update(() => `${stages}: ${done} of ${counted(tasks, 'task')}`),
    onStage(stages, seconds, { tasks, failed, bytes }) {
      line.clear();
      total = { seconds: total.seconds + seconds, bytes: total.bytes + bytes, stages: total.stages + 1 };
      if (values.verbose) {
        say(`${stages}: ${seconds.toFixed(1)} s, ${counted(tasks, 'task')}, ${megabytes(bytes)} MB handed on\n`);
      }
      if (failed > 0) say(`dustpan: ${stages}: ${counted(failed, 'task')} failed and ran again\n`);
    },
  });
  try {
    return await work(engine);
  } finally {
    line.clear();
    if (values.verbose) {
      const { stages, seconds, bytes } = total;
      say(`${counted(stages, 'statement')}: ${seconds.toFixed(1)} s, ${megabytes(bytes)} MB handed on in all\n`);
    }
    await engine.close();
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/** Engines read what all machines see: named files, not a pipe. */
export function sourcesOf(paths: readonly string[], column: string | undefined): Source[] {
  if (paths.length === 0 || paths.includes('-')) {
    throw new ConfigError('no-input', 'spark reads files that all machines see, not standard input; name them');
  }
  return paths.map((path): Source => {
    if (column === undefined && !/\.parquet\/?$/.test(path)) return { path, kind: 'text' };
    return { path, kind: 'parquet', column: column ?? 'url' };
  });
}

/** A folder of Spark's, or of another file system: results are written there by all machines. */
export function isFolder(path: string | undefined): path is string {
  return path !== undefined && (path.endsWith('/') || /^[a-z][a-z0-9+.-]+:/i.test(path));
}

/** Rows that are brought here, each as the bytes that `textOf` makes of it. */
export async function writeRows(
  engine: Engine,
  rows: Part,
  path: string | undefined,
  textOf: (row: Row) => string,
  header = '',
): Promise<number> {
  const output = openOutput(path);
  await output.write(header);
  let count = 0;
  for await (const row of engine.rows(rows)) {
    await output.write(Buffer.from(textOf(row), 'latin1'));
    count++;
  }
  await output.finish();
  return count;
}
