/** CDX indexes of web archives: one capture a line, its columns named by the letters of a legend line ` CDX N b a m s k …`. */
import type { LineReader, LineResult } from '../../reader.ts';
import type { Texts } from '../columns/index.ts';
import { textOf } from '../lines-text.ts';
import { captureRecord } from './capture.ts';

type Column = keyof Texts | undefined;
type Layout = { readonly delimiter: number; readonly columns: readonly Column[] };

const SPACE = 32;

/** Letters of the legend that are of use; of two for one field the first that the legend names wins. */
const LETTERS: Readonly<Record<string, Column>> = {
  a: 'url',
  b: 'time',
  m: 'type',
  s: 'status',
  k: 'digest',
  c: 'digest',
  r: 'redirect',
  n: 'length',
  S: 'length',
  e: 'ip',
  t: 'title',
};

/** What lines of files without a legend hold, by their number of columns: answers of CDX servers, and indexes of ARC and WARC files. */
const USUAL: ReadonlyMap<number, Layout> = new Map(
  ['N b a m s k S', 'N b a m s k r V g', 'N b a m s k r M V g', 'N b a m s k r M S V g'].map((letters) => {
    const columns = letters.split(' ');
    return [columns.length, { delimiter: SPACE, columns: columns.map((letter) => LETTERS[letter]) }];
  }),
);

export function startCdx(): LineReader {
  let layout: Layout | null = null;
  return (bytes, from, to) => {
    if (from === to) return null;
    if (isLegend(bytes, from, to)) {
      // Indexes may be put together, each with its legend.
      layout = layoutOf(textOf(bytes, from, to));
      return null;
    }
    return readCapture(bytes, from, to, layout ?? USUAL.get(countSpaces(bytes, from, to) + 1));
  };
}

export function recognizeCdx(lines: readonly string[]): string | null {
  const [first] = lines;
  if (first === undefined) return null;
  if (/^(.)CDX(\1\S)+\s*$/.test(first)) return 'its first line is a CDX legend';
  const numbers = lines.map((line) => {
    const columns = line.split(' ');
    const isCapture = USUAL.has(columns.length) && /^\d{4,17}$/.test(columns[1]!) && columns[2]!.includes(':');
    return isCapture ? columns.length : 0;
  });
  const captures = numbers.filter((number) => number > 0);
  if (captures.length * 2 <= lines.length) return null;
  return `its lines have the ${captures[0]} columns of a CDX index`;
}

/** The legend starts with the character that separates columns, and then `CDX`. */
function isLegend(bytes: Buffer, from: number, to: number): boolean {
  return (
    to - from > 6 &&
    bytes[from + 1] === 0x43 &&
    bytes[from + 2] === 0x44 &&
    bytes[from + 3] === 0x58 &&
    bytes[from + 4] === bytes[from]
  );
}

function layoutOf(legend: string): Layout {
  const [delimiter = ' '] = legend;
  const seen = new Set<Column>();
  const columns = legend
    .trimEnd()
    .slice(5)
    .split(delimiter)
    .map((letter) => {
      const column = Object.hasOwn(LETTERS, letter) ? LETTERS[letter] : undefined;
      if (seen.has(column)) return undefined;
      seen.add(column);
      return column;
    });
  return { delimiter: delimiter.charCodeAt(0), columns };
}

function readCapture(bytes: Buffer, from: number, to: number, layout: Layout | undefined): LineResult {
  if (layout === undefined) return 'wrong-columns';
  const texts: Texts = {};
  const { delimiter, columns } = layout;
  let at = from;
  for (let c = 0; c < columns.length; c++) {
    if (at > to) return 'wrong-columns';
    // Not indexOf, which would look for a missing delimiter through all that follows the line.
    let end = at;
    while (end < to && bytes[end] !== delimiter) end++;
    const column = columns[c];
    if (column !== undefined) texts[column] = textOf(bytes, at, end);
    at = end + 1;
  }
  return at <= to ? 'wrong-columns' : captureRecord(texts);
}

function countSpaces(bytes: Buffer, from: number, to: number): number {
  let spaces = 0;
  for (let i = from; i < to; i++) if (bytes[i] === SPACE) spaces++;
  return spaces;
}
