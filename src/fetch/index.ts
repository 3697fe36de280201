/**
 * The polite client for the open web: URLs in, what is needed to tell whether two pages are the same out.
 * Invariant: never asks what robots.txt, a budget or an address that is not public forbids; never throws on an answer; asks for no URL twice.
 */
import type { FetchOptions } from './options.ts';
import type { PageFetcher } from './outcome.ts';

export type { HostUse } from './host-gate.ts';
export { FETCH_DEFAULTS, type FetchOptions } from './options.ts';
export type { FetchReport, Outcome, PageFetcher, Unknown } from './outcome.ts';
export type { PageMark } from './page-mark.ts';

/** Loads the client when it is needed: most commands ask nobody anything. */
export async function openFetcher(options: Partial<FetchOptions> = {}): Promise<PageFetcher> {
  const { createFetcher } = await import('./fetcher.ts');
  return createFetcher(options);
}
