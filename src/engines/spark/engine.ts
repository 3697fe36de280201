/** Runs stages on Spark: each is one SQL statement, its result a folder of Parquet files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../base/index.ts';
import { type Engine, findStage, type Part, parseRow, type Row, type Source, type Step } from '../../pipeline/index.ts';
import { readFileLines } from '../file-lines.ts';
import { openSession, type Session, type SparkSettings, type TaskCounters } from './session.ts';
import * as sql from './sql.ts';

export type SparkWork = {
  /** A folder that all machines see, for what stages hand on; local when absent. */
  readonly work?: string;
  /** Of rows that are read or meet; as Spark is set up when absent. */
  readonly partitions?: number;
  /** How the executors call Node. */
  readonly node?: string;
  /** Megabytes that a stage may use. */
  readonly stageMemory?: number;
  /** Called when stages are done. */
  readonly onStage?: (stages: string, seconds: number, counters: TaskCounters) => void;
  /** Called now and then while stages run. */
  readonly onProgress?: (stages: string, counters: TaskCounters) => void;
};

/** `stages`: the file that has them all. */
export type SparkOptions = SparkSettings & SparkWork & { readonly stages: string };

/** Starting Spark takes longer than many jobs: engines, one at a time, can share one. */
export type SparkSession = {
  readonly version: string;
  /** Closing the engine leaves the session open. */
  openEngine(options: SparkWork): Promise<Engine>;
  close(): Promise<void>;
};

export async function openSparkSession(settings: SparkSettings & { readonly stages: string }): Promise<SparkSession> {
  const session = await openSession(settings, [settings.stages]);
  return {
    version: session.version,
    openEngine: (options) => openEngine(session, options),
    close: () => session.close(),
  };
}

export async function openSparkEngine(options: SparkOptions): Promise<Engine> {
  const session = await openSession(options, [options.stages]);
  return await openEngine(session, options, () => session.close());
}

/** Closing the engine leaves the session open, unless `onClose` closes it. */
export async function openEngine(session: Session, options: SparkWork, onClose?: () => Promise<void>): Promise<Engine> {
  for (const setting of settingsFor(options.partitions)) await session.ask({ do: 'sql', text: setting });
  return new SparkEngine(session, options, mkdtempSync(join(tmpdir(), 'dustpan-work-')), onClose);
}

/** A number that was asked for is kept: nothing is merged or split on the way. */
function settingsFor(partitions: number | undefined): string[] {
  const names = ['spark.sql.shuffle.partitions', 'spark.sql.adaptive.enabled'];
  if (partitions === undefined) return names.map((name) => `RESET ${name}`);
  return [`SET ${names[0]}=${partitions}`, `SET ${names[1]}=false`];
}

class SparkEngine implements Engine {
  readonly #session: Session;
  readonly #options: SparkWork;
  /** On this machine: results on their way in. */
  readonly #local: string;
  readonly #work: string;
  readonly #onClose: (() => Promise<void>) | undefined;
  /** Nothing of another engine of the session is called so. */
  readonly #prefix: string;
  /** Files of parameters by what is in them. */
  readonly #params = new Map<string, string>();
  /** Names of tables that are inputs. */
  readonly #inputs = new Set<string>();
  #count = 0;

  constructor(session: Session, options: SparkWork, local: string, onClose?: () => Promise<void>) {
    this.#session = session;
    this.#onClose = onClose;
    this.#options = options;
    this.#local = local;
    const name = local.slice(local.lastIndexOf('/') + 1);
    this.#prefix = name.replaceAll('-', '_');
    this.#work = options.work === undefined ? local : `${options.work.replace(/\/$/, '')}/${name}`;
  }

  async read(sources: readonly Source[]): Promise<{ name: string }> {
    const selects: string[] = [];
    for (const [number, source] of sources.entries()) {
      const view = this.#name('input');
      await this.#sql(sql.openSource(view, source));
      const files = await this.#session.ask({ do: 'files', view });
      selects.push(sql.sourceRows(view, number, source, files.length > 1));
    }
    const name = this.#name('lines');
    this.#inputs.add(name);
    await this.#sql(`CREATE OR REPLACE TEMPORARY VIEW ${name} AS ${selects.join(' UNION ALL ')}`);
    return { name };
  }

  async head(source: Source, lines: number): Promise<string[]> {
    const view = this.#name('input');
    await this.#sql(sql.openSource(view, source));
    const rows = await this.#sql(`SELECT v FROM (${sql.sourceRows(view, 0, source, true)} LIMIT ${lines})`);
    return rows.map((row) => (JSON.parse((row as [string])[0]) as [string])[0]);
  }

