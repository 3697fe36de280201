/** Lines through several threads: the start of the input on this one, and if there is much of it, the rest in blocks of whole lines. */
import { availableParallelism } from 'node:os';
import type { LineTransform } from '../normalize/index.ts';
import type { Input } from '../records/index.ts';
import type { OptionTable } from './command.ts';
import { type LineAnswer, type LineBlock, transformBlock } from './line-block.ts';
import type { LineWork } from './line-work.ts';
import { joinInputs } from './lines.ts';
import { WORK_SCRIPT, type Work } from './work.ts';
import type { OtherThreads } from './worker-pool.ts';

export const WORKERS = {
  name: 'workers',
  value: 'N',
  kind: 'integer',
  min: 1,
  max: 1024,
  help: 'threads, for files of more than 32 MB; by default the cores of the machine; the output is the same with any number',
} as const satisfies OptionTable;

export type Threads = {
  readonly workers: number;
  /** What the other threads are to do; asked for when they are started. */
  work(): LineWork;
  /** The same, for this one. */
  own(): LineTransform;
  /** Those that were started already. */
  readonly others: OtherLineThreads | null;
};

/** Other threads, which need to be told what to do before their first block. */
export type OtherLineThreads = OtherThreads<LineBlock, LineAnswer>;

/** Where blocks of whole lines become output, in order. */
export type LineSink = {
  /** For the part that stays on this thread. */
  readonly transform: LineTransform;
  /** For what threads answer; null for the transform of the threads itself. */
  readonly take: ((answer: LineAnswer) => Uint8Array) | null;
};

/** A thread costs some 80 milliseconds to start, in which one that is there does half of so many bytes: with less, more threads would only make it dearer. */
const ALONE = 32 << 20;
const LF = 10;
const NOTHING = new Uint8Array(0);
const WORK: Work = 'lines';

/** The number asked for, or the cores that this process may use. */
export function workerCount(asked: number | undefined): number {
  return asked ?? availableParallelism();
}

/** Starts threads for inputs that are certainly worth them, so that they begin while rules are read; else null. Whoever asked stops them. */
export async function startOthers(
  inputs: readonly Input[],
  asked: number | undefined,
): Promise<OtherLineThreads | null> {
  const workers = workerCount(asked);
  return workers > 1 && areFiles(inputs) && areLarge(inputs) ? await newOthers(workers) : null;
}

async function newOthers(workers: number): Promise<OtherLineThreads> {
  // Most inputs are short, and their start should not wait for what they do not need.
  const pool = await import('./worker-pool.ts');
  return new pool.OtherThreads({ script: WORK_SCRIPT, words: [WORK], workers, data: null });
}

/** Whoever writes to a pipe may wait for the answer to a line, which would wait for its block. */
function areFiles(inputs: readonly Input[]): boolean {
  return inputs.every(({ size }) => size !== undefined);
}

/** A file may be compressed and hold more than it says, never less. */
function areLarge(inputs: readonly Input[]): boolean {
  return inputs.reduce((sum, { size }) => sum + (size ?? 0), 0) > ALONE;
}

/** Transformed bytes in the order of the input, with how many lines there were and changed so far. */
export async function* transformInThreads(
  inputs: readonly Input[],
  { transform, take }: LineSink,
  threads: Threads,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly lines: number; readonly changed: number }> {
  const chunks = joinInputs(inputs);
  const isShared = threads.workers > 1 && areFiles(inputs);
  const rest =
    isShared && areLarge(inputs)
      ? NOTHING
      : yield* alone(chunks, transform, isShared ? ALONE : Number.POSITIVE_INFINITY);
  if (rest === null) return;
  const others = threads.others ?? (await newOthers(threads.workers));
  others.tell(threads.work());
  const [{ workInOrder }, { LinePlaces }] = await Promise.all([import('./worker-pool.ts'), import('./line-places.ts')]);
  const places = new LinePlaces();
  const before = transform.counts;
  let lines = 0;
  let changed = 0;
  for await (const answer of workInOrder(places.blocks(follow(rest, chunks)), others, ownWork(threads))) {
    const bytes = take === null ? answer.result : take(answer);
    lines += answer.lines;
    changed += answer.changed;
    const own = transform.counts;
    yield take === null
      ? { bytes, lines: before.lines + lines, changed: before.changed + changed }
      : { bytes, lines: own.lines, changed: own.changed };
    places.release();
  }
}

/** What this thread does with a block; prepared with the first, so that the other threads start before. */
function ownWork(threads: Threads): (block: LineBlock) => LineAnswer {
  let own: LineTransform | undefined;
  return (block) => {
    own ??= threads.own();
    return transformBlock(own, block);
  };
}

async function* follow(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** Does the input here until it is longer than `most`; gives what is left of the last chunk then, and null when all is done. */
async function* alone(
  chunks: AsyncGenerator<Uint8Array>,
  transform: LineTransform,
  most: number,
): AsyncGenerator<
  { readonly bytes: Uint8Array; readonly lines: number; readonly changed: number },
  Uint8Array<ArrayBuffer> | null
> {
  let size = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const chunk = next.value;
    size += chunk.length;
    const end = size > most ? chunk.lastIndexOf(LF) + 1 : 0;
    yield { bytes: transform.push(end > 0 ? chunk.subarray(0, end) : chunk), ...transform.counts };
    if (end > 0) return new Uint8Array(chunk.subarray(end));
  }
  yield { bytes: transform.end(), ...transform.counts };
  return null;
}
