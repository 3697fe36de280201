/** A comparison as a table for a terminal, and as comma-separated values. */
import { grouped } from '../base/index.ts';
import { type Comparison, FIGURES } from '../pipeline/index.ts';
import {
  type ComparisonTable,
  comparisonTable,
  LEVELS_NOTE,
  levelsTable,
  PUBLISHED_NOTE,
  protocolText,
  ranksTable,
} from './compare-table.ts';

/** `paint` may color the head and the published rows. */
export function comparisonText(comparison: Comparison, paint: Paint = (_, text) => text): string {
  const { data, options, absent } = comparison;
  const table = comparisonTable(comparison);
  const levels = levelsTable(comparison);
  const ranks = ranksTable(comparison);
  const hasPublished = [table, levels].some((one) => one?.rows.some(({ isPublished }) => isPublished));
  const notes = [
    ...absent.map(({ method, reason }) => `no row for ${method}: ${reason}`),
    ...(levels ? [LEVELS_NOTE] : []),
    ...(hasPublished ? [PUBLISHED_NOTE] : []),
  ];
  return [
    `${grouped(data.urls)} URLs of ${grouped(data.clusters)} pages, ${grouped(data.duplicates)} duplicates; ${protocolText(options)}`,
    '',
    ...tableLines(table, paint),
    ...(levels ? ['', ...tableLines(levels, paint)] : []),
    ...(ranks ? ['', ...tableLines(ranks, paint)] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n');
}

type Paint = (kind: 'bold' | 'dim', text: string) => string;

function tableLines({ head, rows }: ComparisonTable, paint: Paint): string[] {
  const [first, ...lines] = aligned([head, ...rows.map(({ cells }) => cells)]);
  return [paint('bold', first!), ...lines.map((line, i) => (rows[i]!.isPublished ? paint('dim', line) : line))];
}

/** The first column to the left, the others to the right. */
function aligned(lines: readonly (readonly string[])[]): string[] {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** One line for the mean of each row and one for each part; an absent figure is empty. */
export function comparisonCsv({ options, rows, costs }: Comparison): string {
  const sweep = options.sweep?.name ?? '';
  const head = [
    'method',
    'kind',
    'maxFpr',
    'sweep',
    'swept',
    'part',
    ...FIGURES,
    'cpuSeconds',
    'peakBytes',
    'startBytes',
  ];
  const lines = rows.flatMap((row, i) => {
    const key = [row.method, row.kind, row.maxFpr, row.swept === null ? '' : sweep, row.swept];
    const { cpuSeconds, cpuSecondsEach, peakBytes, startBytes } = costs[i]!;
    return [
      [...key, 'mean', ...FIGURES.map((name) => row.mean[name]), cpuSeconds, peakBytes, startBytes],
      ...row.folds.map((figures, part) => {
        return [...key, part + 1, ...FIGURES.map((name) => figures[name]), cpuSecondsEach[part]!, null, null];
      }),
    ];
  });
  return [head, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
