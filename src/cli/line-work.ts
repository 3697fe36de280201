/** What a thread does that keys blocks of lines for `key`, `rewrite` and `dedupe`. */
import { parentPort } from 'node:worker_threads';
import { type CompileOptions, loadChecked } from '../normalize/index.ts';
import { type LineBlock, transformBlock } from './line-block.ts';

export type LineWork = {
  /** A compiled rule file, as the thread before has loaded it. */
  readonly rules: Uint8Array;
  readonly options: CompileOptions;
  readonly mode: 'key' | 'rewrite';
};

export function workOnLines(): void {
  // It is told what to do once the rules are read, which begins with its start.
  parentPort?.once('message', ({ rules, options, mode }: LineWork) => {
    const transform = loadChecked(rules, options).lines(mode);
    parentPort?.on('message', (block: LineBlock) => parentPort?.postMessage(transformBlock(transform, block)));
  });
}
