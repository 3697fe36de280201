/** Lines through several threads: the start of the input on this one, and if there is much of it, the rest in blocks of whole lines. */
import { availableParallelism } from 'node:os';
import { InputError, joinBytes } from '../base/index.ts';
import type { LineTransform } from '../normalize/index.ts';
import type { Input } from '../records/index.ts';
import type { OptionTable } from './command.ts';
import { type LineAnswer, transformBlock } from './line-block.ts';
import type { LineWork } from './line-work.ts';
import { joinInputs } from './lines.ts';

export const WORKERS = {
  name: 'workers',
  value: 'N',
  kind: 'integer',
  min: 1,
  max: 1024,
  help: 'threads, for files of more than 8 MB; by default the cores of the machine; the output is the same with any number',
} as const satisfies OptionTable;

export type Threads = {
  readonly workers: number;
  /** What the other threads are to do; asked for when they are started. */
  work(): LineWork;
  /** The same, for this one. */
  own(): LineTransform;
};

/** Where blocks of whole lines become output, in order. */
export type LineSink = {
  /** For the part that stays on this thread. */
  readonly transform: LineTransform;
  /** For what threads answer; null for the transform of the threads itself. */
  readonly take: ((answer: LineAnswer) => Uint8Array) | null;
};

/** Threads cost tens of milliseconds to start, as much as one needs for so many bytes. */
const ALONE = 8 << 20;
/** Little enough that the last blocks keep nobody waiting for long. */
const BLOCK = 1 << 19;
/** A block has whole lines, so it is as long as its longest; one of so many bytes is no URL, and there is no end to it in sight. */
const MAX_BLOCK = 64 << 20;
const LF = 10;
const SCRIPT = new URL('./line-worker.cjs', import.meta.url);

/** The number asked for, or the cores that this process may use. */
export function workerCount(asked: number | undefined): number {
  return asked ?? availableParallelism();
}

/** Transformed bytes in the order of the input, with how many lines there were and changed so far. */
export async function* transformInThreads(
  inputs: readonly Input[],
  { transform, take }: LineSink,
  threads: Threads,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly lines: number; readonly changed: number }> {
  const chunks = joinInputs(inputs);
  // Whoever writes to a pipe may wait for the answer to a line, which would wait for its block.
  const areFiles = inputs.every(({ size }) => size !== undefined);
  // A file may be compressed and hold more than it says, never less.
  const isLarge = inputs.reduce((sum, { size }) => sum + (size ?? 0), 0) > ALONE;
  const most = areFiles && threads.workers > 1 ? (isLarge ? 0 : ALONE) : Number.POSITIVE_INFINITY;
  const rest = yield* alone(chunks, transform, most);
  if (rest === null) return;
  // Most inputs are short, and their start should not wait for what they do not need.
  const { workInOrder } = await import('./worker-pool.ts');
  const own = threads.own();
  const crew = {
    script: SCRIPT,
    workers: threads.workers,
    data: threads.work(),
    own: (block: Uint8Array<ArrayBuffer>) => transformBlock(own, block),
  };
  const before = transform.counts;
  let lines = 0;
  let changed = 0;
  for await (const answer of workInOrder<LineAnswer>(blocksOfLines(rest, chunks), crew)) {
    const bytes = take === null ? answer.result : take(answer);
    lines += answer.lines;
    changed += answer.changed;
    const own = transform.counts;
    yield take === null
      ? { bytes, lines: before.lines + lines, changed: before.changed + changed }
      : { bytes, lines: own.lines, changed: own.changed };
  }
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

/** The chunks cut anew, so that each ends where a line ends; only the last may lack its line end. */
async function* blocksOfLines(
  start: Uint8Array<ArrayBuffer>,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array[] = [start];
  let size = start.length;
  for await (const chunk of chunks) {
    const end = size + chunk.length < BLOCK ? 0 : chunk.lastIndexOf(LF) + 1;
    if (end > 0) {
      yield joinBytes([...pieces, chunk.subarray(0, end)]);
      pieces = [];
      size = 0;
    }
    // A chunk is valid only until the next one.
    pieces.push(new Uint8Array(chunk.subarray(end)));
    size += chunk.length - end;
    if (size > MAX_BLOCK)
      throw new InputError(
        'line-too-long',
        'a line of the input has more than 64 MB, which is no URL; check the input, or let it pass as it is with --workers 1',
      );
  }
  if (size > 0) yield joinBytes(pieces);
}
