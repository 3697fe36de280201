/** A thread of `learn`: takes sites, answers with what was chosen for them. */
import { parentPort, workerData } from 'node:worker_threads';
import { type AutoOptions, type ComposedSite, composeBlock } from '../engines/index.ts';

/** What a thread is given at its start. */
export type LearnWork = { readonly options: AutoOptions; readonly failing: readonly string[] };

export type LearnAnswer = readonly ComposedSite[];

const { options, failing } = workerData as LearnWork;
const known = new Set(failing);

parentPort!.on('message', (block: Uint8Array<ArrayBuffer>) => {
  const answer: LearnAnswer = composeBlock(block, options, known);
  parentPort!.postMessage(answer);
});
