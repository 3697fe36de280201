// Bundles the commands that run on lines into a few files, because loading a hundred small ones takes longer than a short input.
import { basename, dirname, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Commands in the bundle; `src/cli/main.ts` sends the same ones there. */
const COMMANDS = ['key.js', 'rewrite.js', 'dedupe.js'];

/**
 * Writes `cli/line-commands.js` and the thread that they start, `cli/line-worker.js`, of a compiled tree, and beside it what it imports when needed. The other commands stay where they
 * are: they have their own copies of everything, and never run in one process with these.
 */
export async function bundleLineCommands(dist) {
  const folder = resolve(dist, 'cli');
  const bundle = await rolldown({
    input: { 'line-commands': `${folder}/run.js`, 'line-worker': `${folder}/line-worker.js` },
    platform: 'node',
    external: /^[^./]/,
    plugins: [
      {
        name: 'other-commands',
        resolveDynamicImport(specifier, importer) {
          const path = typeof specifier === 'string' ? relative(folder, resolve(dirname(importer), specifier)) : '';
          const isOther = path.startsWith('commands/') ? !COMMANDS.includes(basename(path)) : path.startsWith('engine');
          return isOther ? { id: `./${path}`, external: 'relative' } : null;
        },
      },
    ],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'line-[name].js',
    codeSplitting: {
      groups: [{ name: 'commands-shared', test: /\/(base|normalize|rules|url|cli)\/(?!line-worker|worker-pool)/ }],
    },
  });
  await bundle.close();
}
