// Bundles commands into a few files each, because loading a hundred small ones takes longer than a short input.
import { basename, dirname, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Bundles of a compiled tree: the commands in each, where `src/cli/main.ts` finds them, and the thread that they start. What is in one stands in chunks
 * of that name. The other commands stay where they are: they have their own copies of everything, and never run in one process with these.
 */
const BUNDLES = [
  {
    name: 'line',
    commands: ['key.js', 'rewrite.js', 'dedupe.js'],
    input: { 'line-commands': 'run.js', 'line-worker': 'line-worker.js' },
    groups: [{ name: 'commands-shared', test: /\/(base|normalize|rules|url|cli)\/(?!line-worker|worker-pool)/ }],
  },
  { name: 'learn', commands: ['learn.js'], input: { 'learn-command': 'run.js' }, groups: [] },
];

export async function bundleCommands(dist) {
  const folder = resolve(dist, 'cli');
  for (const { name, commands, input, groups } of BUNDLES) {
    const bundle = await rolldown({
      input: Object.fromEntries(Object.entries(input).map(([entry, file]) => [entry, `${folder}/${file}`])),
      platform: 'node',
      external: /^[^./]/,
      plugins: [
        {
          name: 'other-commands',
          resolveDynamicImport(specifier, importer) {
            const path = typeof specifier === 'string' ? relative(folder, resolve(dirname(importer), specifier)) : '';
            const isOther = path.startsWith('commands/')
              ? !commands.includes(basename(path))
              : path.startsWith('engine');
            return isOther ? { id: `./${path}`, external: 'relative' } : null;
          },
        },
      ],
    });
    await bundle.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: `${name}-chunk-[name].js`,
      codeSplitting: { groups },
    });
    await bundle.close();
  }
}
