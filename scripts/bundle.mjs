// Bundles the commands into two scripts, because loading hundreds of small files takes longer than a short input.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { warmBundles } from './warm-bundles.mjs';

/** No comments and no blanks, which are read at every start; names stay, for they are in reports of errors. */
const TERSE = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/**
 * Bundles of a compiled tree, and what of `dist/cli` they begin with. A bundle of `commands` leaves the others out, so that it is small; one process runs
 * one bundle, and what it loads beside that is packages alone. All is CommonJS, which Node loads without its loader of modules.
 */
const BUNDLES = [
  { name: 'main', input: 'main.js' },
  { name: 'worker', input: 'worker.js' },
  { name: 'line-commands', input: 'line-bundle.js', isScript: true, commands: ['key.js', 'rewrite.js', 'dedupe.js'] },
  { name: 'commands', input: 'command-bundle.js', isScript: true },
];

/** Packages are loaded when they are needed, but for those that are modules alone, which scripts cannot load with every Node, and what these need. */
const MODULES_ALONE = ['htmlparser2', 'entities', 'domelementtype', 'domhandler', 'domutils', 'dom-serializer'];

function isExternal(id) {
  return /^[^./]/.test(id) && !MODULES_ALONE.includes(id.split('/')[0]);
}

export async function bundleCommands(dist) {
  const folder = resolve(dist, 'cli');
  for (const { name, input, isScript, commands } of BUNDLES) {
    const bundle = await rolldown({
      input: { [name]: `${folder}/${input}` },
      platform: 'node',
      external: isExternal,
      // Else a kernel of 55 KB stands there twice.
      optimization: { inlineConst: false },
      plugins: [keepPlaces(folder), ...(commands ? [leaveOut(folder, commands)] : [])],
    });
    const file = join(folder, `${name}.cjs`);
    await bundle.write({ file, format: 'cjs', minify: TERSE, codeSplitting: false });
    await bundle.close();
    const code = makeAscii(readFileSync(file, 'utf8'));
    writeFileSync(file, isScript ? asScript(code) : code);
  }
  await warmBundles(folder);
  chmodSync(join(folder, 'main.cjs'), 0o755);
}

/** Outside of ASCII there are only literals in what is terse, which may be written with escapes; V8 reads and keeps such a text with half of the work and room. */
function makeAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
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

/** Files that a module names beside itself are still found from the bundle. */
function keepPlaces(folder) {
  return {
    name: 'places',
    transform(code, id) {
      if (dirname(id) === folder || !code.includes('import.meta.url')) return null;
      const place = JSON.stringify(`./${relative(folder, id)}`);
      return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url)`);
    },
  };
}

/** Leaves other commands, and what engines need, where they are: `src/cli/main.ts` asks another bundle for them. */
function leaveOut(folder, commands) {
  return {
    name: 'other-commands',
    resolveDynamicImport(specifier, importer) {
      const path = typeof specifier === 'string' ? relative(folder, resolve(dirname(importer), specifier)) : '';
      const isOther = path.startsWith('commands/') ? !commands.includes(basename(path)) : path.startsWith('engine');
      return isOther ? { id: `./${path}`, external: 'relative' } : null;
    },
  };
}
