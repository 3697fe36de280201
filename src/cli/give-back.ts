/** Gives memory back to the system that nothing refers to any more. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * By itself the collector runs when objects fill its heap; the tables of millions of URLs lie outside of that, and would stay beside
 * those of the next step.
 */
export async function giveBack(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // What was held by a promise that has just been kept is let go now.
  await setImmediate();
  collect();
}
