/** Compiles a large rule set in a thread of its own, so that the server goes on answering. */
import { Worker } from 'node:worker_threads';
import { ConfigError, EngineError } from '../base/index.ts';

/** What the thread answers. */
export type Compiled =
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** From the text of a rule file to the bytes of a compiled one. */
export function compileInThread(text: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./compile-thread.js', import.meta.url), { workerData: text });
    worker.once('message', (answer: Compiled) => {
      if (answer.kind === 'done') resolve(answer.bytes);
      else reject(new ConfigError(answer.code, answer.message));
    });
    const fail = (cause: unknown): void => {
      reject(new EngineError('compile-failed', 'the rules could not be compiled; give the program more memory', cause));
    };
    worker.once('error', fail);
    // A thread that ends without a word; after an answer this changes nothing.
    worker.once('exit', fail);
  });
}
