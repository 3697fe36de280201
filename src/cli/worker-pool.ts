/** Threads that work on blocks side by side; what they answer comes in the order of the blocks. */
import { Worker } from 'node:worker_threads';
import { EngineError } from '../base/index.ts';

export type Crew = {
  /** The script that a thread runs: it answers every message with one message, in order. */
  readonly script: URL;
  /** Arguments of the script. */
  readonly words?: readonly string[];
  readonly workers: number;
  /** What every thread is given at its start. */
  readonly data: unknown;
  /** Megabytes of each thread for what was made last; where much is made and soon forgotten, more of it saves a third of the time. */
  readonly young?: number;
};

/** Blocks that may wait at each thread, so that none is idle while this one works or results are written. */
const AHEAD = 2;
/** Blocks that may wait for the one before them, for each thread. */
const OUT_OF_TURN = 8;

/** Threads that stay until they are stopped: what they compiled for one work serves the next. */
export class Threads<Block, Answer> {
  readonly workers: number;
  readonly members: readonly Member<Block, Answer>[];

  /** Those from number `first` on; the others are not threads of their own. */
  constructor({ script, words = [], workers, data, young }: Crew, first: 1 | 2 = 1) {
    const limits = young === undefined ? {} : { resourceLimits: { maxYoungGenerationSizeMb: young } };
    this.workers = workers;
    this.members = Array.from({ length: workers + 1 - first }, (_, i) => {
      return new Member<Block, Answer>(
        new Worker(script, { argv: [...words], workerData: data, ...limits }),
        `worker ${first + i} of ${workers}`,
      );
    });
  }

  /** Says something to each that is no block and has no answer. */
  tell(message: unknown): void {
    for (const member of this.members) member.tell(message);
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()));
  }
}

/** Threads beside this one, which is the first. They may be started before it is known what they have to do. */
export class OtherThreads<Block, Answer> extends Threads<Block, Answer> {
  constructor(crew: Crew) {
    super(crew, 2);
  }
}

/**
 * Memory: no more blocks than may wait are taken from the source. A thread that stops ends it all with an error. `own` is what this
 * thread does with a block when the others have enough, as while they start.
 */
export async function* workInOrder<Block, Answer>(
  blocks: AsyncIterable<Block>,
  others: OtherThreads<Block, Answer>,
  own: (block: Block) => Answer,
): AsyncGenerator<Answer> {
  const { workers, members } = others;
  try {
    const waiting: Turn<Answer>[] = [];
    for await (const block of blocks) {
      const [idlest] = [...members].sort((a, b) => a.open - b.open);
      waiting.push(idlest !== undefined && idlest.open < AHEAD ? turnOf(idlest.work(block)) : doneTurn(own(block)));
      while (waiting.length > workers * OUT_OF_TURN || waiting[0]?.isDone) yield await waiting.shift()!.answer;
    }
    for (const { answer } of waiting) yield await answer;
  } finally {
    await others.stop();
  }
}

/** Every block goes to the thread that has nothing to do; `done` hears of each as it is answered. The answers are in the order of the blocks. */
export async function workEach<Block, Answer>(
  blocks: Iterable<Block>,
  { members }: Threads<Block, Answer>,
  done: (block: number) => void,
): Promise<Answer[]> {
  const source = blocks[Symbol.iterator]();
  const answers: Answer[] = [];
  let taken = 0;
  await Promise.all(
    members.map(async (member) => {
      for (let next = source.next(); !next.done; next = source.next()) {
        const block = taken++;
        answers[block] = await member.work(next.value);
        done(block);
      }
    }),
  );
  return answers;
}

/** A block that was taken, and whether it is done. */
type Turn<Answer> = { readonly answer: Promise<Answer> | Answer; isDone: boolean };

function doneTurn<Answer>(answer: Answer): Turn<Answer> {
  return { answer, isDone: true };
}

function turnOf<Answer>(answer: Promise<Answer>): Turn<Answer> {
  const turn = { answer, isDone: false };
  const end = () => {
    turn.isDone = true;
  };
  answer.then(end, end);
  return turn;
}

type Settle<Answer> = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void };

class Member<Block, Answer> {
  private readonly worker: Worker;
  private readonly name: string;
  private readonly asked: Settle<Answer>[] = [];
  private failure: Error | undefined;

  constructor(worker: Worker, name: string) {
    this.worker = worker;
    this.name = name;
    worker.on('message', (answer: Answer) => this.asked.shift()?.resolve(answer));
    worker.on('error', (error) => this.fail(error.message, error));
    worker.on('exit', (code) => this.fail(`it ended with code ${code}`));
  }

  /** Blocks that it has not answered. */
  get open(): number {
    return this.asked.length;
  }

  /** The block is copied, unless its memory is shared. */
  work(block: Block): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      if (this.failure) reject(this.failure);
      else this.asked.push({ resolve, reject });
    });
    // Whoever awaits it hears of a failure; nobody does if an earlier block failed.
    answer.catch(() => undefined);
    this.worker.postMessage(block);
    return answer;
  }

  tell(message: unknown): void {
    this.worker.postMessage(message);
  }

  async stop(): Promise<void> {
    this.failure ??= new Error('stopped');
    await this.worker.terminate();
  }

  private fail(why: string, cause?: unknown): void {
    this.failure ??= new EngineError(
      'worker-stopped',
      `${this.name} stopped before it was done: ${why}; the output is not complete, run it again with --workers 1`,
      cause,
    );
    for (const { reject } of this.asked.splice(0)) reject(this.failure);
  }
}
