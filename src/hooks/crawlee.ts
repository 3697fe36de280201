/** `dustpan/crawlee`: one key for all URLs of a page, at every door of a Crawlee crawler, with rules that are given or learned on the way. */
import { ConfigError } from '../base/index.ts';
import type { CrawlRecord } from '../index.ts';
import type { RuleSet } from '../rules/index.ts';
import { type CrawlOptions, type CrawlReport, openCrawl } from './crawl.ts';
import { type HandlerContext, pageOf } from './crawlee-page.ts';
import { keyQueue, ownUrl, type QueueLike } from './crawlee-queue.ts';

export type { CrawlOptions, CrawlReport, HandlerContext, QueueLike };

/** The part of a crawler's options that the hook works with. */
export type HookedOptions = {
  readonly requestQueue?: QueueLike;
  requestHandler?(context: never): unknown;
};

export type Dustpan = {
  /** Options for a crawler, out of those that you would give it; `requestQueue` and `requestHandler` must be among them. */
  options<T extends HookedOptions>(given: T): T;
  /** The rules in use, for `printRuleSet`. */
  readonly ruleSet: RuleSet;
  /** What was merged, learned, tried and taken back. */
  report(): CrawlReport;
  /** What is known of the pages that were loaded: input for `clusterRecords`, or as JSON lines for `dustpan learn`. */
  records(): Iterable<CrawlRecord>;
};

/** Prepares a crawl; one for each crawler. */
export async function createDustpan(options: CrawlOptions = {}): Promise<Dustpan> {
  const crawl = await openCrawl(options);
  return {
    options(given) {
      const { requestQueue, requestHandler } = given;
      if (requestQueue === undefined || typeof requestHandler !== 'function')
        throw new ConfigError(
          'no-queue',
          'the hook needs requestQueue and requestHandler in the options of the crawler: requestQueue: await RequestQueue.open(), requestHandler: router or a function',
        );
      const queue = keyQueue(requestQueue, crawl);
      const handle = async (context: HandlerContext) => {
        // Looked at first, because handlers may change what they are given; believed last, because they may fail.
        const page = await pageOf(context);
        const result = await Reflect.apply(requestHandler, given, [context]);
        if (page && ownUrl(context.request, crawl) !== null) await queue.release(await crawl.load(page));
        return result;
      };
      // Routers are functions with properties.
      return { ...given, requestQueue, requestHandler: Object.assign(handle, requestHandler) };
    },
    get ruleSet() {
      return crawl.ruleSet;
    },
    report: () => crawl.report(),
    records: () => crawl.records(),
  };
}
