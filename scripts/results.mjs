// Measures every learner on real data, and writes docs/results.md from what was measured.
//
//   node scripts/build.mjs && node scripts/results.mjs ../shared/data/lab-usemod …   measures these folders, then writes the page
//   node scripts/results.mjs ../shared/data/mirror-shiftingpixel/records-text.tsv.gz   the same for one file
//   node scripts/results.mjs --auto ../shared/data/lab-usemod …                      measures only auto, with the priors of the other sets
//   node scripts/results.mjs --compare ../shared/data/lab-usemod …                   measures only the comparison
//   node scripts/results.mjs --compare --learners=families,auto …                    measures only these anew, and keeps what is known of the others
//   node scripts/results.mjs --universal ../shared/data/lab-usemod …                 measures rules for hosts never seen: name all sets
//   node scripts/results.mjs                                                         writes the page from docs/results/*.json
//   node scripts/results.mjs --check                                                 only says whether the page is fresh
//
// A folder is read as clusters with wide ids (clusters-all.tsv.gz) where it has them, else as records (records.tsv.gz).
// Priors of the other sets are estimated once, from the folder that the first set is in, and kept in docs/results/auto/priors.json; remove it to estimate anew.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { loadProduct, measureAuto, measureUniversal } from './results-auto.mjs';
import { readResults, resultsPage } from './results-page.mjs';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/results');
const PAGE = join(ROOT, 'docs/results.md');
const AUTO = join(FOLDER, 'auto');
const PRIORS = join(AUTO, 'priors.json');
const DIST = process.env.DUSTPAN_DIST ?? join(ROOT, 'dist');
const MAIN = join(DIST, 'cli/main.cjs');
const INPUTS = ['clusters-all.tsv.gz', 'records.tsv.gz'];
/** All learners but `auto`, which has no thresholds: its row is the same in every run, and measured in the first. */
const PUBLISHED = ['duster', 'dustlin', 'dustbuster', 'rewrite', 'koppula', 'pattern-tree', 'families'];
/** The thresholds of the papers, and the least that proves anything. */
const RUNS = [
  { name: 'thresholds of the papers (10)', args: ['--max-fpr', '0,0.1', '--workers', '2'] },
  {
    name: 'low thresholds (2)',
    args: ['--min-frequency', '2', '--min-support', '2', '--workers', '2'],
    learners: PUBLISHED,
  },
];

const isCheck = process.argv.includes('--check');
const isAutoOnly = process.argv.includes('--auto');
const isCompareOnly = process.argv.includes('--compare');
const isUniversal = process.argv.includes('--universal');
const learners = process.argv
  .find((word) => word.startsWith('--learners='))
  ?.slice('--learners='.length)
  .split(',');
const inputs = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('--'))
  .map(inputOf);
if (isUniversal) await measureHostsNeverSeen();
else {
  for (const input of inputs) {
    if (!isAutoOnly) measure(input);
    if (!isCompareOnly) await measureAlone(input);
  }
}

const page = resultsPage(readResults(FOLDER), readResults(AUTO));
if (existsSync(PAGE) && readFileSync(PAGE, 'utf8') === page) process.exit(0);
if (isCheck) {
  console.error('results: docs/results.md is not fresh; run "node scripts/results.mjs" and commit the result');
  process.exit(1);
}
writeFileSync(PAGE, page);

/**
 * A set by its folder, or by one of its files; its name is that of the folder.
 * @param {string} path
 */
function inputOf(path) {
  if (path.endsWith('.gz')) {
    const name = basename(path);
    const kind = name === 'records-text.tsv.gz' ? ' (text)' : '';
    return { set: `${basename(dirname(path))}${kind}`, folder: dirname(path), input: name };
  }
  const input = INPUTS.find((name) => existsSync(join(path, name)));
  if (input !== undefined) return { set: basename(path), folder: path, input };
  console.error(`results: ${path} has neither ${INPUTS.join(' nor ')}; name folders of data`);
  process.exit(2);
}

/** What the other sets make believe; those of all sets for a set that had no part in them. */
function priorsFor({ set, folder }) {
  if (!existsSync(PRIORS)) {
    const script = join(import.meta.dirname, 'estimate-priors.mjs');
    const run = spawnSync(process.execPath, [script, dirname(folder), '--all', '--dist', DIST], { encoding: 'utf8' });
    if (run.status !== 0) {
      console.error(run.stderr);
      process.exit(2);
    }
    mkdirSync(AUTO, { recursive: true });
    writeFileSync(PRIORS, run.stdout);
  }
  const all = JSON.parse(readFileSync(PRIORS, 'utf8'));
  return all[set.replace(' (text)', '')] ?? all.none;
}

