// Bundles commands into a few files each, because loading a hundred small ones takes longer than a short input.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { warmBundles } from './warm-bundles.mjs';

/** No comments and no blanks, which are read at every start; names stay, for they are in reports of errors. */
const TERSE = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

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
    isScript: true,
    output: { format: 'cjs', minify: TERSE, codeSplitting: false },
  },
  {
    name: 'learn-command',
    commands: ['learn.js'],
    input: 'run.js',
    isScript: true,
    output: { format: 'cjs', minify: TERSE, codeSplitting: false },
  },
];

export async function bundleCommands(dist) {
  const folder = resolve(dist, 'cli');
  for (const { name, commands, input, isScript, output } of BUNDLES) {
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
    const file = join(folder, `${name}.${extension}`);
    if (isScript) writeFileSync(file, asScript(readFileSync(file, 'utf8')));
  }
  await warmBundles(folder);
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
  for (const [, name] of code.matchAll(/\b(\w+)=__toESM\(/g)) {
    const isWhole = new RegExp(`\\b${name}\\b(?!\\.default\\b|=require\\(|=__toESM\\(|,1\\))`);
    if (isWhole.test(code))
      throw new Error(`name what is imported of ${name} one by one: modules are loaded on demand`);
  }
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
