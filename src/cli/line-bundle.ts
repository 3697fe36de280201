/** What the bundle of `key`, `rewrite` and `dedupe` offers: the command line, and the work of its threads. */
export { workOnLines } from './line-work.ts';
export { runCommandLine } from './run.ts';
