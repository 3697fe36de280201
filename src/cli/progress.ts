/** What is told on standard error while a command runs and when it is done; nothing while nobody looks. */
import type { Input } from '../records/index.ts';
import type { Output } from './output.ts';
import { now, startStatusLine } from './status-line.ts';
import { grouped, isTerminal, say } from './terminal.ts';

export type Progress = {
  /** To be called often. */
  update(lines: number): void;
  /** Clears the line, and says the summary if it is wanted. */
  done(summary: string): void;
};

export function startProgress(inputs: readonly Input[], output: Output, isVerbose: boolean): Progress {
  const started = now();
  const line = startStatusLine(output);
  const total = inputs.reduce<number | undefined>(
    (sum, { size }) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
  const seconds = () => (now() - started) / 1000;
  return {
    update(lines) {
      line.update(() => {
        const read = inputs.reduce((sum, input) => sum + input.position(), 0);
        return progressLine(lines, read, total, seconds());
      });
    },
    done(summary) {
      line.clear();
      if (isTerminal(2) || isVerbose) say(`${summary}, ${seconds().toFixed(1)} s\n`);
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
