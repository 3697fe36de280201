/** The script of a thread that keys lines; a file of its own, since a thread is started with one. */
import { fileURLToPath } from 'node:url';
import { loadBundle } from './load-bundle.ts';

loadBundle<typeof import('./line-bundle.ts')>(
  fileURLToPath(new URL('./line-commands.cjs', import.meta.url)),
).workOnLines();
