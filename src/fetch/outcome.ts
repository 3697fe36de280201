/** What the fetcher tells of pages, and of what it used to find out. */
import type { FailureCode } from './failure.ts';
import type { HostUse } from './host-gate.ts';
import type { PageMark } from './page-mark.ts';

/** Why nothing is known of a page. */
export type Unknown =
  | FailureCode
  | 'not-a-web-address'
  | 'robots'
  | 'budget'
  /** The host failed too often in a row and is left alone. */
  | 'host-down'
  /** The server says that it cannot answer at the moment. */
  | 'unavailable'
  | 'empty';

export type Outcome =
  /** `url` is where the redirects ended. */
  | { readonly kind: 'page'; readonly url: string; readonly redirects: number; readonly page: PageMark }
  /** The server says that there is no page. */
  | { readonly kind: 'no-page'; readonly status: number }
  | { readonly kind: 'unknown'; readonly why: Unknown };

export type FetchReport = HostUse & {
  readonly hosts: readonly (HostUse & { readonly host: string })[];
  /** URLs whose answer came from the journal. */
  readonly reused: number;
  /** URLs that robots.txt forbids, which were not asked for. */
  readonly forbidden: { readonly count: number; readonly examples: readonly string[] };
};

export type PageFetcher = {
  /** Null if the URL may be asked for; this may ask for its robots.txt. */
  mayFetch(url: string): Promise<Unknown | null>;
  fetch(url: string): Promise<Outcome>;
  isSame(a: PageMark, b: PageMark): boolean;
  /** What was used so far. */
  report(): FetchReport;
  /** To be called when done; the journal is on disk then. */
  close(): Promise<void>;
};
