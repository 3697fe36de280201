/** Gives memory back to the system that nothing refers to any more. */

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
