/** URLs of a data file: one a line, or in a column of a table such as clusters. */
import { openInput } from '../records/index.ts';
import { readLines } from './lines.ts';

/** In batches; lines without a URL (a header, an empty line) are left out. */
export async function* readUrls(path: string): AsyncGenerator<readonly string[]> {
  for await (const lines of readLines([openInput(path)], 'utf8')) {
    yield lines.map(urlOfLine).filter((url) => url !== '');
  }
}

/** A line without tabs is a URL as a whole; otherwise the last column that looks like one, or nothing. */
export function urlOfLine(line: string): string {
  if (!line.includes('\t')) return line;
  const columns = line.split('\t');
  // URLs without a scheme are data too (`example.com/a`), but only where no column has one.
  return (
    columns.findLast((column) => column.includes('://')) ?? columns.findLast((column) => column.includes('/')) ?? ''
  );
}
