/** The figures of docs/hooks.md, which the crawls must give again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/hooks.md'), 'utf8');

/** Those of a row of the table: fetched, found, missed. */
export function documented(row: string): number[] {
  const line = DOCUMENT.split('\n').find((text) => text.startsWith(`| ${row}`));
  return (line ?? '')
    .split('|')
    .slice(2, 5)
    .map((cell) => Number.parseInt(cell.replace(',', ''), 10));
}
