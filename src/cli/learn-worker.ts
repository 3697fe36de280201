/** A thread of `learn`: takes blocks of sites, answers with what was found out about them. */
import { parentPort, workerData } from 'node:worker_threads';
import { answersTo, type LearnWork } from './learn-work.ts';

const answerTo = answersTo(workerData as LearnWork);

parentPort!.on('message', (block: Uint8Array<ArrayBuffer>) => parentPort!.postMessage(answerTo(block)));
