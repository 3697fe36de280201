/** The thread that keys blocks of lines for `key`, `rewrite` and `dedupe`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CompileOptions, loadCompiled } from '../normalize/index.ts';

export type LineWork = {
  /** A compiled rule file. */
  readonly rules: Uint8Array;
  readonly options: CompileOptions;
  readonly mode: 'key' | 'rewrite';
};

/** The block comes back with what became of it. */
export type LineAnswer = {
  readonly block: Uint8Array;
  readonly result: Uint8Array;
  readonly lines: number;
  readonly changed: number;
};

const { rules, options, mode } = workerData as LineWork;
const transform = loadCompiled(rules, options).lines(mode);

parentPort?.on('message', (block: Uint8Array<ArrayBuffer>) => {
  const before = transform.counts;
  const whole = transform.push(block).slice();
  const rest = transform.end();
  const result = rest.length === 0 ? whole : new Uint8Array(Buffer.concat([whole, rest]));
  const { lines, changed } = transform.counts;
  const answer: LineAnswer = { block, result, lines: lines - before.lines, changed: changed - before.changed };
  parentPort?.postMessage(answer, [block.buffer, result.buffer as ArrayBuffer]);
});