async function measureAlone(input) {
  const started = performance.now();
  const file = join(input.folder, input.input);
  const figures = await measureAuto(await loadProduct(DIST), file, priorsFor(input), dustlinOf(input.set));
  console.error(`${input.set}, auto: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  writeAuto(input.set, { kind: 'auto', set: input.set, input: input.input, ...figures });
}

/** Coverage and rules of DustLin on each part, with its low thresholds; null if it was not measured. */
function dustlinOf(set) {
  const file = join(FOLDER, `${set.replace(' (text)', '-text')}.json`);
  if (!existsSync(file)) return null;
  const row = JSON.parse(readFileSync(file, 'utf8')).runs[1].rows.find(({ method }) => method === 'dustlin');
  return { coverageEach: row.coverageEach, rules: row.mean.rules };
}

async function measureHostsNeverSeen() {
  const named = inputs.map((input) => ({
    set: input.set,
    file: join(input.folder, input.input),
    priors: priorsFor(input),
  }));
  writeAuto('universal', { kind: 'universal', rows: await measureUniversal(await loadProduct(DIST), named) });
}

function writeAuto(name, figures) {
  mkdirSync(AUTO, { recursive: true });
  writeFileSync(join(AUTO, `${name.replace(' (text)', '-text')}.json`), `${JSON.stringify(figures, null, 1)}\n`);
}

function measure({ set, folder, input }) {
  /** @type {object[]} */
  let ofAuto = [];
  const known = learners === undefined ? null : knownRuns(set);
  const runs = RUNS.map(({ name, args, learners: all }, i) => {
    const started = performance.now();
    const asked = known ? learners.filter((learner) => !all || all.includes(learner)) : all;
    const found =
      asked?.length === 0
        ? { data: known[i].data, rows: [], costs: {}, levels: [] }
        : compare(join(folder, input), asked ? [...args, '--learners', asked.join()] : args);
    const { data, costs } = found;
    const fresh = found.rows.map(kept(costs));
    const rows = together(known?.[i].rows ?? [], [...fresh, ...ofAuto]);
    ofAuto = rows.filter(({ method }) => method === 'auto');
    const levels = found.levels.map(({ method, levels }) => ({ method, levels: levels.map(keptLevel) }));
    console.error(`${set}, ${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return {
      name,
      command: ['dustpan compare', `${set}/${input}`, ...args].join(' '),
      data,
      rows,
      levels: known ? known[i].levels : levels,
    };
  });
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${set.replace(' (text)', '-text')}.json`), printed({ set, machine, runs }));
}

/** What was measured of a set before. */
function knownRuns(set) {
  const file = join(FOLDER, `${set.replace(' (text)', '-text')}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).runs : null;
}

/** Old rows, with those of methods that were measured again in their place. */
function together(old, fresh) {
  if (old.length === 0) return fresh;
  const isSame = (a, b) => a.method === b.method && a.maxFpr === b.maxFpr;
  const added = fresh.filter((row) => !old.some((other) => isSame(row, other)));
  return [...old.map((row) => fresh.find((other) => isSame(row, other)) ?? row), ...added];
}

/**
 * @param {string} file
 * @param {string[]} args
 */
function compare(file, args) {
  const run = spawnSync(process.execPath, [MAIN, 'compare', file, ...args, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (run.status === 0) return JSON.parse(run.stdout);
  console.error(run.stderr);
  process.exit(2);
}

/** What is kept of a row: means, coverage and precision of each part, sums, cost. */
function kept(costs) {
  return ({ method, kind, maxFpr, mean, folds, pages, pagesLost, advice }, i) => ({
    method,
    kind,
    maxFpr,
    mean: Object.fromEntries(Object.entries(mean).map(([name, value]) => [name, rounded(value)])),
    coverageEach: folds.map(({ coverage }) => rounded(coverage)),
    precisionEach: folds.map(({ normalizationPrecision }) => rounded(normalizationPrecision)),
    pages,
    pagesLost,
    advice,
    cpuSeconds: costs[i].cpuSeconds === null ? null : Number(costs[i].cpuSeconds.toFixed(2)),
    peakMegabytes: costs[i].peakBytes === null ? null : Math.round(costs[i].peakBytes / 1e6),
  });
}

/** Precision, coverage; rules, compression, URLs removed per rule. */
function keptLevel({ minPrecision, minCoverage, rules, reductionRatio, averageReductionPerRule }) {
  return [minPrecision, minCoverage, ...[rules, reductionRatio, averageReductionPerRule].map(rounded)];
}

/** @param {number | null} value */
function rounded(value) {
  return value === null ? null : Number(value.toFixed(6));
}

/** One row a line, so that a change can be read in review. */
function printed({ set, machine, runs }) {
  const parts = runs.map(({ name, command, data, rows, levels }) => {
    const lines = (items) => items.map((item) => `        ${JSON.stringify(item)}`).join(',\n');
    const head = [
      `"name": ${JSON.stringify(name)}`,
      `"command": ${JSON.stringify(command)}`,
      `"data": ${JSON.stringify(data)}`,
    ];
    return `    {\n${head.map((line) => `      ${line},\n`).join('')}      "rows": [\n${lines(rows)}\n      ],\n      "levels": [\n${lines(levels)}\n      ]\n    }`;
  });
  return `{\n  "set": ${JSON.stringify(set)},\n  "machine": ${JSON.stringify(machine)},\n  "runs": [\n${parts.join(',\n')}\n  ]\n}\n`;
}
