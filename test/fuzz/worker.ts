/** The thread that fuzzes one target; `scripts/fuzz.mjs` bundles and watches it. */
import { parentPort, workerData } from 'node:worker_threads';
import { runCampaign } from './campaign.ts';
import { openCoverage } from './coverage.ts';
import { MAX_BYTES } from './mutator.ts';
import { targets } from './targets.ts';

type Order = {
  readonly target: string;
  readonly seed: number;
  readonly seconds: number;
  readonly corpus: readonly Uint8Array[];
  /** Number of the run, length of its input, then the input: what the watcher finds when this thread hangs or dies. */
  readonly current: SharedArrayBuffer;
};

const { target: name, seed, seconds, corpus, current } = workerData as Order;
const target = targets.find((one) => one.name === name)!;
const head = new Int32Array(current, 0, 2);
const input = new Uint8Array(current, 8, MAX_BYTES);
const coverage = openCoverage()!;
const end = performance.now() + seconds * 1000;
const runs = await runCampaign(target, {
  seed,
  corpus,
  coverage,
  isOver: () => performance.now() > end,
  onRun(bytes) {
    input.set(bytes.subarray(0, MAX_BYTES));
    Atomics.store(head, 1, bytes.length);
    Atomics.add(head, 0, 1);
  },
  onFound: (bytes, error) =>
    parentPort!.postMessage({ kind: 'found', bytes, message: error instanceof Error ? error.stack : String(error) }),
  onKept: (bytes) => parentPort!.postMessage({ kind: 'kept', bytes }),
});
parentPort!.postMessage({ kind: 'done', runs, seen: coverage.seen, all: coverage.all });
