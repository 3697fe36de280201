/** What proof by fetching needs of a client: pages of URLs, and whether two are the same. */

export type FetchOutcome<Page> =
  /** `url` is where the redirects ended. */
  | { readonly kind: 'page'; readonly url: string; readonly redirects: number; readonly page: Page }
  /** There is no page, by the word of the server. */
  | { readonly kind: 'no-page'; readonly status: number }
  /** Nothing was found out; `budget`, `host-down` and `stopped` mean that there is no use in asking further. */
  | { readonly kind: 'unknown'; readonly why: string };

export type Fetcher<Page> = {
  /** Why a URL may not be asked for, or null. */
  mayFetch(url: string): Promise<string | null>;
  /** Never throws on an answer; asks for no URL twice. */
  fetch(url: string): Promise<FetchOutcome<Page>>;
  isSame(a: Page, b: Page): boolean;
};
