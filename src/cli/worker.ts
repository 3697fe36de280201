/** The script of a thread or a process that works for a command; a file of its own, since each is started with one. Its argument says what to do. */
import { bundlePath, loadBundle } from './load-bundle.ts';
import type { Work } from './work.ts';

const work = process.argv[2] as Work;
if (work === 'lines') loadBundle<typeof import('./line-bundle.ts')>(bundlePath('line-commands')).workOnLines();
else void loadBundle<typeof import('./command-bundle.ts')>(bundlePath('commands')).WORKS[work]();
