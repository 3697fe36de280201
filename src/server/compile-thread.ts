/** The thread that compiles a large rule set. */
import { parentPort, workerData } from 'node:worker_threads';
import { isDustpanError } from '../base/index.ts';
import { parseRuleSet, saveCompiled } from '../normalize/index.ts';
import type { Compiled } from './compile-in-thread.ts';

parentPort?.postMessage(answer(workerData as string));

function answer(text: string): Compiled {
  try {
    return { kind: 'done', bytes: saveCompiled(parseRuleSet(text)) };
  } catch (error) {
    if (!isDustpanError(error)) throw error;
    return { kind: 'refused', code: error.code, message: error.message };
  }
}
