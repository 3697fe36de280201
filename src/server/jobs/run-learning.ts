/** Starts the process of a learn job, and sees to it that it ends with the job or with the server. */
import { fork } from 'node:child_process';
import type { LearnMessage, LearnOrder } from './protocol.ts';

export type Running = {
  stop(): void;
  readonly ended: Promise<void>;
};

export type LearnListener = {
  onMessage(message: LearnMessage): void;
  /** A sentence for people. */
  onNote(text: string): void;
  /** The process is gone; `problem` is what to say if it did not tell how it went. */
  onEnd(problem: string): void;
};

export type RunLearning = (order: LearnOrder, listener: LearnListener) => Running;

const NOT_STARTED = 'The process of the job could not be started; try again, or restart the server.';
const ENDED_EARLY = 'The process of the job ended too early; if it ran out of memory, learn from less data.';
const NOTE_LENGTH = 1000;

/** A script and its arguments. */
export type LearnScript = readonly [script: URL, ...words: string[]];

export function learnInProcess([script, ...words]: LearnScript): RunLearning {
  return (order, { onMessage, onNote, onEnd }) => {
    const child = fork(script, words, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // What does not fit into memory goes to the job's own folder, which is removed whatever happens.
      env: { ...process.env, TMPDIR: order.folder },
      execArgv: [],
    });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    let rest = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!.slice(0, NOTE_LENGTH);
      for (const line of lines) {
        const note = line
          .replace(/^dustpan: /, '')
          .trim()
          .slice(0, NOTE_LENGTH);
        if (note !== '') onNote(note);
      }
    });
    child.on('message', (message) => onMessage(message as LearnMessage));
    const ended = new Promise<void>((resolve) => {
      let isOver = false;
      const end = (problem: string) => {
        if (isOver) return;
        isOver = true;
        process.removeListener('exit', kill);
        onEnd(problem);
        resolve();
      };
      child.once('error', () => end(NOT_STARTED));
      child.once('close', () => end(ENDED_EARLY));
    });
    child.send(order, () => undefined);
    return { stop: kill, ended };
  };
}
