/** Keeps the process small: gives memory back to the system that nothing refers to any more, and lets the engine take less. */
import { setFlagsFromString } from 'node:v8';

/**
 * By itself the collector runs when objects fill its heap; the tables of millions of URLs lie outside of that, and would stay beside
 * those of the next step. A program may ask for a collection as a debugger does; nothing is opened for others to connect to.
 */
export async function giveBack(): Promise<void> {
  // Some builds of Node have none; there the memory comes back later.
  const inspector = await import('node:inspector/promises').catch(() => null);
  if (inspector === null) return;
  const session = new inspector.Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/**
 * New objects lie in a room of their own, of one megabyte at first, which the engine makes sixteen times as large when many are made. That pays
 * where objects are what a program works on; where they are few and the bytes lie elsewhere, it is memory that nobody uses. So small a room is
 * cleared in less time than it takes to wake other threads for it. And the rest of the heap is cleared when it has grown by two fifths, not when it has
 * doubled. So small a heap is looked through by the thread that uses it: others that did so meanwhile took longer than what they saved. Flags hold for the
 * whole process, so only a command may set them.
 */
export function keepNewSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--heap-growing-percent=40');
  setFlagsFromString('--no-concurrent-marking');
}
