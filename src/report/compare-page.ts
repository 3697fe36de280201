/** A comparison of learners as a page: trade-off curves, the table, and what the figures mean. */
import { grouped } from '../base/index.ts';
import type { CompareRow, Comparison } from '../pipeline/index.ts';
import { type Axis, type Chart, htmlChart, type Point, type Series } from './chart.ts';
import {
  type ComparisonTable,
  comparisonTable,
  LEVELS_NOTE,
  levelsTable,
  PUBLISHED_NOTE,
  protocolText,
  ranksTable,
} from './compare-table.ts';
import { count, percent } from './figures.ts';
import { escapeHtml, htmlPage, htmlTable, type TableRow } from './html.ts';

export function comparisonPage(comparison: Comparison): string {
  const { data, options, rows, absent } = comparison;
  const how = protocolText(options);
  const thresholds = `min-frequency ${options.minFrequency}, min-support ${options.minSupport}, sample ${options.sample}, cardinality ${options.cardinality}, seed ${options.seed}`;
  const sections = [
    '<h1>Learners side by side</h1>',
    `<p>${grouped(data.urls)} URLs of ${grouped(data.clusters)} pages: ${grouped(data.duplicates)} duplicates, in ${grouped(data.plural)} clusters of two URLs or more; ${escapeHtml(how)}.</p>`,
    `<p class="dim">${escapeHtml(thresholds)}${options.sweep ? escapeHtml(`; ${options.sweep.name} as the table says`) : ''}</p>`,
    `<div class="charts">${charts(comparison).map(htmlChart).join('\n')}</div>`,
    '<h2>Figures</h2>',
    table('Means over the held-out parts; pages lost are sums.', comparisonTable(comparison)),
    levels(comparison),
    notes(rows, absent),
    EXPLANATION,
  ];
  return htmlPage('Dustpan: learners side by side', sections.join('\n'));
}

const RANKS_NOTE = 'Of the first k rules that a method proposes, the share that is right on the held-out pages.';
const COVERAGE: Axis = { label: 'coverage: share of the duplicates removed', format: percentTick, from: 0, most: 1 };
const PRECISION: Axis = { label: 'precision: share of joined pairs that are one page', format: percentTick, most: 1 };
const RULES: Axis = { label: 'rules', format: count, from: 0 };
const REDUCTION: Axis = { label: 'compression: share of the URLs removed', format: percentTick, from: 0, most: 1 };

function charts(comparison: Comparison): Chart[] {
  const { sweep } = comparison.options;
  const tradeOffs: Chart[] = [
    {
      title: 'Coverage against precision',
      x: COVERAGE,
      y: PRECISION,
      series: seriesOf(comparison, ({ mean }) => [mean.coverage, mean.normalizationPrecision]),
    },
    {
      title: 'Rules against reduction',
      x: RULES,
      y: REDUCTION,
      series: seriesOf(comparison, ({ mean }) => [mean.rules, mean.compressionRate]),
    },
  ];
  if (!sweep) return tradeOffs;
  const swept: Axis = { label: sweep.name, format: count };
  const study = (title: string, y: Axis, figure: (row: CompareRow) => number | null): Chart => {
    return { title, x: swept, y, series: seriesOf(comparison, (row) => [row.swept, figure(row)]) };
  };
  return [
    ...tradeOffs,
    study(`Rules by ${sweep.name}`, RULES, ({ mean }) => mean.rules),
    study(`Compression by ${sweep.name}`, REDUCTION, ({ mean }) => mean.compressionRate),
    study(`Precision by ${sweep.name}`, PRECISION, ({ mean }) => mean.normalizationPrecision),
  ];
}

/** A curve goes through the rows of a method; with a sweep, one for each --max-fpr. */
function seriesOf(
  { rows, options }: Comparison,
  place: (row: CompareRow) => readonly [number | null, number | null],
): Series[] {
  const methods = [...new Set(rows.map(({ method }) => method))];
  const isSplit = options.sweep !== null && options.maxFprs.length > 1;
  const found = new Map<string, { points: Point[]; look: number }>();
  for (const row of rows) {
    const name = isSplit && row.maxFpr !== null ? `${row.method}, max-fpr ${row.maxFpr}` : row.method;
    const series = found.get(name) ?? { points: [], look: isSplit ? found.size : methods.indexOf(row.method) };
    found.set(name, series);
    const [x, y] = place(row);
    if (x !== null && y !== null) series.points.push({ x, y, label: pointLabel(row, options.sweep?.name) });
  }
  return [...found].map(([name, { points, look }]) => ({ name, points, look }));
}

function pointLabel({ maxFpr, swept, mean }: CompareRow, sweep: string | undefined): string {
  return [
    ...(maxFpr === null ? [] : [`max-fpr ${maxFpr}`]),
    ...(swept === null ? [] : [`${sweep} ${swept}`]),
    `coverage ${percent(mean.coverage)}`,
    `precision ${percent(mean.normalizationPrecision)}`,
    ...(mean.rules === null ? [] : [`${count(mean.rules)} rules`]),
  ].join(', ');
}

function levels(comparison: Comparison): string {
  const found = levelsTable(comparison);
  const ranks = ranksTable(comparison);
  return [
    ...(found ? [`<h2>Precise rules alone</h2>\n${table(`${LEVELS_NOTE}.`, found)}`] : []),
    ...(ranks ? [`<h2>The first rules</h2>\n${table(RANKS_NOTE, ranks)}`] : []),
  ].join('\n');
}

function table(caption: string, { head, rows }: ComparisonTable): string {
  const lines = rows.map(({ isPublished, cells }): TableRow => {
    const [name, ...figures] = cells.map((text, i) => ({ text, isName: i === 0 }));
    return { cells: [name!, ...figures], ...(isPublished ? { className: 'published' } : {}) };
  });
  return htmlTable(caption, head, lines);
}

/** What found nothing, and what is not there. */
function notes(rows: readonly CompareRow[], absent: Comparison['absent']): string {
  const found = [
    ...rows
      .filter(({ advice }) => advice !== null)
      .map(({ method, maxFpr, swept, advice }) => {
        const where = [
          ...(maxFpr === null ? [] : [`with max-fpr ${maxFpr}`]),
          ...(swept === null ? [] : [`at ${swept}`]),
        ];
        return `${[method, 'found nothing', ...where].join(' ')}: ${advice}`;
      }),
    ...absent.map(({ method, reason }) => `No row for ${method}: ${reason}`),
  ];
  if (found.length === 0) return '';
  return `<ul>${found.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
}

const EXPLANATION = `<h2>What the figures mean</h2>
<p>All are measured on pages that took no part in learning. <strong>Coverage</strong> counts on clusters, <strong>precision</strong> and <strong>pages lost</strong> on wide groups where the data has them: only pages that are certainly different count as joined wrongly. A page is lost if a crawler that fetches one URL a key would not fetch it. <strong>Candidates</strong> were proposed, <strong>valid</strong> ones passed the thresholds, <strong>rules</strong> are left when redundant ones are gone, and <strong>applied</strong> ones gave two URLs one key.</p>
<p>CPU seconds are those of learning, all threads, mean over the parts. Peak MB is the largest resident memory of a process that did this row and nothing else, the data and the runtime included; it differs from run to run, as times do.</p>
<p class="dim">${escapeHtml(PUBLISHED_NOTE)}.</p>`;

function percentTick(share: number): string {
  return `${Number((100 * share).toFixed(4))} %`;
}