  async run(steps: readonly Step[], from: readonly Part[]): Promise<{ name: string }> {
    const started = performance.now();
    const { partitions } = this.#options;
    const rows = sql.selectKept(from.map(keptOf));
    // Inputs may be one file that cannot be cut; what stages keep is in many already.
    const isRead = from.some(({ table }) => this.#inputs.has(table.name));
    let query = isRead && partitions !== undefined ? sql.dealt(partitions, rows) : rows;
    for (const { stage, params = {} } of steps) {
      const command = await this.#command(stage, params);
      query = sql.transform(command, findStage(stage).kind === 'reduce' ? sql.together(query) : query);
    }
    const stages = steps.map(({ stage }) => stage).join(', ');
    let counters: TaskCounters = { tasks: 0, done: 0, failed: 0, bytes: 0, records: 0 };
    const table = await this.#keep(query, stages, (now) => {
      counters = now;
      this.#options.onProgress?.(stages, now);
    }).catch((error: unknown) => {
      throw named(error, stages);
    });
    this.#options.onStage?.(stages, (performance.now() - started) / 1000, counters);
    return table;
  }

  async number(part: Part): Promise<{ name: string }> {
    const sorted = this.#name('sorted');
    const path = `${this.#work}/${sorted}`;
    await this.#sql(sql.keep(path, sql.inOrder(sql.selectKept([keptOf(part)]))));
    await this.#sql(sql.openOrdered(sorted, path));
    const sizes = (await this.#sql(sql.partitionSizes(sorted))) as [string, string][];
    const table = await this.#keep(sql.numbered(sorted, sizes));
    await this.drop({ name: sorted });
    return table;
  }

  async count(part: Part): Promise<number> {
    const [row] = await this.#sql(`SELECT count(*) FROM (${sql.selectKept([keptOf(part)])})`);
    return Number((row as [number])[0]);
  }

  async *rows(part: Part): AsyncGenerator<Row> {
    const name = this.#name('result');
    const path = `${this.#work}/${name}`;
    await this.#sql(sql.writeRows(path, sql.selectKept([keptOf(part)])));
    const folder = join(this.#local, `${name}-here`);
    await this.#session.ask({ do: 'fetch', path, to: folder });
    const files = (await readdir(folder)).filter((file) => file.startsWith('part-')).sort();
    for (const file of files) {
      for (const line of readFileLines(join(folder, file))) {
        const row = parseRow(line);
        if (!row) throw new EngineError('bad-row', `a result of Spark is not a row: ${line.slice(0, 200)}`);
        yield row;
      }
    }
    rmSync(folder, { recursive: true, force: true });
    await this.#session.ask({ do: 'delete', path });
  }

  async few(part: Part): Promise<Row[]> {
    const rows = (await this.#sql(sql.selectKept([keptOf(part)]))) as [string, string, string][];
    const found = rows.map(([k, s, v]) => ({ k, s, v }));
    // Keys are ASCII, which compares alike everywhere.
    return found.sort((a, b) => (a.k === b.k ? (a.s < b.s ? -1 : a.s > b.s ? 1 : 0) : a.k < b.k ? -1 : 1));
  }

  async save(part: Part, target: string, columns: sql.Columns): Promise<void> {
    const temporary = `${target.replace(/\/$/, '')}.${this.#name('unfinished')}`;
    try {
      const rows = sql.selectKept([keptOf(part)]);
      await this.#sql(isTable(target) ? sql.writeTable(temporary, rows, columns) : sql.writeLines(temporary, rows));
      await this.#session.ask({ do: 'rename', path: temporary, to: target });
    } catch (error) {
      await this.#session.ask({ do: 'delete', path: temporary }).catch(() => undefined);
      throw error;
    }
  }

  async drop({ name }: { name: string }): Promise<void> {
    await this.#session.ask({ do: 'delete', path: `${this.#work}/${name}` });
  }

  async close(): Promise<void> {
    // Whatever a failed session left is in these two folders.
    await this.#session.ask({ do: 'delete', path: this.#work }).catch(() => undefined);
    rmSync(this.#local, { recursive: true, force: true });
    await this.#onClose?.();
  }

  /** Parameters become a file beside the stages, which every executor gets once. */
  async #command(stage: string, params: unknown): Promise<string> {
    const text = JSON.stringify(params);
    let file = this.#params.get(text);
    if (file === undefined) {
      file = `${this.#name('params')}.json`;
      this.#params.set(text, file);
      const path = join(this.#session.folder, file);
      writeFileSync(path, text);
      await this.#session.ask({ do: 'file', path });
    }
    const { node = 'node', stageMemory = 1024 } = this.#options;
    return `exec ${node} --max-old-space-size=${stageMemory} stages.mjs ${stage} ${file}`;
  }

  async #keep(
    query: string,
    watched = 'sorting',
    onCounters?: (counters: TaskCounters) => void,
  ): Promise<{ name: string }> {
    const name = this.#name('rows');
    const path = `${this.#work}/${name}`;
    await this.#session.ask({ do: 'sql', text: sql.keep(path, query), watched }, onCounters);
    await this.#sql(sql.openKept(name, path));
    return { name };
  }

  #name(kind: string): string {
    return `${this.#prefix}_${kind}_${++this.#count}`;
  }

  async #sql(text: string): Promise<readonly unknown[]> {
    return await this.#session.ask({ do: 'sql', text });
  }
}

/** What Spark says of a failure does not say what it was doing. */
function named(error: unknown, stages: string): unknown {
  if (!(error instanceof EngineError) || error.code !== 'spark-failed') return error;
  return new EngineError(error.code, `in ${stages}: ${error.message}`);
}

function isTable(target: string): boolean {
  return /\.parquet\/?$/.test(target);
}

function keptOf({ table, prefix }: Part): sql.Kept {
  return { view: table.name, prefix };
}
