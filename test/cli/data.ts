/** Small labeled data for the tests of the commands that learn and judge. */
import { join } from 'node:path';

/** The bundled example. */
export const EXAMPLE = join(import.meta.dirname, '../../examples/data/usemod.tsv');
/** Thresholds for small data. */
export const LOW = ['--min-frequency', '2', '--min-support', '2'];

const PAGES = 40;
const SINGLE_PAGES = 10;

/** Lines of a table, one for each page. */
export function clusterLines(columns: (i: number) => readonly string[], count = PAGES): string {
  return Array.from({ length: count }, (_, i) => `${columns(i).join('\t')}\n`).join('');
}

export const SINGLES = clusterLines((i) => [`s${i}`, `http://x.org/single${i}x`], SINGLE_PAGES);

/** Pages under two host names, and single pages. */
export const CLUSTERS =
  clusterLines((i) => [`c${i}`, `http://x.org/page${i}`]) +
  clusterLines((i) => [`c${i}`, `http://www.x.org/page${i}`]) +
  SINGLES;

/** The same as records of a crawl. */
export const RECORDS =
  '#url\tstatus\tlength\tdigest\tcanonical_or_redirect\n' +
  CLUSTERS.trimEnd()
    .split('\n')
    .map((line) => {
      const [digest, url] = line.split('\t');
      return `${url}\t200\t5000\t${digest}\t-\n`;
    })
    .join('') +
  'http://x.org/gone\t404\t5000\tc1\t-\n';

export const JSONL = RECORDS.trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [url, status, length, digest] = line.split('\t');
    return `${JSON.stringify({ url, status: Number(status), length: Number(length), digest })}\n`;
  })
  .join('');
