/** Crawls with Crawlee, with and without Dustpan, in memory and one request at a time, so that they can be repeated. */
import { CheerioCrawler, type CheerioCrawlerOptions, Configuration, log, RequestQueue } from '@crawlee/cheerio';
import { MemoryStorage } from '@crawlee/memory-storage';
import { type CrawlOptions, type CrawlReport, createDustpan, type Dustpan } from '../../../src/hooks/crawlee.ts';
import { readableOf } from './exhaust.ts';

export type Crawled = {
  /** URLs that the handler was called with, in order. */
  readonly urls: readonly string[];
  /** What each page is, by the header X-Page or by what can be read on it. */
  readonly pages: ReadonlySet<string>;
  readonly report: CrawlReport | null;
  readonly dustpan: Dustpan | null;
};

export async function crawl(
  start: readonly string[],
  more: { readonly dustpan?: CrawlOptions; readonly most?: number } = {},
): Promise<Crawled> {
  log.setLevel(log.LEVELS.OFF);
  const storageClient = new MemoryStorage({ persistStorage: false });
  const config = new Configuration({ persistStorage: false, storageClient });
  const urls: string[] = [];
  const pages = new Set<string>();
  const options: CheerioCrawlerOptions = {
    requestQueue: await RequestQueue.open(null, { config }),
    maxConcurrency: 1,
    ...(more.most !== undefined && { maxRequestsPerCrawl: more.most }),
    additionalMimeTypes: ['text/plain'],
    async requestHandler({ request, response, enqueueLinks, body }) {
      urls.push(request.url);
      const type = String(response.headers['content-type']);
      pages.add(String(response.headers['x-page'] ?? readableOf(type, body.toString())));
      if (type.startsWith('text/html')) await enqueueLinks();
    },
  };
  const dustpan = more.dustpan === undefined ? null : await createDustpan(more.dustpan);
  const crawler = new CheerioCrawler(dustpan ? dustpan.options(options) : options, config);
  await crawler.run([...start]);
  return { urls, pages, report: dustpan?.report() ?? null, dustpan };
}
