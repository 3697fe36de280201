// Runs the bundles that V8's code is kept of, with little data of each kind.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One rule of each kind: what applies them is wanted at once, the way from JSON is not. */
const RULES = [
  '@{warm.example} T ^*://*.*/item/(a|b)$ => $1://$2.$3/item/a',
  '@{warm.example} K query[sid]=* => query[sid]:=⊥',
  '@{warm.example} S "/index.htm$" => "/$"',
  '@{warm.example} E => dropParam(ref)',
];
const LINES =
  'http://warm.example/item/b\nhttp://warm.example/index.htm\nhttp://warm.example/?ref=1&sid=2\nhttp://other.example/\n';
/** So many that the kernels are used. */
const URLS = '30000';

/** `cli`: the folder of the command line in a compiled tree. */
export async function warmBundles(cli) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-warm-'));
  try {
    const rules = join(folder, 'rules.bin');
    writeFileSync(rules, await compiledRules(cli));
    run(['scripts/warm-bundle.mjs', join(cli, 'line-commands.cjs'), 'key', '-r', rules], LINES);
    const crawl = join(folder, 'crawl.tsv');
    run(['bench/generate.mjs', '--urls', URLS, '-o', crawl]);
    for (const learner of ['dustlin', 'auto']) {
      const output = join(folder, 'rules.json');
      const words = ['learn', crawl, '--learner', learner, '-o', output];
      run(['scripts/warm-bundle.mjs', join(cli, 'commands.cjs'), ...words]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compiledRules(cli) {
  const { makeRule, parseRule } = await import(join(cli, '../rules/index.js'));
  const { saveCompiled } = await import(join(cli, '../normalize/index.js'));
  const rules = RULES.map((text) => {
    const { scope, match, emit } = parseRule(text);
    return makeRule({ learner: 'manual', hosts: scope.hosts, match, emit });
  });
  return saveCompiled({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules });
}

function run(args, input = '') {
  const { status, stderr } = spawnSync(process.execPath, args, { input });
  if (status !== 0) throw new Error(`node ${args.join(' ')} does not run: ${stderr}`);
}
