/** What the bundle of all commands offers: the command line, and the work of its threads and processes, which wait for messages as soon as they are loaded. */
import type { Work } from './work.ts';

export { runCommandLine } from './run.ts';

export const WORKS: Readonly<Record<Exclude<Work, 'lines'>, () => Promise<unknown>>> = {
  parts: () => import('./learn-worker.ts'),
  row: () => import('./compare-child.ts'),
  job: () => import('./serve-child.ts'),
};
