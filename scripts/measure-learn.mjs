// Measures what learning finds on real data: for every data set and threshold, learns on two thirds and evaluates on the third, three times.
//
//   node scripts/build.mjs && node scripts/measure-learn.mjs ../shared/data [learner] > table.md
//
// Lab sets are read with their wide ids (clusters-all.tsv.gz), the others as records. Coverage is on clusters; precision and pages lost on wide groups.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDS = ['1/3', '2/3', '3/3'];
const THRESHOLDS = [10, 2];
const RECORDS = ['heritrix-dk-a', 'mirror-goldrussian', 'mirror-pyside-bugzilla'];
const MAIN = join(import.meta.dirname, '../dist/cli/main.js');

const [data, learner = 'dustlin'] = process.argv.slice(2);
if (data === undefined || !existsSync(data)) {
  console.error('name the folder with the data: node scripts/measure-learn.mjs ../shared/data');
  process.exit(2);
}
const labs = readdirSync(data)
  .filter((name) => existsSync(join(data, name, 'clusters-all.tsv.gz')))
  .sort();
const sets = [
  ...labs.map((name) => ({ name, file: join(data, name, 'clusters-all.tsv.gz') })),
  ...RECORDS.map((name) => ({ name, file: join(data, name, 'records.tsv.gz') })).filter(({ file }) => existsSync(file)),
];

const folder = mkdtempSync(join(tmpdir(), 'dustpan-measure-'));
const rules = join(folder, 'rules.json');
console.log(
  '| data | min-frequency / min-support | rules, each fold | coverage, each fold | coverage, mean | precision, least | pages lost, of |',
);
console.log('|---|---|---|---|---|---|---|');
for (const { name, file } of sets) {
  for (const threshold of THRESHOLDS) {
    const results = FOLDS.map((fold) => {
      const thresholds = ['--min-frequency', String(threshold), '--min-support', String(threshold)];
      dustpan('learn', file, '--learner', learner, ...thresholds, '--fold', fold, '-o', rules);
      return JSON.parse(dustpan('evaluate', '-r', rules, file, '--fold', fold, '--json'));
    });
    const coverages = results.map(({ coverage }) => coverage ?? 0);
    const precisions = results.map(({ normalizationPrecision }) => normalizationPrecision ?? 1);
    const cells = [
      name,
      `${threshold} / ${threshold}`,
      results.map((result) => result.rules).join(', '),
      coverages.map((coverage) => coverage.toFixed(3)).join(', '),
      (sum(coverages) / coverages.length).toFixed(3),
      Math.min(...precisions).toFixed(5),
      `${sum(results.map(({ pagesLost }) => pagesLost))} of ${sum(results.map(({ pages }) => pages))}`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
rmSync(folder, { recursive: true });

/** @param {string[]} args */
function dustpan(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  console.error(stderr);
  process.exit(2);
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
