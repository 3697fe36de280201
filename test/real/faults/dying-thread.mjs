// Threads of the program die when they are given something to do.
import { isMainThread, parentPort } from 'node:worker_threads';

if (!isMainThread) parentPort.once('message', () => process.exit(9));
