/** What threads and processes do for commands, and the script that all of them start from. */

export type Work =
  /** Keying lines, in a thread. */
  | 'lines'
  /** Parts of what `learn` does, in a thread. */
  | 'parts'
  /** A row of a comparison, in a process. */
  | 'row'
  /** A learn job of `serve`, in a process. */
  | 'job';

/** Its argument is the work. */
export const WORK_SCRIPT = new URL('./worker.cjs', import.meta.url);
