/** A thread of `learn`: takes sites, answers with what was chosen for them. */
import { parentPort, workerData } from 'node:worker_threads';
import { type AutoOptions, type AutoPart, type ComposedSite, composePart } from '../engines/index.ts';

/** What a thread is given at its start. */
export type LearnWork = { readonly options: AutoOptions; readonly failing: readonly string[] };

export type LearnAnswer = readonly ComposedSite[];

const { options, failing } = workerData as LearnWork;
const known = new Set(failing);
const decoder = new TextDecoder();

parentPort!.on('message', (block: Uint8Array) => {
  const parts = JSON.parse(decoder.decode(block)) as AutoPart[];
  const answer: LearnAnswer = parts.flatMap((part) => composePart(part, options, known));
  parentPort!.postMessage(answer);
});
