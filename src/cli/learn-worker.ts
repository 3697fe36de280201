/** A thread of `learn`: is told what to do, takes numbers of parts, answers with what was found out about them. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PartColumns } from '../engines/index.ts';
import { answersTo, type LearnWork } from './learn-work.ts';

let answerTo: ReturnType<typeof answersTo> = () => [];

parentPort!.on('message', (message: LearnWork | readonly number[]) => {
  if (Array.isArray(message)) parentPort!.postMessage(answerTo(message));
  else answerTo = answersTo(message as LearnWork, workerData as PartColumns);
});
