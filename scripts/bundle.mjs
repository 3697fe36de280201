// Bundles commands into a few files each, because loading a hundred small ones takes longer than a short input.
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** No comments and no blanks, which are read at every start; names stay, for they are in reports of errors. */
const TERSE = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/** What the rules of `warm-bundle.mjs` are about. */
const WARM_LINES =
  'http://warm.example/item/b\nhttp://warm.example/index.htm\nhttp://warm.example/?ref=1&sid=2\nhttp://other.example/\n';

/**
 * Bundles of a compiled tree: the commands in each, and what of `dist/cli` they begin with. The other commands stay where they are: they have their own
 * copies of everything, and never run in one process with these. What is to start at once is CommonJS, which Node loads without its loader of modules.
 */
const BUNDLES = [
  { name: 'main', input: 'main.js', output: { format: 'cjs', minify: TERSE } },
  { name: 'line-worker', input: 'line-worker.js', output: { format: 'cjs', minify: TERSE } },
  {
    name: 'line-commands',
    commands: ['key.js', 'rewrite.js', 'dedupe.js'],
    input: 'line-bundle.js',
    output: { format: 'cjs', minify: TERSE, codeSplitting: false },
  },
  { name: 'learn-command', commands: ['learn.js'], input: 'run.js', output: { format: 'esm', minify: TERSE } },
];

export async function bundleCommands(dist) {
  const folder = resolve(dist, 'cli');
  for (const { name, commands, input, output } of BUNDLES) {
    const bundle = await rolldown({
      input: { [name]: `${folder}/${input}` },
      platform: 'node',
      external: /^[^./]/,
      // Else a kernel of 55 KB stands there twice.
      optimization: { inlineConst: false },
      plugins: [leaveOut(folder, commands)],
    });
    const extension = output.format === 'cjs' ? 'cjs' : 'js';
    const chunkFileNames = `${name.split('-')[0]}-chunk-[name].${extension}`;
    const written = await bundle.write({
      dir: folder,
      entryFileNames: `[name].${extension}`,
      chunkFileNames,
      ...output,
    });
    await bundle.close();
    for (const { fileName } of written.output) makeAscii(join(folder, fileName));
  }
  const lines = `${folder}/line-commands.cjs`;
  writeFileSync(lines, asScript(readFileSync(lines, 'utf8')));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/warm-bundle.mjs', dist], { input: WARM_LINES });
  if (status !== 0) throw new Error(`the bundle of key, rewrite and dedupe does not run: ${stderr}`);
  for (const main of [`${folder}/main.cjs`, `${folder}/main.js`]) chmodSync(main, 0o755);
}

/** Outside of ASCII there are only literals in what is terse, which may be written with escapes; V8 reads and keeps such a text with half of the work and room. */
function makeAscii(file) {
  const code = readFileSync(file, 'utf8');
  const ascii = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (ascii !== code) writeFileSync(file, ascii);
}

/** A bundle as `src/cli/load-bundle.ts` wants it. */
function asScript(code) {
  if (code.includes('=__toESM('))
    throw new Error('name what is imported of built-ins one by one: they are loaded on demand');
  return code.replace(/\bimport\(`/g, 'importModule(`');
}

/** Leaves other commands, and what engines need, where they are. */
function leaveOut(folder, commands = []) {
  return {
    name: 'other-commands',
    resolveDynamicImport(specifier, importer) {
      const path = typeof specifier === 'string' ? relative(folder, resolve(dirname(importer), specifier)) : '';
      const isOther = path.startsWith('commands/')
        ? !commands.includes(basename(path))
        : path.startsWith('engine') || path === 'run.js';
      return isOther ? { id: `./${path}`, external: 'relative' } : null;
    },
  };
}
