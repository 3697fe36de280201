// Runs a command line from a bundle, and keeps what V8 made of it beside the bundle, so that starts need not parse what this one did. What earlier runs left there is kept too.
//
//   node scripts/warm-bundle.mjs BUNDLE COMMAND ARGUMENTS... < INPUT
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const [file, ...words] = process.argv.slice(2);
const bundle = resolve(file);
const { codeCacheOf, compileBundle, runBundle } = await import(join(dirname(bundle), 'load-bundle.js'));
// A cache is good for the flags that it was made with, and those that commands set are not set yet when it is read.
createRequire(import.meta.url)('node:v8').setFlagsFromString = () => undefined;
const script = compileBundle(bundle);
process.on('exit', () => writeFileSync(codeCacheOf(bundle), script.createCachedData()));
await runBundle(script, bundle).runCommandLine(words);
