/** Finds the header of a table of separated values, and with it what separates them. */
import { type Field, fieldsOf } from '../columns/index.ts';
import { RowCutter } from './rows.ts';

/** The commas of most programs, the semicolons of spreadsheets in countries with decimal commas, and tabs. */
const SEPARATORS = [',', ';', '\t'] as const;
/** Titles that some programs put above the header, such as "Internal - All". */
const MAX_TITLES = 3;

export type Header = {
  readonly separator: string;
  /** The names of its columns. */
  readonly names: readonly string[];
  readonly fields: readonly (Field | undefined)[];
};

/** The header among the first rows, with the separator that makes the most of it; null if no row names a URL. */
export function findHeader(start: Buffer): Header | null {
  let best: Header | null = null;
  for (const separator of SEPARATORS) {
    const header = firstRows(start, separator)
      .map(headerOf)
      .find((found) => found !== null);
    if (header && (best === null || knownIn(header.fields) > knownIn(best.fields))) best = { separator, ...header };
  }
  return best;
}

/** Null if the names are not those of a table with URLs. */
export function headerOf(names: readonly string[]): Pick<Header, 'names' | 'fields'> | null {
  const fields = fieldsOf(names);
  return fields.includes('url') ? { names, fields } : null;
}

function firstRows(start: Buffer, separator: string): string[][] {
  const rows: string[][] = [];
  const cutter = new RowCutter(separator, {
    row(row) {
      if (rows.length <= MAX_TITLES) rows.push(Array.from({ length: row.fields }, (_, field) => row.text(field)));
    },
    openQuote: () => undefined,
  });
  cutter.push(start);
  cutter.end(false);
  return rows;
}

function knownIn(fields: readonly (Field | undefined)[]): number {
  return fields.filter((field) => field !== undefined).length;
}

/** True for tabs between values in quotes: then it is a table of this kind, and not the one in which a quote is just a sign. */
export function hasQuotedTabs(lines: readonly string[]): boolean {
  return lines.some((line) => /(?:^|\t)"(?:\w+:\/\/|[\w ]+"(?:\t|$))/.test(line) && line.includes('\t'));
}
