/** Crawlee against a real application (DokuWiki in Apache), without and with Dustpan: pages fetched, found and missed; the figures of docs/hooks.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl } from './crawl.ts';
import { documented } from './documented.ts';
import { exhaust } from './exhaust.ts';
import { startWiki, type Wiki } from './wiki.ts';

/** Entries of the wiki that is judged, and of the other, with another text, that rules come from. */
const ENTRIES = 30;
const MOST = 700;

describe('a wiki with sessions in its links, lists to sort, and old addresses', () => {
  let wiki: Wiki;
  let every: ReadonlySet<string>;
  beforeAll(async () => {
    wiki = await startWiki('jargon', ENTRIES);
    every = new Set((await exhaust(wiki.url, 2000)).values());
  }, 300_000);
  afterAll(() => wiki.stop());

  function judge(name: string, fetched: number, pages: ReadonlySet<string>): string[] {
    const missed = [...every].filter((page) => !pages.has(page));
    process.stderr.write(`${name}: ${fetched} fetched, ${pages.size} of ${every.size} pages found\n`);
    // Nothing was found that is not there: pages are told apart in the same way.
    expect([...pages].filter((page) => !every.has(page))).toEqual([]);
    return missed;
  }

  /** Session ids are chance, so what is fetched changes a little from crawl to crawl. */
  function expectNear(fetched: number, row: string): void {
    const [figure] = documented(row);
    expect(Math.abs(fetched / figure! - 1)).toBeLessThan(0.15);
  }

  it('has as many pages as the documents say, and they say the same', () => {
    const [most, found, missed] = documented('DokuWiki alone');
    expect([most, found! + missed!]).toEqual([MOST, every.size]);
    const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8').replaceAll('\n', ' ');
    const [learning] = documented('DokuWiki with Dustpan, learning');
    const [rules] = documented('DokuWiki with Dustpan, rules');
    expect(readme).toContain(`had found ${found} of them after ${most} requests`);
    expect(readme).toContain(`learning on the way all ${every.size} after ${learning}`);
    expect(readme).toContain(`all ${every.size} after ${rules}; none was missed`);
  });

  it('is not crawled to the end without', { timeout: 400_000 }, async () => {
    const { urls, pages } = await crawl([wiki.url], { most: MOST });
    const missed = judge('alone', urls.length, pages);
    expect(urls.length).toBe(MOST);
    expect(missed.length).toBeGreaterThan(0);
    expect(Math.abs(missed.length - documented('DokuWiki alone')[2]!)).toBeLessThan(0.1 * every.size);
  });

  it('is crawled to the end with rules learned on the way, and no page is missed', { timeout: 400_000 }, async () => {
    const { urls, pages, report } = await crawl([wiki.url], { dustpan: { learn: { every: 100 } } });
    expect(judge('learning', urls.length, pages)).toEqual([]);
    expect(report!.rules).toContain('@{127.0.0.1} E => dropParam(DokuWiki)');
    expect(urls.length).toBeLessThan(MOST);
    expectNear(urls.length, 'DokuWiki with Dustpan, learning');
  });

  it('is crawled with rules of a wiki that has other pages, and no page is missed', { timeout: 400_000 }, async () => {
    const other = await startWiki('foldoc', ENTRIES);
    try {
      const { dustpan } = await crawl([other.url], { most: MOST, dustpan: { learn: { every: 100 } } });
      const { urls, pages } = await crawl([wiki.url], { dustpan: { rules: dustpan!.ruleSet } });
      expect(judge('rules', urls.length, pages)).toEqual([]);
      expectNear(urls.length, 'DokuWiki with Dustpan, rules');
    } finally {
      await other.stop();
    }
  });
});
