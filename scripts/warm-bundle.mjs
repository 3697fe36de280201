// Runs the bundle of `key` once on the lines of standard input, and keeps what V8 made of it, so that starts need not parse what this one did.
//
//   node scripts/warm-bundle.mjs DIST < URLS
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** One rule of each kind: what applies them is wanted at once, the way from JSON is not. */
const RULES = [
  '@{warm.example} T ^*://*.*/item/(a|b)$ => $1://$2.$3/item/a',
  '@{warm.example} K query[sid]=* => query[sid]:=⊥',
  '@{warm.example} S "/index.htm$" => "/$"',
  '@{warm.example} E => dropParam(ref)',
];

const dist = resolve(process.argv[2]);
const bundle = join(dist, 'cli/line-commands.cjs');
const { makeRule, parseRule } = await import(join(dist, 'rules/index.js'));
const { saveCompiled } = await import(join(dist, 'normalize/index.js'));
const { codeCacheOf, compileBundle, runBundle } = await import(join(dist, 'cli/load-bundle.js'));
const folder = mkdtempSync(join(tmpdir(), 'dustpan-warm-'));
const file = join(folder, 'rules.bin');
const rules = RULES.map((text) => {
  const { scope, match, emit } = parseRule(text);
  return makeRule({ learner: 'manual', hosts: scope.hosts, match, emit });
});
writeFileSync(file, saveCompiled({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules }));
const script = compileBundle(bundle);
process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(codeCacheOf(bundle), script.createCachedData());
});
await runBundle(script, bundle).runCommandLine(['key', '-r', file]);
