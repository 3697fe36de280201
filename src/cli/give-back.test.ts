/** Memory that is not used any more goes back, without waiting for the heap to fill. */
import { expect, it } from 'vitest';
import { giveBack } from './give-back.ts';

it('gives back buffers that nothing refers to', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const tables: { own: Uint8Array | null } = { own: new Uint8Array(2 ** 28) };
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(2 ** 27);
  tables.own = null;
  await giveBack();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 27);
});
