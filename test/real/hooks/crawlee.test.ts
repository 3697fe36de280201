/** Crawlee against a shop on loopback, without and with Dustpan: pages fetched, found and missed; the figures of docs/hooks.md. */
import { CheerioCrawler, Configuration, RequestQueue } from '@crawlee/cheerio';
import { MemoryStorage } from '@crawlee/memory-storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages, startShop } from '../../../examples/shop-server/server.mjs';
import { createDustpan } from '../../../src/hooks/crawlee.ts';
import { crawl } from './crawl.ts';
import { documented } from './documented.ts';
import { ruleSetOf } from './rules.ts';

const MOST = 1500;

function tell(name: string, urls: readonly string[], pages: ReadonlySet<string>): void {
  process.stderr.write(`${name}: ${urls.length} fetched, ${pages.size} pages found\n`);
}

describe('a shop with sessions in its links', () => {
  const every = [...allPages()];
  let shop: Awaited<ReturnType<typeof startShop>>;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());
  const missed = (pages: ReadonlySet<string>) => every.filter((page) => !pages.has(page));

  it('is never crawled to the end without', { timeout: 400_000 }, async () => {
    const { urls, pages } = await crawl([shop.url], { most: MOST });
    tell('alone', urls, pages);
    expect([urls.length, pages.size, missed(pages).length]).toEqual(documented('Crawlee alone'));
  });

  it('is crawled to the end with rules learned on the way, and no page is missed', { timeout: 400_000 }, async () => {
    const { urls, pages, report } = await crawl([shop.url], { most: MOST, dustpan: { learn: { every: 100 } } });
    tell('learning', urls, pages);
    expect(missed(pages)).toEqual([]);
    const [fetched, found] = documented('Crawlee with Dustpan, learning');
    expect(pages.size).toBe(found);
    // What is learned, and so what is fetched, changes with the learner; the document must be near.
    expect(Math.abs(urls.length / fetched! - 1)).toBeLessThan(0.1);
    expect(urls.length).toBeLessThan(0.6 * MOST);
    expect(report!.rules).toContain('@{127.0.0.1} E => anyParam(sid)');
  });

  it('is crawled with rules of an earlier crawl', { timeout: 400_000 }, async () => {
    const first = await crawl([shop.url], { most: MOST, dustpan: { learn: { every: 100 } } });
    const { urls, pages } = await crawl([shop.url], { most: MOST, dustpan: { rules: first.dustpan!.ruleSet } });
    tell('rules', urls, pages);
    expect(missed(pages)).toEqual([]);
    const [fetched] = documented('Crawlee with Dustpan, rules');
    expect(Math.abs(urls.length / fetched! - 1)).toBeLessThan(0.1);
  });

  it('takes a wrong rule back, and fetches what it swallowed', { timeout: 400_000 }, async () => {
    // Right for most goods; textiles come in colors.
    const rules = ruleSetOf('@{127.0.0.1} E => anyParam(sid)', '@{127.0.0.1} E => dropParam(color)');
    const trusting = await crawl([shop.url], { most: MOST, dustpan: { rules } });
    expect(missed(trusting.pages).length).toBeGreaterThan(10);
    const trying = await crawl([shop.url], { most: MOST, dustpan: { rules, trials: {} } });
    expect(trying.report).toMatchObject({ rules: ['@{127.0.0.1} E => anyParam(sid)'] });
    expect(trying.report!.released).toBeGreaterThan(0);
    expect(missed(trying.pages)).toEqual([]);
  });
});

describe('every door is keyed alike', () => {
  it('start URLs, added requests, links; keys and methods of the caller are left alone', async () => {
    const shop = await startShop();
    try {
      const config = new Configuration({ storageClient: new MemoryStorage({ persistStorage: false }) });
      const rules = ruleSetOf('@{127.0.0.1} E => dropParam(sid)', '@{127.0.0.1} E => dropParam(ref)');
      const dustpan = await createDustpan({ rules });
      const seen: string[] = [];
      const terms = `${shop.url}terms`;
      const crawler = new CheerioCrawler(
        dustpan.options({
          requestQueue: await RequestQueue.open(null, { config }),
          maxConcurrency: 1,
          async requestHandler({
            request,
            addRequests,
            enqueueLinks,
          }: Parameters<NonNullable<ConstructorParameters<typeof CheerioCrawler>[0]>['requestHandler'] & object>[0]) {
            seen.push(`${request.method} ${request.url.slice(shop.url.length)} ${request.label ?? ''}`);
            if (request.label === 'added') return;
            await addRequests([`${terms}?ref=1`, { url: `${terms}?sid=8`, label: 'added' }]);
            await addRequests([{ url: `${terms}?sid=9`, uniqueKey: 'mine', label: 'added' }]);
            await addRequests([
              { url: terms, method: 'POST', payload: 'x', useExtendedUniqueKey: true, label: 'added' },
            ]);
            await enqueueLinks({ globs: ['**/terms*'] });
          },
        }),
        config,
      );
      await crawler.run([`${terms}?sid=1`, { url: `${terms}?sid=2` }, terms]);
      expect(seen).toEqual(['GET terms?sid=1 ', 'GET terms?sid=9 added', 'POST terms added']);
      expect(dustpan.report()).toMatchObject({ pages: 1 });
    } finally {
      await shop.close();
    }
  });
});
