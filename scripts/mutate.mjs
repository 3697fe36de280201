// Changes the code of a folder in small ways and shows which changes its tests do not notice.
//
//   npm run mutate -- FOLDER [--stretches N | --all | --at FILE[:FROM-TO][,…]] [--seed N] [--tests FOLDER[,…] | --only TEST[,…]] [--seconds N]
//
// N stretches of three lines are chosen by the seed, some four changes each; the tests are those of the folder itself and of --tests, or those of --only.
// They are tried in an order chosen by the seed, until N seconds of the processor are gone. All are in the code at once (Stryker's instrumenter), each behind a switch;
// the tests run in a thread, which is begun anew when it hangs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { random } from '../bench/random.mjs';

/** The last release that runs on Node 20. It is installed apart: packages that nothing else here needs. */
const INSTRUMENTER = ['@stryker-mutator/instrumenter', '9.6.1'];
const STRETCH = 3;
/** Whoever waits for what never comes takes no time of the processor. */
const IDLE_MS = 120_000;

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
    only: { type: 'string' },
    seconds: { type: 'string', default: '600' },
  },
});
const folder = positionals[0]?.replace(/\/+$/, '');
if (folder === undefined || !existsSync(join(root, folder))) {
  console.error('name a folder, such as src/url');
  process.exit(2);
}
const { files, mutants } = await instrument(chooseStretches());
const script = join(place, `tests-${process.pid}.mjs`);
await bundle(new Map(files.map(({ name, content }) => [name, content])), script);
process.on('exit', () => rmSync(script, { force: true }));
const results = await tryAll(shuffled(mutants.map(({ id }) => id)));
showTable();
process.exit(0);

