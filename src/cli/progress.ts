/** What is told on standard error while a command runs and when it is done; nothing while nobody looks. */
import { isatty } from 'node:tty';
import type { Input } from '../records/index.ts';
import type { Output } from './output.ts';
import { grouped, say } from './terminal.ts';

export type Progress = {
  /** To be called often; shows something at most ten times a second, and only in runs that take long. */
  update(lines: number): void;
  /** Clears the line, and says the summary if it is wanted. */
  done(summary: string): void;
};

const PATIENCE_MS = 500;
const INTERVAL_MS = 100;
const CLEAR = '\r\u001b[K';

export function startProgress(inputs: readonly Input[], output: Output, isVerbose: boolean): Progress {
  const started = performance.now();
  const { TERM } = process.env;
  const isWatched = isatty(2);
  // Results on the same screen would be torn apart by a line that rewrites itself.
  const isShown = isWatched && TERM !== 'dumb' && !output.isTerminal;
  const total = inputs.reduce<number | undefined>(
    (sum, { size }) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
  let next = started + PATIENCE_MS;
  let isOnScreen = false;
  return {
    update(lines) {
      if (!isShown) return;
      const now = performance.now();
      if (now < next) return;
      next = now + INTERVAL_MS;
      isOnScreen = true;
      const read = inputs.reduce((sum, input) => sum + input.position(), 0);
      say(CLEAR + progressLine(lines, read, total, (now - started) / 1000));
    },
    done(summary) {
      if (isOnScreen) say(CLEAR);
      if (isWatched || isVerbose) say(`${summary}, ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    },
  };
}

function progressLine(lines: number, bytes: number, total: number | undefined, seconds: number): string {
  const share = total ? ` of ${megabytes(total)} (${Math.floor((100 * bytes) / total)} %)` : '';
  return `${grouped(lines)} URLs, ${megabytes(bytes)}${share}, ${grouped(Math.round(lines / seconds))} URLs/s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
