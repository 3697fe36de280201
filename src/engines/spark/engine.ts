/** Runs stages on Spark: each is one SQL statement, its result a folder of Parquet files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../base/index.ts';
import { type Engine, findStage, type Part, parseRow, type Row, type Source, type Step } from '../../pipeline/index.ts';
import { readFileLines } from '../file-lines.ts';
import { openSession, type Session, type SparkSettings } from './session.ts';
import * as sql from './sql.ts';

export type SparkOptions = SparkSettings & {
  /** The bundled stages. */
  readonly stages: string;
  /** A folder that all machines see, for what stages hand on; local when absent. */
  readonly work?: string;
  /** Of rows that are read or meet; as Spark is set up when absent. */
  readonly partitions?: number;
  /** How the executors call Node. */
  readonly node?: string;
  /** Megabytes that a stage may use. */
  readonly stageMemory?: number;
  /** Called when a stage is done. */
  readonly onStage?: (stage: string, seconds: number) => void;
};

export async function openSparkEngine(options: SparkOptions): Promise<Engine> {
  const local = mkdtempSync(join(tmpdir(), 'dustpan-work-'));
  try {
    const fixed = options.partitions === undefined ? [] : fixedPartitions(options.partitions);
    const conf = [...fixed, ...(options.conf ?? [])];
    const session = await openSession({ ...options, conf }, [options.stages]);
    return new SparkEngine(session, options, local);
  } catch (error) {
    rmSync(local, { recursive: true, force: true });
    throw error;
  }
}

function fixedPartitions(count: number): string[] {
  return [`spark.sql.shuffle.partitions=${count}`, 'spark.sql.adaptive.coalescePartitions.enabled=false'];
}

class SparkEngine implements Engine {
  readonly #session: Session;
  readonly #options: SparkOptions;
  /** On this machine: parameters on their way out, results on their way in. */
  readonly #local: string;
  readonly #work: string;
  #count = 0;

  constructor(session: Session, options: SparkOptions, local: string) {
    this.#session = session;
    this.#options = options;
    this.#local = local;
    const name = local.slice(local.lastIndexOf('/') + 1);
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
    const isMapped = findStage(steps[0]!.stage).kind === 'map';
    let query = isMapped && partitions !== undefined ? sql.dealt(partitions, rows) : rows;
    for (const { stage, params = {} } of steps) {
      const command = await this.#command(stage, params);
      query = sql.transform(command, findStage(stage).kind === 'reduce' ? sql.together(query) : query);
    }
    const table = await this.#keep(query);
    this.#options.onStage?.(steps.map(({ stage }) => stage).join(', '), (performance.now() - started) / 1000);
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

  async save(part: Part, target: string): Promise<void> {
    const temporary = `${target.replace(/\/$/, '')}.${this.#name('unfinished')}`;
    try {
      await this.#sql(sql.writeLines(temporary, sql.selectKept([keptOf(part)])));
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
    await this.#session.close();
  }

  /** Parameters become a file beside the stages. */
  async #command(stage: string, params: unknown): Promise<string> {
    const file = `${this.#name('params')}.json`;
    writeFileSync(join(this.#local, file), JSON.stringify(params));
    await this.#session.ask({ do: 'file', path: join(this.#local, file) });
    const { node = 'node', stageMemory = 1024 } = this.#options;
    return `exec ${node} --max-old-space-size=${stageMemory} stages.mjs ${stage} ${file}`;
  }

  async #keep(query: string): Promise<{ name: string }> {
    const name = this.#name('rows');
    const path = `${this.#work}/${name}`;
    await this.#sql(sql.keep(path, query));
    await this.#sql(sql.openKept(name, path));
    return { name };
  }

  #name(kind: string): string {
    return `dustpan_${kind}_${++this.#count}`;
  }

  async #sql(text: string): Promise<readonly unknown[]> {
    return await this.#session.ask({ do: 'sql', text });
  }
}

function keptOf({ table, prefix }: Part): sql.Kept {
  return { view: table.name, prefix };
}
