/** The table of a comparison as texts: what the terminal and the page both show. */
import { grouped } from '../base/index.ts';
import type { ComparedLevel, CompareRow, Comparison, Published, PublishedLevel, RowCost } from '../pipeline/index.ts';
import { count, decimal, NONE, percent } from './figures.ts';

export type ComparisonTable = {
  readonly head: readonly string[];
  readonly rows: readonly { readonly isPublished: boolean; readonly cells: readonly string[] }[];
};

export const PUBLISHED_NOTE =
  'published: what the paper printed for the same method and thresholds, on another collection and with its own split; compare the pattern, not the figure';

export const LEVELS_NOTE =
  'proposed rules are judged one by one on the held-out pages: their precision is the share of the URLs they match that do not become a different page; nobody validated them, and those of a line are used together';

/** The first cell of a row is its name. Rows of published figures follow the row that they are to be compared with. */
export function comparisonTable({ rows, costs, options }: Comparison): ComparisonTable {
  const isSwept = options.sweep !== null;
  return {
    head: ['method', ...(options.sweep ? [options.sweep.name] : []), ...HEAD],
    rows: rows.flatMap((row, i) => [
      { isPublished: false, cells: rowCells(row, costs[i]!, isSwept) },
      ...row.published.map((figures) => ({ isPublished: true, cells: publishedCells(figures, isSwept) })),
    ]),
  };
}

/** The second table: a row for each method and precision, three columns for each coverage; null if there are no levels. */
export function levelsTable({ levels }: Comparison): ComparisonTable | null {
  const [first] = levels;
  if (!first) return null;
  const coverages = [...new Set(first.levels.map(({ minCoverage }) => minCoverage))];
  const head = [
    'proposed rules of',
    'precision',
    ...coverages.flatMap((coverage) => [`rules matching ${grouped(coverage)}+`, 'compression', 'per rule']),
  ];
  return { head, rows: levels.flatMap(({ method, levels }) => methodRows(method, levels)) };
}

/** The third table: how many of the first rules of each method are right; null if none proposes any. */
export function ranksTable({ levels }: Comparison): ComparisonTable | null {
  const ranks = [...new Set(levels.flatMap(({ precisionAt }) => precisionAt.map(({ k }) => k)))].sort((a, b) => a - b);
  if (ranks.length === 0) return null;
  const rows = levels
    .filter(({ precisionAt }) => precisionAt.length > 0)
    .map(({ method, precisionAt }) => {
      const shares = ranks.map((k) => percent(precisionAt.find((rank) => rank.k === k)?.precision ?? null));
      return { isPublished: false, cells: [method, ...shares] };
    });
  return { head: ['right of the first', ...ranks.map(String)], rows };
}

function methodRows(method: string, levels: readonly ComparedLevel[]): ComparisonTable['rows'] {
  if (levels.every(({ rules }) => rules === 0)) return [];
  const precisions = [...new Set(levels.map(({ minPrecision }) => minPrecision))];
  return precisions.flatMap((precision) => {
    const at = levels.filter(({ minPrecision }) => minPrecision === precision);
    const own = [method, precision === 0 ? 'all' : precision === 1 ? '1' : `${precision}+`, ...at.flatMap(levelCells)];
    const collections = [...new Set(at.flatMap(({ published }) => published.map(({ collection }) => collection)))];
    return [
      { isPublished: false, cells: own },
      ...collections.map((collection) => {
        const figures = at.map(({ published }) => published.find((one) => one.collection === collection));
        const source = figures.find((one) => one !== undefined)!.source;
        const cells = [
          `  published: ${collection} (${source})`,
          '',
          ...figures.flatMap((one) => (one ? levelCells(one) : ['', '', ''])),
        ];
        return { isPublished: true, cells };
      }),
    ];
  });
}

function levelCells({ rules, reductionRatio, averageReductionPerRule }: ComparedLevel | PublishedLevel): string[] {
  return [count(rules), percent(reductionRatio), decimal(averageReductionPerRule, 1)];
}

/** How the figures came about, in a sentence. */
export function protocolText({ split, folds }: Comparison['options']): string {
  return split === 'thirds'
    ? 'one third of the pages proposes rules, one judges them, one tests them; figures are means of the three rotations'
    : `each of ${folds} parts of the pages is held out in turn; figures are means over the parts`;
}

const HEAD = [
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

function rowCells({ method, maxFpr, swept, mean, pages, pagesLost }: CompareRow, cost: RowCost, isSwept: boolean) {
  return [
    method,
    ...(isSwept ? [swept === null ? NONE : String(swept)] : []),
    maxFpr === null ? NONE : String(maxFpr),
    ...[mean.candidates, mean.valid, mean.rules, mean.applied].map(count),
    ...[mean.compressionRate, mean.coverage, mean.normalizationPrecision].map(percent),
    decimal(mean.averageReductionPerRule, 1),
    `${grouped(pagesLost)} of ${grouped(pages)}`,
    decimal(cost.cpuSeconds, 2),
    cost.peakBytes === null ? NONE : decimal(cost.peakBytes / 1e6, 0),
  ];
}

function publishedCells(figures: Published, isSwept: boolean): string[] {
  return [
    `  published: ${figures.collection} (${figures.source})`,
    ...(isSwept ? [''] : []),
    '',
    ...[figures.candidates, figures.valid, figures.rules, figures.applied].map(count),
    ...[figures.compressionRate, figures.coverage, figures.normalizationPrecision].map(percent),
    decimal(figures.averageReductionPerRule, 1),
    '',
    '',
    '',
  ];
}
