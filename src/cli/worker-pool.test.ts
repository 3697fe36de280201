/** The pool of threads: order, and what happens when a thread dies. */
import { describe, expect, it } from 'vitest';
import { OtherThreads, Threads, workEach, workInOrder } from './worker-pool.ts';

/** A thread that answers with its block, slower for smaller numbers, and dies of the number 99 in the way it is told. */
const scriptThat = (dies: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', (block) => {
        if (block[0] === 99) { ${dies} }
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 - 2 * block[0]);
        parentPort.postMessage(block[0]);
      });`)}`,
  );

async function* blocks(...numbers: readonly number[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const number of numbers) yield Uint8Array.of(number);
}

async function answers(numbers: readonly number[], workers: number, dies = ''): Promise<number[]> {
  const all: number[] = [];
  const others = new OtherThreads<Uint8Array, number>({ script: scriptThat(dies), workers, data: null });
  for await (const answer of workInOrder(blocks(...numbers), others, ([number]) => number!)) all.push(answer);
  return all;
}

describe('workInOrder', () => {
  it.each([1, 2, 3])('gives the answers of %i threads in the order of the blocks', async (workers) => {
    const numbers = [1, 9, 2, 8, 3, 7, 4, 6, 5];
    expect(await answers(numbers, workers)).toEqual(numbers);
  });
  it('starts and ends without blocks', async () => {
    expect(await answers([], 2)).toEqual([]);
  });
  it('names a thread that throws, and why', async () => {
    await expect(answers([1, 99, 2], 2, "throw new Error('out of luck')")).rejects.toThrow(
      /^worker 2 of 2 stopped before it was done: out of luck; the output is not complete, run it again with --workers 1$/,
    );
  });
  it('names a thread that just ends', async () => {
    await expect(answers([1, 99, 2], 2, 'process.exit(3)')).rejects.toThrow(/^worker 2 of 2 stopped .* code 3;/);
  });
});

describe('others', () => {
  it('are told what is no block before the first', async () => {
    const script = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        parentPort.once('message', (more) => parentPort.on('message', ([n]) => parentPort.postMessage(n + more)));`)}`,
    );
    const others = new OtherThreads<Uint8Array, number>({ script, workers: 3, data: null });
    others.tell(100);
    const all: number[] = [];
    for await (const answer of workInOrder(blocks(1, 2, 3, 4), others, () => 0)) all.push(answer);
    expect(all).toEqual([101, 102, 103, 104]);
  });
  it('that nobody gave work are stopped', async () => {
    const others = new OtherThreads<Uint8Array, number>({ script: scriptThat(''), workers: 2, data: null });
    await others.stop();
    await expect(answersOf(others)).rejects.toThrow('stopped');
  });
});

async function answersOf(others: OtherThreads<Uint8Array, number>): Promise<number[]> {
  const all: number[] = [];
  for await (const answer of workInOrder(blocks(1), others, () => 0)) all.push(answer);
  return all;
}

describe('workEach', () => {
  const work = async (numbers: readonly number[], workers: number, dies = '', done: number[] = []) => {
    const threads = new Threads<Uint8Array, number>({ script: scriptThat(dies), workers, data: null, young: 16 });
    try {
      const blocks = numbers.map((number) => Uint8Array.of(number));
      const first = await workEach(blocks, threads, (block) => done.push(block));
      // The same threads are there for more.
      return [...first, ...(await workEach([Uint8Array.of(0)], threads, () => undefined))];
    } finally {
      await threads.stop();
    }
  };

  it.each([1, 2, 3])(
    'gives the answers of %i threads in the order of the blocks, and tells of each',
    async (workers) => {
      const numbers = [1, 9, 2, 8, 3, 7, 4, 6, 5];
      const done: number[] = [];
      expect(await work(numbers, workers, '', done)).toEqual([...numbers, 0]);
      expect(done.toSorted()).toEqual(numbers.map((_, i) => i));
    },
  );
  it('names a thread that throws, and why', async () => {
    await expect(work([1, 99, 2], 2, "throw new Error('out of luck')")).rejects.toThrow(
      /^worker [12] of 2 stopped before it was done: out of luck;/,
    );
  });
});