/** Places such as `src/url/sun.ts:4-6`; a file alone is all of it. */
function chooseStretches() {
  if (values.at !== undefined) return values.at.split(',');
  const sources = listFiles(folder).filter(
    (file) => file.endsWith('.ts') && !/(\.(test|case|d)|-module)\.ts$/.test(file),
  );
  if (values.all) return sources;
  const next = random(Number(values.seed));
  const stretches = sources.flatMap((file) => {
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

function listFiles(name) {
  return readdirSync(join(root, name), { recursive: true })
    .map((file) => `${name}/${file}`)
    .sort();
}

async function instrument(places) {
  const { Instrumenter } = await loadInstrumenter();
  const ranges = new Map();
  for (const [, name, from, to] of places.map((text) => /^([^:]+)(?::(\d+)-(\d+))?$/.exec(text)))
    ranges.set(name, [...(ranges.get(name) ?? []), from && { start: at(from, 0), end: at(to, 1e6) }]);
  const found = [...ranges].map(([name, list]) => ({
    name: join(root, name),
    content: readFileSync(join(root, name), 'utf8'),
    mutate: list.includes(undefined) || list,
  }));
  const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
  return new Instrumenter(quiet).instrument(found, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: false,
  });
}

function at(line, column) {
  return { line: Number(line) - 1, column };
}

function loadInstrumenter() {
  const [name, version] = INSTRUMENTER;
  const found = join(place, 'node_modules', name, 'package.json');
  if (!existsSync(found) || JSON.parse(readFileSync(found, 'utf8')).version !== version) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{"private":true}\n');
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--legacy-peer-deps'];
    const { status } = spawnSync('npm', ['install', ...options, `${name}@${version}`], {
      cwd: place,
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(1);
  }
  const { exports } = JSON.parse(readFileSync(found, 'utf8'));
  const entry = typeof exports['.'] === 'string' ? exports['.'] : exports['.'].import;
  return import(pathToFileURL(join(dirname(found), entry)).href);
}

/** The tests, what they test and what runs them, in one file; packages stay outside. */
async function bundle(changed, file) {
  const folders = [folder, ...values.tests.split(',').filter((name) => name !== '')];
  const tests = values.only?.split(',') ?? folders.flatMap(listFiles).filter((name) => name.endsWith('.test.ts'));
  const runner = join(import.meta.dirname, 'mutate-tests.mjs');
  const entry = `${tests.map((name) => `import ${JSON.stringify(join(root, name))};`).join('\n')}\nexport { run } from 'vitest';`;
  const plugin = {
    name: 'mutate',
    resolveId: (id) => (id === 'vitest' ? runner : id === 'entry' ? '\0entry' : null),
    load: (id) => (id === '\0entry' ? entry : changed.has(id) ? { code: changed.get(id), moduleType: 'ts' } : null),
    transform(code, id) {
      const here = code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
      // That a property fails is all that is asked: looking for its smallest failing case takes longer than all the rest.
      return { code: id.endsWith('.test.ts') ? here.replaceAll('numRuns:', 'endOnFailure: true, numRuns:') : here };
    },
  };
  const built = await rolldown({
    input: 'entry',
    platform: 'node',
    external: (id) => /^[^./\0]/.test(id) && id !== 'vitest' && id !== 'entry',
    plugins: [plugin],
    // The package says that its modules have no effect but what they export, and tests export nothing.
    treeshake: false,
    logLevel: 'silent',
  });
  const { output } = await built.generate({ format: 'esm', codeSplitting: false });
  await built.close();
  writeFileSync(file, output[0].code);
}

function shuffled(ids) {
  const next = random(Number(values.seed));
  const ranked = ids.map((id) => ({ id, rank: next() }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ id }) => id);
}

/** What became of each change: noticed, late, missed, unseen, or loaded (it takes place when a module is loaded, which is once). */
async function tryAll(ids) {
  const found = new Map();
  let rest = ids;
  while (rest.length > 0) {
    const worker = new Worker(join(import.meta.dirname, 'mutate-worker.mjs'), {
      workerData: { script, ids: rest, isFirst: rest === ids },
    });
    rest = await new Promise((done, fail) => {
      let current = null;
      const watch = setInterval(() => {
        // Time of the processor: others may be using it, and this thread does nothing.
        if (cpuSeconds() > Number(values.seconds)) return finish([]);
        if (current === null || (cpuSeconds() - current.since < current.limit && Date.now() < current.until))
          return undefined;
        found.set(current.id, 'late');
        return finish(rest.slice(rest.indexOf(current.id) + 1));
      }, 500);
      const finish = async (left) => {
        clearInterval(watch);
        await worker.terminate();
        done(left);
      };
      worker.on('error', fail);
      worker.on('message', ({ id, limit, result, failed }) => {
        if (failed !== undefined) {
          console.error(failed);
          process.exit(1);
        }
        if (id === undefined) void finish([]);
        else if (result === undefined) current = { id, limit, since: cpuSeconds(), until: Date.now() + IDLE_MS };
        else {
          found.set(id, result);
          showMissed(id, result);
        }
      });
    });
  }
  return found;
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** At once, since all may take long. */
function showMissed(id, result) {
  if (result !== 'missed' && result !== 'unseen') return;
  const { fileName, location, replacement } = mutants.find((mutant) => mutant.id === id);
  const { start, end } = location;
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  lines.push(lines.pop().slice(0, end.column));
  const before = lines.join('\n').slice(start.column);
  const why = result === 'unseen' ? ' (no test comes here)' : '';
  const place = `${fileName.slice(root.length + 1)}:${start.line + 1}:${start.column + 1}`;
  console.log(`${place} ${flat(before)}  ->  ${flat(replacement)}${why}`);
}

function showTable() {
  const rows = new Map();
  const named = mutants.map(({ id, fileName }) => ({ id, name: fileName.slice(root.length + 1) }));
  for (const { id, name } of [...named, ...mutants.map(({ id }) => ({ id, name: folder }))]) {
    const result = results.get(id) ?? 'not tried';
    const row = rows.get(name) ?? { noticed: 0, tried: 0, late: 0, left: 0 };
    rows.set(name, row);
    if (result === 'loaded' || result === 'not tried') row.left++;
    else row.tried++;
    if (result === 'late') row.late++;
    if (result === 'noticed' || result === 'late') row.noticed++;
  }
  console.log(`\n${['noticed', 'of', 'by time', 'not tried'].map((head) => head.padStart(10)).join('')}`);
  for (const [name, { noticed, tried, late, left }] of rows)
    console.log(`${[noticed, tried, late, left].map((count) => String(count).padStart(10)).join('')}  ${name}`);
}

function flat(code) {
  const text = code.replace(/\s+/g, ' ');
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}
