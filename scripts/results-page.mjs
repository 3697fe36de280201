// docs/results.md as text, from the results that scripts/results.mjs measured.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { autoSection } from './results-page-auto.mjs';
import { count, grouped, percent } from './results-text.mjs';

/** Fewer pages joined wrongly than this share of pairs is what the sentences call safe. */
const SAFE = 0.999;

/**
 * Every set that was measured, by name.
 * @param {string} folder
 */
export function readResults(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/**
 * @param {ReturnType<typeof readResults>} results what `compare` found, a set each
 * @param {ReturnType<typeof readResults>} auto what auto does with the priors of other sets, and rules for hosts never seen
 */
export function resultsPage(results, auto = []) {
  const names = results[0]?.runs.map(({ name }) => name) ?? [];
  return `${[
    '# Results',
    '',
    'Generated from `docs/results/*.json` by `node scripts/results.mjs`; with folders of data as arguments it measures them anew.',
    '',
    'Each of three parts of the pages is held out in turn: learning sees the other two, and all figures are of the part it has not seen, as means over the three; pages lost are sums. **Coverage** is the share of duplicates that is removed, **precision** the share of joined pairs that is not certainly of different pages; a page is **lost** if a crawler that fetches one URL a key would not fetch it. A dash is a figure that there is not: normalizers have no rules, and who joins nothing has no precision. How it is measured: `dustpan compare --help`.',
    '',
    ...autoSection(auto, results),
    ...names.flatMap((name, run) => glance(results, name, run)),
    '## In words',
    '',
    'Safe means a precision of 99.9 % or more and no page lost, with `--max-fpr 0`.',
    '',
    ...results.flatMap((result) => result.runs.map((run) => `- **${result.set}**, ${run.name}: ${inWords(run.rows)}`)),
    '',
    ...results.flatMap(setSection),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

/** Coverage of every method on every set, without wrong pairs allowed; the best safe one in bold. */
function glance(results, name, run) {
  const methods = [...new Set(results.flatMap(({ runs }) => runs[run].rows.map(({ method }) => method)))];
  const lines = results.map(({ set, runs }) => {
    const rows = strictRows(runs[run].rows);
    const best = bestOf(rows.filter(isSafe));
    const cells = methods.map((method) => {
      const row = rows.find((one) => one.method === method);
      if (!row) return '–';
      const text = row.mean.coverage === null ? '–' : percent(row.mean.coverage, 1);
      const mark = best && row.mean.coverage === best.mean.coverage && isSafe(row) ? `**${text}**` : text;
      return isSafe(row) || row.mean.normalizationPrecision === null
        ? mark
        : `${mark} (${percent(row.mean.normalizationPrecision, 2)}, ${row.pagesLost} lost)`;
    });
    return `| ${set} | ${cells.join(' | ')} |`;
  });
  return [
    `## Coverage, ${name}`,
    '',
    'With `--max-fpr 0`. Where a method is not safe, its precision and the pages lost stand in brackets; the best safe coverage is bold.',
    '',
    `| data | ${methods.join(' | ')} |`,
    `|---|${methods.map(() => '---').join('|')}|`,
    ...lines,
    '',
  ];
}

/** Which method wins here, as the figures say. */
function inWords(rows) {
  const strict = strictRows(rows);
  const best = bestOf(strict.filter(isSafe));
  if (!best || best.mean.coverage === 0) return 'no method removes anything safely.';
  const equal = strict.filter((row) => isSafe(row) && row.mean.coverage === best.mean.coverage);
  const who = listed(
    equal.map((row) => (row.mean.rules === null ? row.method : `${row.method} (${count(row.mean.rules)} rules)`)),
  );
  const sentences = [
    `${who} ${equal.length === 1 ? 'removes' : 'remove'} most safely, ${percent(best.mean.coverage, 1)} of the duplicates`,
  ];
  const unsafe = strict.filter((row) => !isSafe(row) && row.mean.coverage > best.mean.coverage);
  if (unsafe.length > 0) {
    const costs = unsafe.map(
      ({ method, mean, pagesLost }) =>
        `${method} ${percent(mean.coverage, 1)} at a precision of ${percent(mean.normalizationPrecision, 2)} and ${pagesLost} pages lost`,
    );
    sentences.push(`more, but not safely: ${costs.join('; ')}`);
  }
  const silent = strict.filter(({ kind, mean }) => kind === 'learner' && mean.rules === 0).map(({ method }) => method);
  if (silent.length > 0) sentences.push(`${listed(silent)} found nothing`);
  return `${sentences.join('. ').replace(/\. m/g, '. M')}.`;
}

function setSection({ set, machine, runs }) {
  const { data } = runs[0];
  return [
    `## ${set}`,
    '',
    `${grouped(data.urls)} URLs of ${grouped(data.clusters)} pages: ${grouped(data.duplicates)} duplicates. Times on one core of ${machine}.`,
    '',
    ...runs.flatMap(({ name, command, rows }) => [
      `### ${set}, ${name}`,
      '',
      '```sh',
      command,
      '```',
      '',
      `| ${HEAD.join(' | ')} |`,
      `|---|${HEAD.slice(1)
        .map(() => '--:')
        .join('|')}|`,
      ...rows.map((row) => `| ${rowCells(row).join(' | ')} |`),
      '',
      ...adviceLines(rows),
    ]),
    ...levelLines(set, runs[0]),
  ];
}

const HEAD = [
  'method',
  'max-fpr',
  'candidates',
  'valid',
  'rules',
  'applied',
  'compression',
  'coverage',
  'precision',
  'per rule',
  'pages lost',
  'CPU s',
  'peak MB',
];

function rowCells({ method, maxFpr, mean, pages, pagesLost, cpuSeconds, peakMegabytes }) {
  return [
    method,
    maxFpr ?? '–',
    ...[mean.candidates, mean.valid, mean.rules, mean.applied].map(count),
    percent(mean.compressionRate, 2),
    percent(mean.coverage, 2),
    percent(mean.normalizationPrecision, 2),
    mean.averageReductionPerRule === null ? '–' : mean.averageReductionPerRule.toFixed(1),
    `${grouped(pagesLost)} of ${grouped(pages)}`,
    cpuSeconds === null ? '–' : cpuSeconds.toFixed(2),
    peakMegabytes ?? '–',
  ];
}

/** The second table: what the proposed rules do that are so precise, of the first run. */
function levelLines(set, { name, levels }) {
  const shown = levels.filter((method) => method.levels.some(([, , rules]) => rules > 0));
  if (shown.length === 0) return [];
  const coverages = [...new Set(shown[0].levels.map(([, coverage]) => coverage))];
  const head = coverages.flatMap((coverage) => [`rules matching ${grouped(coverage)}+`, 'compression', 'per rule']);
  const lines = shown.flatMap(({ method, levels: all }) =>
    [...new Set(all.map(([precision]) => precision))].map((precision) => {
      const cells = all
        .filter(([one]) => one === precision)
        .flatMap(([, , rules, reduction, perRule]) => [
          count(rules),
          percent(reduction, 2),
          perRule?.toFixed(1) ?? '–',
        ]);
      return `| ${[method, precision === 0 ? 'all' : precision, ...cells].join(' | ')} |`;
    }),
  );
  return [
    `### ${set}, precise rules alone, ${name}`,
    '',
    'Rules as proposed, validated by nobody, each judged on the held-out pages: its precision is the share of the URLs it matches that do not become a different page (Koppula et al.). The rules of a line are used together.',
    '',
    `| proposed by | precision | ${head.join(' | ')} |`,
    `|---|--:|${head.map(() => '--:').join('|')}|`,
    ...lines,
    '',
  ];
}

function adviceLines(rows) {
  const found = strictRows(rows).filter(({ advice }) => advice !== null);
  if (found.length === 0) return [];
  return [...found.map(({ method, advice }) => `- ${method} found nothing: ${advice}`), ''];
}

/** Rows without thresholds, and those that allow no wrong pair. */
function strictRows(rows) {
  return rows.filter(({ maxFpr }) => maxFpr === null || maxFpr === 0);
}

function isSafe({ mean, pagesLost }) {
  return (mean.normalizationPrecision ?? 1) >= SAFE && pagesLost === 0;
}

function bestOf(rows) {
  return rows.reduce((best, row) => ((row.mean.coverage ?? -1) > (best?.mean.coverage ?? -1) ? row : best), undefined);
}

/** @param {string[]} names */
function listed(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
