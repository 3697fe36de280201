/** A Spark session of our own: finds and starts spark-submit, and asks its driver over a socket that only this user can open. */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ConfigError, EngineError } from '../../base/index.ts';

export type SparkSettings = {
  /** The program; else that of SPARK_HOME, else of PATH. */
  readonly submit?: string;
  /** `key=value`, as spark-submit takes them. */
  readonly conf?: readonly string[];
};

export type Ask =
  /** `watched`: what the work is called; its counters come while it runs and at the end. */
  | { readonly do: 'sql'; readonly text: string; readonly watched?: string }
  | { readonly do: 'file' | 'delete'; readonly path: string }
  | { readonly do: 'files'; readonly view: string }
  | { readonly do: 'fetch' | 'rename'; readonly path: string; readonly to: string };

/** What the tasks of a statement have done so far; bytes and records are those handed on between machines. */
export type TaskCounters = {
  readonly tasks: number;
  readonly done: number;
  readonly failed: number;
  readonly bytes: number;
  readonly records: number;
};

export type Session = {
  readonly version: string;
  /** Of this machine, for what executors may fetch at any time until the end: one that comes late fetches all that was ever handed out. */
  readonly folder: string;
  ask(ask: Ask, onCounters?: (counters: TaskCounters) => void): Promise<readonly unknown[]>;
  close(): Promise<void>;
};

const DEFAULTS = [
  'spark.ui.enabled=false',
  'spark.ui.showConsoleProgress=false',
  'spark.sql.catalogImplementation=in-memory',
];
/** Of what spark-submit says, the lines that may tell why it ended; places in the code do not. */
const TELLING = /error|exception|refused|cannot/i;
const KEPT_LINES = 40;

export function findSubmit(asked: string | undefined): string {
  if (asked !== undefined) {
    if (isProgram(asked)) return asked;
    throw new ConfigError('no-spark', `there is no program ${asked}; name spark-submit with --spark-submit`);
  }
  const { SPARK_HOME, PATH = '' } = process.env;
  const folders = SPARK_HOME ? [join(SPARK_HOME, 'bin')] : PATH.split(delimiter);
  const found = folders.map((folder) => join(folder, 'spark-submit')).find(isProgram);
  if (found) return found;
  throw new ConfigError(
    'no-spark',
    'spark-submit was not found; set SPARK_HOME, name it with --spark-submit, or install it with "pip install pyspark" (it needs Java 17)',
  );
}

/** `files` are given to every executor. */
export async function openSession(settings: SparkSettings, files: readonly string[]): Promise<Session> {
  const submit = findSubmit(settings.submit);
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-spark-'));
  const address = join(folder, 'driver');
  const said: string[] = [];
  const server = createServer();
  const confs = [...DEFAULTS, ...(settings.conf ?? [])].flatMap((conf) => ['--conf', conf]);
  const driver = join(dirname(fileURLToPath(import.meta.url)), 'driver.py');
  let child: ChildProcess | undefined;
  const stop = () => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await new Promise<void>((resolve) => server.listen(address, resolve));
    child = spawn(submit, [...confs, '--files', files.join(','), driver, address], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (said.length < KEPT_LINES && TELLING.test(line) && !/^\s+at |\bINFO\b/.test(line)) said.push(line);
      });
    }
    const gone = ended(child, said);
    const lines = new Answers(await Promise.race([connection(server), gone]), gone);
    const [version] = (await lines.next()) as [string];
    const own = child;
    return {
      version,
      folder,
      async ask(ask, onCounters) {
        lines.write(`${JSON.stringify(ask)}\n`);
        return await lines.next(onCounters);
      },
      async close() {
        lines.end();
        await new Promise<void>((resolve) => (own.exitCode === null ? own.once('exit', () => resolve()) : resolve()));
        stop();
      },
    };
  } catch (error) {
    child?.kill();
    stop();
    throw error;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function connection(server: Server): Promise<Socket> {
  return new Promise((resolve) => server.once('connection', resolve));
}

/** Never resolves: fails when the program ends. */
function ended(child: ChildProcess, said: readonly string[]): Promise<never> {
  const gone = new Promise<never>((_, reject) => {
    const fail = (how: string) => {
      // What comes first is the cause, what comes later follows from it.
      const [first = ''] = said;
      reject(new EngineError('spark-ended', `spark-submit ${how}${first === '' ? '' : `; it said: ${first.trim()}`}`));
    };
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => setTimeout(() => fail(`ended with ${signal ?? `exit status ${code}`}`), 200));
  });
  gone.catch(() => undefined);
  return gone;
}

type Reply = {
  readonly ok?: readonly unknown[];
  readonly error?: string;
  /** Work goes on; the answer is yet to come. */
  readonly progress?: readonly number[];
  readonly counters?: readonly number[];
};

function countersOf([tasks = 0, done = 0, failed = 0, bytes = 0, records = 0]: readonly number[]): TaskCounters {
  return { tasks, done, failed, bytes, records };
}

class Answers {
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;
  readonly #gone: Promise<never>;

  constructor(socket: Socket, gone: Promise<never>) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    this.#lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    this.#gone = gone;
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  async next(onCounters?: (counters: TaskCounters) => void): Promise<readonly unknown[]> {
    for (;;) {
      const line = await Promise.race([this.#lines.next(), this.#gone]);
      if (line.done) return await this.#gone;
      const { ok, error, progress, counters = progress } = JSON.parse(line.value) as Reply;
      if (counters) onCounters?.(countersOf(counters));
      if (progress) continue;
      if (ok) return ok;
      throw failureOf(error ?? '');
    }
  }

  end(): void {
    this.#socket.end();
  }
}

const STAGE = /dustpan stage failed: ([^\n]*)/;

/** What a stage said comes first; of Spark's own words the first line that says something. */
function failureOf(text: string): EngineError {
  const [, stage] = STAGE.exec(text) ?? [];
  if (stage !== undefined) return new EngineError('stage-failed', `a stage refused its rows: ${stage}`);
  if (/heap out of memory|heap limit/i.test(text)) {
    const advice = 'give stages more with --memory, or cut the rows into more parts with --partitions';
    return new EngineError('spark-failed', `a stage needs more memory than it may use; ${advice}`);
  }
  // The first line only says that a call failed, if there is a cause.
  const cause = /Caused by: ([^\n]*)/.exec(text)?.[1] ?? text.split('\n').find((line) => line.trim() !== '');
  return new EngineError('spark-failed', `Spark says: ${cause?.trim() ?? 'no reason given'}`);
}
