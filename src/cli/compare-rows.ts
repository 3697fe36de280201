/** Works the rows of a comparison out, each in a process of its own, some at the same time, and gives them in order. */
import { type ChildProcess, fork } from 'node:child_process';
import { ConfigError, EngineError } from '../base/index.ts';
import type { Cluster, CompareOptions, MethodLevels, RowKey, RowMemory, RowResult } from '../index.ts';
import { WORK_SCRIPT, type Work } from './work.ts';

/** What the process of a row is told. */
export type RowMessage =
  | { readonly kind: 'clusters'; readonly clusters: readonly Cluster[] }
  | {
      readonly kind: 'row';
      readonly key: RowKey;
      readonly options: CompareOptions;
      readonly failing: readonly string[];
      /** Whether the precision levels of the method are wanted too. */
      readonly hasLevels: boolean;
    };

/** What it answers. */
export type RowAnswer =
  | {
      readonly kind: 'row';
      readonly result: RowResult;
      readonly startBytes: number;
      readonly peakBytes: number;
      readonly levels: MethodLevels | null;
    }
  | { readonly kind: 'error'; readonly message: string; readonly isInternal: boolean };

export type MeasuredRow = RowResult & RowMemory & { readonly levels: MethodLevels | null };

/** Clusters in one message: enough to be quick, few enough not to be what takes the memory. */
const BATCH = 5000;
const WORK: Work = 'row';

/** `onRow` is told of each row when it is done. The first row of each method in `withLevels` has its precision levels. */
export async function workRows(
  keys: readonly RowKey[],
  clusters: readonly Cluster[],
  options: CompareOptions,
  failing: readonly string[],
  withLevels: readonly string[],
  workers: number,
  onRow: (row: MeasuredRow) => void,
): Promise<MeasuredRow[]> {
  const results = new Array<MeasuredRow>(keys.length);
  let next = 0;
  const work = async () => {
    while (next < keys.length) {
      const place = next++;
      const key = keys[place]!;
      const isFirst = keys.findIndex(({ method }) => method === key.method) === place;
      const hasLevels = isFirst && withLevels.includes(key.method);
      const result = await workRow({ kind: 'row', key, options, failing, hasLevels }, clusters);
      results[place] = result;
      onRow(result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, keys.length) }, work));
  return results;
}

type RowOrder = RowMessage & { readonly kind: 'row' };

async function workRow(order: RowOrder, clusters: readonly Cluster[]): Promise<MeasuredRow> {
  const { key } = order;
  const child = fork(WORK_SCRIPT, [WORK], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const answered = answerOf(child, key);
  // What went wrong while sending is told by the answer that does not come.
  sendAll(child, order, clusters).catch(() => undefined);
  try {
    const answer = await answered;
    if (answer.kind === 'row') {
      const { result, startBytes, peakBytes, levels } = answer;
      return { ...result, startBytes, peakBytes, levels };
    }
    if (!answer.isInternal) throw new ConfigError('bad-option', answer.message);
    throw new EngineError('row-failed', `${key.method} failed: ${answer.message}; please report it`);
  } finally {
    process.removeListener('exit', stop);
  }
}

async function sendAll(child: ChildProcess, order: RowOrder, clusters: readonly Cluster[]): Promise<void> {
  for (let at = 0; at < clusters.length; at += BATCH) {
    await send(child, { kind: 'clusters', clusters: clusters.slice(at, at + BATCH) });
  }
  await send(child, order);
}

function send(child: ChildProcess, message: RowMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    child.send(message, (error) => (error ? reject(error) : resolve()));
  });
}

function answerOf(child: ChildProcess, { method }: RowKey): Promise<RowAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) =>
      reject(
        new EngineError(
          'row-failed',
          `the process that worked ${method} out ${what}; if it ran out of memory, give less data or fewer workers`,
        ),
      );
    child.once('message', (answer: RowAnswer) => resolve(answer));
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', (code, signal) => fail(`ended too early (${signal ?? code})`));
  });
}
