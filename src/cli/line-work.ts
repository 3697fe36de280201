/** What a thread does that keys blocks of lines for `key`, `rewrite` and `dedupe`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CompileOptions, loadCompiled } from '../normalize/index.ts';
import { transformBlock } from './line-block.ts';

export type LineWork = {
  /** A compiled rule file. */
  readonly rules: Uint8Array;
  readonly options: CompileOptions;
  readonly mode: 'key' | 'rewrite';
};

export function workOnLines(): void {
  const { rules, options, mode } = workerData as LineWork;
  const transform = loadCompiled(rules, options).lines(mode);
  parentPort?.on('message', (block: Uint8Array<ArrayBuffer>) => {
    const answer = transformBlock(transform, block);
    parentPort?.postMessage(answer, [block.buffer, answer.result.buffer as ArrayBuffer]);
  });
}
