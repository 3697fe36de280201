/** A request queue of Crawlee that merges: start URLs, added requests and links all go through it, so that all are keyed alike. */
import type { Crawl } from './crawl.ts';
import { withoutFragment } from './crawlee-page.ts';
import type { Entry } from './frontier.ts';

/** The methods of Crawlee's `RequestQueue` that are used. */
export type QueueLike = {
  addRequest(request: unknown, options?: unknown): Promise<unknown>;
  addRequests(requests: unknown, options?: unknown): Promise<unknown>;
  fetchNextRequest(): Promise<unknown>;
  markRequestHandled(request: unknown): Promise<unknown>;
  isFinished(): Promise<boolean>;
};

export type KeyedQueue = {
  /** Enqueues what had been merged. */
  release(entries: readonly Entry[]): Promise<void>;
};

type RequestLike = {
  readonly url?: unknown;
  readonly method?: string;
  readonly payload?: unknown;
  uniqueKey?: string;
  readonly keepUrlFragment?: boolean;
  readonly useExtendedUniqueKey?: boolean;
};

/** What is kept of a request that is merged, to ask for it later. */
const KEPT = [
  'label',
  'userData',
  'headers',
  'crawlDepth',
  'maxRetries',
  'noRetry',
  'skipNavigation',
  'enqueueStrategy',
];

/** Changes the queue itself: crawlers ask it whether it is one of Crawlee's own. */
export function keyQueue(queue: QueueLike, crawl: Crawl): KeyedQueue {
  const addRequest = queue.addRequest.bind(queue);
  const addRequests = queue.addRequests.bind(queue);
  const fetchNextRequest = queue.fetchNextRequest.bind(queue);
  const markRequestHandled = queue.markRequestHandled.bind(queue);
  const isFinished = queue.isFinished.bind(queue);

  const release = async (entries: readonly Entry[]): Promise<void> => {
    for (const entry of entries) {
      await addRequest({ ...(entry.request as object), url: entry.url, uniqueKey: entry.name });
      delete entry.request;
    }
  };

  queue.addRequest = (request, options) => addRequest(keyed(request, crawl), options);
  // All other ways to add requests lead here.
  queue.addRequests = (requests, options) => addRequests(keyedAll(requests, crawl), options);
  queue.fetchNextRequest = async () => {
    await release(await crawl.learn(false));
    for (;;) {
      const request = await fetchNextRequest();
      const url = ownUrl(request, crawl);
      if (url === null || crawl.start(url, keptOf(request as RequestLike))) return request;
      await markRequestHandled(request);
    }
  };
  queue.markRequestHandled = async (request) => {
    const result = await markRequestHandled(request);
    const url = ownUrl(request, crawl);
    if (url !== null) await release(crawl.fail(url));
    return result;
  };
  queue.isFinished = async () => {
    if (!(await isFinished())) return false;
    const released = await crawl.learn(true);
    await release(released);
    return released.length === 0;
  };
  return { release };
}

async function* keyedAll(requests: unknown, crawl: Crawl): AsyncGenerator<unknown> {
  for await (const request of requests as AsyncIterable<unknown>) yield keyed(request, crawl);
}

function keyed(given: unknown, crawl: Crawl): unknown {
  const request = (typeof given === 'string' ? { url: given } : given) as RequestLike;
  const url = urlToMerge(request);
  if (url === null || hasOwnKey(request)) return given;
  const uniqueKey = crawl.find(url, keptOf(request));
  // Objects of the class must stay what they are; plain ones are the caller's.
  if (isPlain(request)) return { ...request, uniqueKey };
  request.uniqueKey = uniqueKey;
  return request;
}

/** The URL of a request that was enqueued under a name of ours; null of all others. */
export function ownUrl(request: unknown, crawl: Crawl): string | null {
  const url = urlToMerge(request);
  return url !== null && crawl.isOwn(url, (request as RequestLike).uniqueKey ?? '') ? url : null;
}

/** Null for what rules say nothing about: requests that send something, and lists of requests. */
function urlToMerge(request: unknown): string | null {
  if (typeof request !== 'object' || request === null) return null;
  const { url, method = 'GET', payload } = request as RequestLike;
  return typeof url === 'string' && method.toUpperCase() === 'GET' && !payload ? withoutFragment(url) : null;
}

/** True if the caller told requests apart in a way of his own. */
function hasOwnKey(request: RequestLike): boolean {
  const { url, uniqueKey, keepUrlFragment, useExtendedUniqueKey } = request;
  if (isPlain(request)) return uniqueKey !== undefined || keepUrlFragment === true || useExtendedUniqueKey === true;
  const { computeUniqueKey } = request.constructor as { computeUniqueKey?(options: { url: unknown }): string };
  return uniqueKey !== undefined && uniqueKey !== computeUniqueKey?.({ url });
}

function isPlain(request: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(request);
  return prototype === Object.prototype || prototype === null;
}

function keptOf(request: RequestLike): object {
  const from = request as Readonly<Record<string, unknown>>;
  return Object.fromEntries(KEPT.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
