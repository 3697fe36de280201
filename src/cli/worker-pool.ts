/** Threads that work on blocks side by side; what they answer comes in the order of the blocks. */
import { Worker } from 'node:worker_threads';
import { EngineError } from '../base/index.ts';

export type Crew = {
  /** The module that a thread runs: it answers every message with one message, in order. */
  readonly script: URL;
  readonly workers: number;
  /** What every thread is given at its start. */
  readonly data: unknown;
};

/** Blocks that may wait at each thread, so that none is idle while results are written. */
const AHEAD = 2;

/** Memory: no more blocks than the threads can hold are taken from the source. A thread that stops ends it all with an error. */
export async function* workInOrder<Answer>(
  blocks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  { script, workers, data }: Crew,
): AsyncGenerator<Answer> {
  const members = Array.from({ length: workers }, (_, i) => {
    return new Member<Answer>(new Worker(script, { workerData: data }), `worker ${i + 1} of ${workers}`);
  });
  try {
    const waiting: Promise<Answer>[] = [];
    for await (const block of blocks) {
      const [idlest] = [...members].sort((a, b) => a.open - b.open);
      waiting.push(idlest!.work(block));
      if (waiting.length >= workers * AHEAD) yield await waiting.shift()!;
    }
    for (const answer of waiting) yield await answer;
  } finally {
    await Promise.all(members.map((member) => member.stop()));
  }
}

type Settle<Answer> = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void };

class Member<Answer> {
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

  work(block: Uint8Array<ArrayBuffer>): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      if (this.failure) reject(this.failure);
      else this.asked.push({ resolve, reject });
    });
    // Whoever awaits it hears of a failure; nobody does if an earlier block failed.
    answer.catch(() => undefined);
    this.worker.postMessage(block, [block.buffer]);
    return answer;
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
