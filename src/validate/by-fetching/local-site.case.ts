/** A site in memory: pages by URL, as a fetcher gives them, with a log of what was asked. */
import type { Fetcher, FetchOutcome } from './fetcher.ts';

export type LocalSite = Fetcher<string> & { readonly log: string[] };

/** What a URL shows; a number is the status of an answer without a page, `->` begins a redirect, `?` says why nothing is known. */
export function localSite(show: (url: string) => string | number, isAllowed = (_url: string) => true): LocalSite {
  const log: string[] = [];
  const known = new Map<string, FetchOutcome<string>>();
  const look = (url: string, redirects: number): FetchOutcome<string> => {
    const shown = show(url);
    if (typeof shown === 'number') return { kind: 'no-page', status: shown };
    if (shown.startsWith('?')) return { kind: 'unknown', why: shown.slice(1) };
    if (shown.startsWith('->')) return look(shown.slice(2), redirects + 1);
    return { kind: 'page', url, redirects, page: shown };
  };
  return {
    log,
    mayFetch: async (url) => (isAllowed(url) ? null : 'robots'),
    fetch: async (url) => {
      let outcome = known.get(url);
      if (outcome === undefined) {
        log.push(url);
        outcome = look(url, 0);
        known.set(url, outcome);
      }
      return outcome;
    },
    isSame: (a, b) => a === b,
  };
}
