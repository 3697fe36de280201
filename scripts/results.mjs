// Measures every learner on real data, and writes docs/results.md from what was measured.
//
//   node scripts/build.mjs && node scripts/results.mjs ../shared/data/lab-usemod …   measures these folders, then writes the page
//   node scripts/results.mjs                                                         writes the page from docs/results/*.json
//   node scripts/results.mjs --check                                                 only says whether the page is fresh
//
// A folder is read as clusters with wide ids (clusters-all.tsv.gz) where it has them, else as records (records.tsv.gz).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { readResults, resultsPage } from './results-page.mjs';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/results');
const PAGE = join(ROOT, 'docs/results.md');
const MAIN = join(ROOT, 'dist/cli/main.js');
const INPUTS = ['clusters-all.tsv.gz', 'records.tsv.gz'];
/** The thresholds of the papers, and the least that proves anything. */
const RUNS = [
  { name: 'thresholds of the papers (10)', args: ['--max-fpr', '0,0.1', '--workers', '2'] },
  { name: 'low thresholds (2)', args: ['--min-frequency', '2', '--min-support', '2', '--workers', '2'] },
];

const isCheck = process.argv.includes('--check');
const folders = process.argv.slice(2).filter((word) => word !== '--check');
for (const folder of folders) measure(folder);

const page = resultsPage(readResults(FOLDER));
if (existsSync(PAGE) && readFileSync(PAGE, 'utf8') === page) process.exit(0);
if (isCheck) {
  console.error('results: docs/results.md is not fresh; run "node scripts/results.mjs" and commit the result');
  process.exit(1);
}
writeFileSync(PAGE, page);

/** @param {string} folder */
function measure(folder) {
  const input = INPUTS.find((name) => existsSync(join(folder, name)));
  if (input === undefined) {
    console.error(`results: ${folder} has neither ${INPUTS.join(' nor ')}; name folders of data`);
    process.exit(2);
  }
  const set = basename(folder);
  const runs = RUNS.map(({ name, args }) => {
    const started = performance.now();
    const { data, rows, costs, levels } = compare(join(folder, input), args);
    console.error(`${set}, ${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return {
      name,
      command: ['dustpan compare', `${set}/${input}`, ...args].join(' '),
      data,
      rows: rows.map(kept(costs)),
      levels: levels.map(({ method, levels }) => ({ method, levels: levels.map(keptLevel) })),
    };
  });
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${set}.json`), printed({ set, machine, runs }));
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
