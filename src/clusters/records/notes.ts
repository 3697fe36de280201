/** What is told of URLs beside their clusters: redirects that lead nowhere, and all that did not answer with a page. */
import type { ClusterNote } from '../cluster.ts';
import { IS_FAILING, type PageTable, REDIRECT } from './page-table.ts';
import { LOOP, NOWHERE } from './redirects.ts';

export function redirectNotes(table: PageTable, ends: Int32Array, isFollowed: boolean): ClusterNote[] {
  const found = new Map<string, { count: number; first: number }>();
  for (let u = 0; u < table.count; u++) {
    if (table.kind[u] !== REDIRECT) continue;
    const code = codeOf(ends[u]!, isFollowed);
    if (code === null) continue;
    const known = found.get(code);
    if (known) known.count++;
    else found.set(code, { count: 1, first: u });
  }
  const urls = urlsOf(
    table,
    [...found.values()].map(({ first }) => first),
  );
  const notes = [...found].map(([code, { count, first }]) => ({ code, count, example: urls.get(first)! }));
  return notes.sort((a, b) => (a.code < b.code ? -1 : 1));
}

function codeOf(end: number, isFollowed: boolean): string | null {
  if (end === LOOP) return 'redirect-in-circle';
  if (end === NOWHERE) return 'redirect-to-nowhere';
  return isFollowed ? null : 'redirect-not-followed';
}

export function* failingOf({ flags, urls }: PageTable): Generator<string> {
  for (const { url } of urls.scan((u) => (flags[u]! & IS_FAILING) !== 0)) yield url;
}

/** The texts of some URLs. */
export function urlsOf({ urls }: PageTable, numbers: readonly number[]): Map<number, string> {
  const wanted = new Set(numbers);
  const texts = new Map<number, string>();
  if (wanted.size > 0) for (const { number, url } of urls.scan((u) => wanted.has(u))) texts.set(number, url);
  return texts;
}
