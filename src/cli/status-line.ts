/** One line on the terminal that is written over and over while a command runs; nothing while nobody looks. */
import type { Output } from './output.ts';
import { isTerminal, say } from './terminal.ts';

export type StatusLine = {
  /** To be called often; shows something at most ten times a second, and only in runs that take long. */
  update(text: () => string): void;
  clear(): void;
};

const PATIENCE_MS = 500;
const INTERVAL_MS = 100;
const CLEAR = '\r\u001b[K';

/** Milliseconds. The `performance` of Node is loaded when it is first asked for, which takes one of them. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function startStatusLine(output: Output): StatusLine {
  const { TERM } = process.env;
  // Results on the same screen would be torn apart by a line that rewrites itself.
  const isShown = isTerminal(2) && TERM !== 'dumb' && !output.isTerminal;
  let next = now() + PATIENCE_MS;
  let isOnScreen = false;
  return {
    update(text) {
      if (!isShown) return;
      const time = now();
      if (time < next) return;
      next = time + INTERVAL_MS;
      isOnScreen = true;
      say(CLEAR + text());
    },
    clear() {
      if (isOnScreen) say(CLEAR);
      isOnScreen = false;
    },
  };
}
