// Changes the code of a folder in small ways and shows which changes its tests do not notice (Stryker, on a copy of the tree).
//
//   npm run mutate -- FOLDER [--stretches N | --all | --at FILE:FROM-TO[,…]] [--seed N] [--tests FOLDER[,FOLDER…]] [--seconds N]
//
// N stretches of three lines are chosen by the seed, some four changes each; the tests are those of the folder itself and of --tests.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { random } from '../bench/random.mjs';

/** The last release that runs on Node 20. It is installed beside the copy: a hundred packages that nothing else here needs. */
const STRYKER = '9.6.1';
const STRETCH = 3;

const root = resolve(import.meta.dirname, '..');
const place = join(root, '.tmp/mutate');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stretches: { type: 'string', default: '25' },
    all: { type: 'boolean', default: false },
    at: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '' },
    seconds: { type: 'string', default: '5' },
  },
});
const folder = positionals[0]?.replace(/\/+$/, '');
if (folder === undefined || !existsSync(join(root, folder))) {
  console.error('name a folder, such as src/url');
  process.exit(2);
}
const tree = copyTree();
installStryker();
const report = join(place, 'report.json');
rmSync(report, { force: true });
writeFileSync(join(tree, 'stryker.config.json'), JSON.stringify(configuration()));
const stryker = join(place, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const run = spawnSync(process.execPath, [stryker, 'run', '--logLevel', 'warn'], { cwd: tree, stdio: 'inherit' });
if (existsSync(report)) show(JSON.parse(readFileSync(report, 'utf8')).files);
process.exit(run.status ?? 1);

/** The changes are made in a copy, so that nothing that ends a run can leave one behind. */
function copyTree() {
  const copy = join(place, 'tree');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const part of ['src', 'test', 'schema', 'examples', 'docs', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  // Tests with data from outside the project look for it here.
  const shared = join(place, 'shared');
  rmSync(shared, { force: true });
  if (existsSync(join(root, '../shared'))) symlinkSync(resolve(root, '../shared'), shared);
  const include = [folder, ...values.tests.split(',').filter((name) => name !== '')].map(
    (name) => `${name}/**/*.test.ts`,
  );
  const test = { include, isolate: false, maxWorkers: 1, testTimeout: 90_000 };
  writeFileSync(join(copy, 'vitest.config.mjs'), `export default ${JSON.stringify({ test })};\n`);
  return copy;
}

/** Without its peers: vitest is found in the folder of the project, which is further up. */
function installStryker() {
  const found = join(place, 'node_modules/@stryker-mutator/core/package.json');
  if (existsSync(found) && JSON.parse(readFileSync(found, 'utf8')).version === STRYKER) return;
  writeFileSync(join(place, 'package.json'), '{"private":true}\n');
  const names = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${STRYKER}`);
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--legacy-peer-deps'];
  const { status } = spawnSync('npm', ['install', ...options, ...names], { cwd: place, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

function configuration() {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.config.mjs', related: false },
    mutate: chooseStretches(),
    inPlace: true,
    concurrency: 1,
    coverageAnalysis: 'perTest',
    timeoutMS: Number(values.seconds) * 1000,
    reporters: ['json'],
    jsonReporter: { fileName: report },
    disableTypeChecks: false,
    allowConsoleColors: false,
  };
}

/** Places as Stryker takes them, such as `src/url/sun.ts:4-6`. */
function chooseStretches() {
  if (values.at !== undefined) return values.at.split(',');
  const files = readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !/(\.(test|case|d)|-module)\.ts$/.test(file))
    .map((file) => `${folder}/${file}`)
    .sort();
  if (values.all) return files;
  const next = random(Number(values.seed));
  const stretches = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    const starts = [...lines.keys()].filter((i) => i % STRETCH === 0 && lines.slice(i, i + STRETCH).some(mayChange));
    return starts.map((i) => ({ place: `${file}:${i + 1}-${Math.min(i + STRETCH, lines.length)}`, rank: next() }));
  });
  stretches.sort((a, b) => a.rank - b.rank);
  return stretches.slice(0, Number(values.stretches)).map((stretch) => stretch.place);
}

/** Of lines without an operator, a condition, a call or a literal nothing can be changed. */
function mayChange(line) {
  return !/^\s*(import|export type|\/\*|\*|\/\/|readonly|\}|$)/.test(line) && /[<>=!+*%&|?([]|true|false/.test(line);
}

function show(files) {
  const killed = (mutant) => mutant.status === 'Killed' || mutant.status === 'Timeout';
  const counted = (mutant) => killed(mutant) || mutant.status === 'Survived' || mutant.status === 'NoCoverage';
  const rows = Object.entries(files).map(([name, file]) => ({ name, file, mutants: file.mutants.filter(counted) }));
  for (const { name, file, mutants } of rows)
    for (const mutant of mutants.filter((one) => !killed(one))) {
      const { start, end } = mutant.location;
      const lines = file.source.split('\n').slice(start.line - 1, end.line);
      lines.push(lines.pop().slice(0, end.column - 1));
      const before = lines.join('\n').slice(start.column - 1);
      const why = mutant.status === 'NoCoverage' ? ' (no test comes here)' : '';
      console.log(`${name}:${start.line}:${start.column} ${flat(before)}  ->  ${flat(mutant.replacement)}${why}`);
    }
  const all = { name: folder, mutants: rows.flatMap((row) => row.mutants) };
  // On a busy machine a run may be late without being endless.
  console.log(`\n${'noticed'.padStart(8)}${'of'.padStart(6)}${'by time'.padStart(9)}`);
  for (const { name, mutants } of [...rows, all].filter((row) => row.mutants.length > 0)) {
    const late = mutants.filter(({ status }) => status === 'Timeout').length;
    const [noticed, of, byTime] = [mutants.filter(killed).length, mutants.length, late].map(String);
    console.log(`${noticed.padStart(8)}${of.padStart(6)}${byTime.padStart(9)}  ${name}`);
  }
}

function flat(code) {
  const text = code.replace(/\s+/g, ' ');
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}
