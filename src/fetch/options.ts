/** What the fetcher can be told: every option, its default, and what it may be. */
import { ConfigError } from '../base/index.ts';

export type FetchOptions = {
  /** Says who asks; its first word is the name that is looked for in robots.txt. Default: dustpan and its version. */
  readonly userAgent?: string;
  /** Least time between the end of one request to a host and the start of the next; robots.txt may ask for more. */
  readonly delayMs: number;
  /** Requests to one host, all counted: pages, robots.txt, redirects, retries. */
  readonly maxRequests: number;
  /** Time spent on one host, waiting included. */
  readonly maxHostMs: number;
  /** Bytes of bodies read from one host, as they came over the wire. */
  readonly maxHostBytes: number;
  /** Bytes of one body, decoded. */
  readonly maxBodyBytes: number;
  readonly maxRedirects: number;
  /** Times that one request is tried again. */
  readonly retries: number;
  /** Waiting time before the first retry; it doubles each time. A longer one that the server asks for is respected. */
  readonly backoffMs: number;
  readonly connectTimeoutMs: number;
  /** For the head of an answer, and between two pieces of its body. */
  readonly idleTimeoutMs: number;
  /** For all of one request. */
  readonly requestTimeoutMs: number;
  /** Also ask private, loopback and link-local addresses; those of cloud platforms are refused all the same. */
  readonly allowPrivate: boolean;
  /** File in which answers are noted, so that a later run does not ask again. */
  readonly journal?: string;
  /** Stops the fetcher; what was learned is kept. */
  readonly signal?: AbortSignal;
  /** Which addresses may be connected to, in place of the usual ones. */
  readonly isAllowedAddress?: (address: string) => boolean;
  /** In place of the system's look-up of addresses. */
  readonly lookup?: LookUp;
};

/** As `lookup` of `node:dns` with all its addresses; written out, so that users need no types of Node. */
export type LookUp = (
  hostname: string,
  options: object,
  callback: (
    error: Error | null,
    address: string | { readonly address: string; readonly family: number }[],
    family?: number,
  ) => void,
) => void;

/** A second between requests is what crawlers agree on as polite; the budgets are those of a person's patience, not of a crawl. */
export const FETCH_DEFAULTS: FetchOptions = {
  delayMs: 1000,
  maxRequests: 1000,
  maxHostMs: 600_000,
  maxHostBytes: 100_000_000,
  maxBodyBytes: 10_000_000,
  maxRedirects: 5,
  retries: 2,
  backoffMs: 2000,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  allowPrivate: false,
};

export function completeFetchOptions(asked: Partial<FetchOptions>): FetchOptions {
  const options: FetchOptions = { ...FETCH_DEFAULTS, ...asked };
  for (const name of COUNTS) {
    if (Number.isSafeInteger(options[name]) && options[name] >= 0) continue;
    throw new ConfigError('bad-option', `The option ${name} must be a whole number of 0 or more.`);
  }
  const agent = options.userAgent;
  if (agent !== undefined && !/^[A-Za-z0-9_-]+(?:[/ ][\x20-\x7e]*)?$/.test(agent)) {
    throw new ConfigError(
      'bad-option',
      'The user agent must begin with a name of letters, digits, - or _ and be plain ASCII, such as "mybot/1.0 (+https://example.com/bot)".',
    );
  }
  return options;
}

const COUNTS = [
  ...(['delayMs', 'maxRequests', 'maxHostMs', 'maxHostBytes', 'maxBodyBytes', 'maxRedirects', 'retries'] as const),
  ...(['backoffMs', 'connectTimeoutMs', 'idleTimeoutMs', 'requestTimeoutMs'] as const),
];
