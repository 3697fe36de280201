/** A fresh server on loopback for every test, and fetchers that ask it without pauses. */
import { afterEach, beforeEach } from 'vitest';
import { type FetchOptions, type Outcome, openFetcher, type PageFetcher } from './index.ts';
import { startSite, type TestSite } from './test-site.case.ts';

export type Web = {
  /** With the pages `/a` and `/b`, which are the same, and `/c`. */
  readonly site: TestSite;
  /** Closed after the test. */
  fetcherWith(options?: Partial<FetchOptions>): Promise<PageFetcher>;
  closeLast(): Promise<void>;
  /** What a fetcher of its own finds at a path, in a word. */
  ask(path: string, options?: Partial<FetchOptions>): Promise<string>;
};

const QUICK = { allowPrivate: true, delayMs: 0, backoffMs: 1, connectTimeoutMs: 2000 };

export function useWeb(): Web {
  let site: TestSite;
  const open: PageFetcher[] = [];
  beforeEach(async () => {
    site = await startSite({
      '/a': '<title>A</title>page a',
      '/b': '<title>A</title>page a',
      '/c': '<title>C</title>c',
    });
  });
  afterEach(async () => {
    for (const fetcher of open.splice(0)) await fetcher.close();
    await site.close();
  });
  const fetcherWith = async (options: Partial<FetchOptions> = {}) => {
    const fetcher = await openFetcher({ ...QUICK, ...options });
    open.push(fetcher);
    return fetcher;
  };
  return {
    get site() {
      return site;
    },
    fetcherWith,
    closeLast: () => open.pop()!.close(),
    ask: async (path, options) => {
      const fetcher = await fetcherWith(options);
      return describeOutcome(await fetcher.fetch(site.origin + path));
    },
  };
}

/** `page`, `no-page 404`, or why nothing is known. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'page') return 'page';
  return outcome.kind === 'no-page' ? `no-page ${outcome.status}` : outcome.why;
}
