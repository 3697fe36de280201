/** URLs of which nobody knows the page: those that were seen without content and that nothing joins to others. */
import type { ClusterNote, ListedUrl } from '../cluster.ts';
import type { Groups } from './groups.ts';
import { urlsOf } from './notes.ts';
import { MOVED, type PageTable } from './page-table.ts';
import { NO_LENGTH } from './row.ts';

/** Written into the column of reasons: the URL is in no cluster, and no filter objects to it. */
export const LISTED = 255;

/** Marks those that are alone in their cluster: what a redirect, or a canonical address that counts, joins to others stays with them. */
export function markListed(table: PageTable, groups: Groups, reasons: Uint8Array): void {
  const { urls } = table.unknowns;
  // Both are in the order of URLs.
  let cluster = 0;
  for (let i = 0; i < urls.size; i++) {
    const url = urls.values[i]!;
    while (cluster < groups.size && groups.roots[cluster]! < url) cluster++;
    const isAlone = groups.roots[cluster] === url && groups.sizeOf(cluster) === 1;
    if (isAlone || table.kind[url] === MOVED) reasons[url] = LISTED;
  }
}

export function* listedOf({ urls, unknowns }: PageTable, reasons: Uint8Array): Generator<ListedUrl> {
  let i = 0;
  for (const { number, url } of urls.scan((u) => reasons[u] === LISTED)) {
    while (unknowns.urls.values[i]! < number) i++;
    const least = unknowns.shortest.values[i]!;
    yield least === NO_LENGTH ? { url } : { url, sizes: [least, unknowns.longest.values[i]!] };
  }
}

export function listedNotes(table: PageTable, reasons: Uint8Array): ClusterNote[] {
  let count = 0;
  let first = -1;
  for (let u = 0; u < table.count; u++) if (reasons[u] === LISTED && count++ === 0) first = u;
  return count === 0 ? [] : [{ code: 'page-unknown', count, example: urlsOf(table, [first]).get(first)! }];
}
