/** The polite client: one request at a time, robots.txt obeyed, budgets kept, no URL asked for twice. */
import { loadPageTools, type PageTools } from '../records/index.ts';
import { isPrivateOrPublicAddress, isPublicAddress } from './address.ts';
import { Asker, isPassing, isSent } from './asker.ts';
import { createConnector } from './connector.ts';
import { type Exchange, Exchanger, headerOf, locationOf } from './exchange.ts';
import { Journal, type Visit } from './journal.ts';
import { completeFetchOptions, type FetchOptions } from './options.ts';
import type { FetchReport, Outcome, PageFetcher, Unknown } from './outcome.ts';
import { isSamePage, markPage, marksVersion } from './page-mark.ts';
import { RobotsBook } from './robots-book.ts';
import { askedUrl, type Target, targetOf } from './target.ts';
import { defaultUserAgent, productOf } from './user-agent.ts';

/** URLs of the report. */
const SHOWN = 5;

export async function createFetcher(asked: Partial<FetchOptions>): Promise<PageFetcher> {
  const options = completeFetchOptions(asked);
  const tools = await loadPageTools();
  const fetcher = new Fetcher(options, tools);
  let last: Promise<unknown> = Promise.resolve();
  // Whoever calls while another request is under way waits for its end.
  const inTurn = <T>(action: () => Promise<T>): Promise<T> => {
    const result = last.then(action);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    mayFetch: (url) => inTurn(() => fetcher.mayFetch(url)),
    fetch: (url) => inTurn(() => fetcher.fetch(url)),
    isSame: (a, b) => isSamePage(a, b, tools),
    report: () => fetcher.report(),
    close: () => inTurn(() => fetcher.close()),
  };
}

class Fetcher {
  readonly #options: FetchOptions;
  readonly #tools: PageTools;
  readonly #exchanger: Exchanger;
  readonly #asker: Asker;
  readonly #robots: RobotsBook;
  readonly #journal: Journal | null;
  readonly #visits = new Map<string, Visit>();
  readonly #forbidden = new Set<string>();
  readonly #reused = new Set<string>();

  constructor(options: FetchOptions, tools: PageTools) {
    const userAgent = options.userAgent ?? defaultUserAgent();
    const usual = options.allowPrivate ? isPrivateOrPublicAddress : isPublicAddress;
    const isAllowed = options.isAllowedAddress ?? usual;
    const connect = createConnector(options.connectTimeoutMs, isAllowed, options.lookup);
    this.#options = options;
    this.#tools = tools;
    this.#exchanger = new Exchanger(options, userAgent, connect);
    this.#asker = new Asker(options, this.#exchanger);
    this.#journal = options.journal === undefined ? null : new Journal(options.journal, marksVersion(tools));
    this.#robots = new RobotsBook(this.#asker, this.#journal, productOf(userAgent), tools);
  }

  async mayFetch(url: string): Promise<Unknown | null> {
    const target = targetOf(url);
    if (target === null) return 'not-a-web-address';
    return this.#known(askedUrl(target)) === undefined ? this.#whyNot(target) : null;
  }

  /** The page of a URL, at the end of its redirects. */
  async fetch(url: string): Promise<Outcome> {
    const first = targetOf(url);
    if (first === null) return { kind: 'unknown', why: 'not-a-web-address' };
    const seen = new Set<string>();
    let target = first;
    for (let status = 0; ; ) {
      const here = askedUrl(target);
      // A circle, or a chain without an end, is the site's own word that there is no page.
      if (seen.has(here) || seen.size > this.#options.maxRedirects) return { kind: 'no-page', status };
      seen.add(here);
      const visit = await this.#visit(target);
      if (typeof visit === 'string') return { kind: 'unknown', why: visit };
      if (visit.redirect === undefined) return outcomeOf(visit, seen.size - 1);
      status = visit.status ?? 0;
      const next = targetOf(visit.redirect);
      if (next === null) return { kind: 'no-page', status };
      target = next;
    }
  }

  report(): FetchReport {
    const hosts = this.#asker.uses();
    const sum = (field: 'requests' | 'bytes' | 'ms') => hosts.reduce((total, use) => total + use[field], 0);
    return {
      requests: sum('requests'),
      bytes: sum('bytes'),
      ms: sum('ms'),
      hosts,
      reused: this.#reused.size,
      forbidden: { count: this.#forbidden.size, examples: [...this.#forbidden].slice(0, SHOWN) },
    };
  }

  async close(): Promise<void> {
    await this.#exchanger.close();
    this.#journal?.close();
  }

  /** What is known of one address, without following where it leads. */
  async #visit(target: Target): Promise<Visit | Unknown> {
    const url = askedUrl(target);
    const known = this.#known(url);
    if (known !== undefined) return known;
    const reason = await this.#whyNot(target);
    if (reason !== null) return reason;
    const exchange = await this.#asker.ask(target, this.#options.maxBodyBytes);
    if (typeof exchange === 'string') return exchange;
    const visit = this.#visitOf(url, exchange);
    this.#visits.set(url, visit);
    if (isSent(exchange)) this.#journal?.addVisit(visit);
    return visit;
  }

  #known(url: string): Visit | undefined {
    const visit = this.#visits.get(url);
    if (visit !== undefined) return visit;
    const noted = this.#journal?.visits.get(url);
    if (noted !== undefined) this.#reused.add(url);
    return noted;
  }

  #visitOf(url: string, exchange: Exchange): Visit {
    if (exchange.kind === 'failure') return { url, failure: exchange.code };
    const { status, headers, body } = exchange;
    const location = locationOf(exchange);
    const redirect = location === undefined ? undefined : this.#tools.resolveUrl(url, location);
    if (redirect !== undefined) return { url, status, redirect };
    if (status !== 200) return { url, status };
    const type = headerOf(headers, 'content-type');
    const page = markPage(body, type, url, this.#tools);
    return { url, status, ...(type === undefined ? {} : { type }), bytes: body.length, page };
  }

  async #whyNot(target: Target): Promise<Unknown | null> {
    if (this.#options.signal?.aborted) return 'stopped';
    const robots = await this.#robots.of(target);
    if (typeof robots === 'string') return robots;
    if (robots.allows(askedUrl(target))) return null;
    this.#forbidden.add(askedUrl(target));
    return 'robots';
  }
}

function outcomeOf({ url, status = 0, failure, bytes, page }: Visit, redirects: number): Outcome {
  if (failure !== undefined) return { kind: 'unknown', why: failure as Unknown };
  if (isPassing(status)) return { kind: 'unknown', why: 'unavailable' };
  if (status !== 200 || page === undefined) return { kind: 'no-page', status };
  return bytes === 0 ? { kind: 'unknown', why: 'empty' } : { kind: 'page', url, redirects, page };
}
