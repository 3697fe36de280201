// The main job on the bundled example: learns rules from 400 URLs of a wiki and keys some URLs with them, showing each command.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'dustpan-demo-'));
const rules = join(folder, 'rules.json');
const URLS = [
  'http://www.uwiki.example.test/cgi-bin/wiki.pl?Videotex',
  'http://uwiki.example.test/cgi-bin/wiki.pl/?Videotex',
  'http://uwiki.example.test/wiki?Videotex',
  'http://uwiki.example.test/wiki?Videotex&utm_source=hn',
];

function run(shown, args, input) {
  console.log(`\n$ ${shown}`);
  const { status } = spawnSync(process.execPath, ['dist/cli/main.cjs', ...args], {
    stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
    input,
  });
  if (status !== 0) process.exitCode = status ?? 2;
}

run('npx dustpan learn examples/data/usemod.tsv -o rules.json', ['learn', 'examples/data/usemod.tsv', '-o', rules]);
console.log(`\n${URLS.join('\n')}`);
run('npx dustpan key -r rules.json < those URLs', ['key', '-r', rules], `${URLS.join('\n')}\n`);
console.log(
  '\nThe last keeps its own key: on this wiki any unknown parameter gives an error page, so the data does not let utm_source be dropped.',
);
rmSync(folder, { recursive: true, force: true });
