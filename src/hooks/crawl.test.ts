/** Crawls without a crawler: what is fetched, merged, tried, refuted and taken back. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import type { RuleSet } from '../index.ts';
import { type Crawl, type CrawlOptions, openCrawl } from './crawl.ts';
import { pageOf } from './crawlee-page.ts';
import type { Entry } from './frontier.ts';

const RULES = setOf('@{h} E => dropParam(sid)');
const TRIED = { trials: { share: 0 } };

function setOf(...texts: readonly string[]): RuleSet {
  const rules = texts.map((text) => ruleOf(text, { state: 'active' }));
  return { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };
}

/** A page that says one thing, in words enough to be compared. */
async function load(crawl: Crawl, url: string, says: string, more: { loadedUrl?: string; status?: number } = {}) {
  const words = Array.from({ length: 40 }, (_, i) => `${says}${i}`).join(' ');
  const body = new TextEncoder().encode(`<title>${says}</title><p>${words}`);
  return crawl.load({ url, loadedUrl: url, status: 200, contentType: 'text/html', body, ...more });
}

const urlsOf = (entries: readonly Entry[]) => entries.map(({ url }) => url);

describe('rules that are given', () => {
  it('give all URLs of a page one name, by which the queue knows them', async () => {
    const crawl = await openCrawl({ rules: RULES });
    expect(
      ['http://h/a?sid=1', 'http://h/a?sid=2', 'http://h/a', 'http://h/b'].map((url) => crawl.find(url, {})),
    ).toEqual([...['http://h/a', 'http://h/a', 'http://h/a'], 'http://h/b']);
    expect(crawl.report()).toMatchObject({ urls: 4, merged: 2, trials: { made: 0 } });
  });

  it('let the next URL of a page be fetched when the first gives none', async () => {
    const crawl = await openCrawl({ rules: RULES });
    for (const sid of [1, 2, 3]) crawl.find(`http://h/a?sid=${sid}`, { label: `l${sid}` });
    expect(crawl.start('http://h/a?sid=1', {})).toBe(true);
    const [second, ...others] = await load(crawl, 'http://h/a?sid=1', 'gone', { status: 404 });
    expect(others).toEqual([]);
    expect(second).toMatchObject({ url: 'http://h/a?sid=2', request: { label: 'l2' }, name: 'http://h/a?sid=2' });
    expect(crawl.start('http://h/a?sid=2', {})).toBe(true);
    expect(urlsOf(crawl.fail('http://h/a?sid=2'))).toEqual(['http://h/a?sid=3']);
  });

  it('do not have a page fetched again that a redirect led to', async () => {
    const crawl = await openCrawl({ rules: RULES });
    const name = crawl.find('http://h/old', {});
    crawl.start('http://h/old', {});
    await load(crawl, 'http://h/old', 'new', { loadedUrl: 'http://h/new?sid=7' });
    expect(crawl.find('http://h/new?sid=7', {})).toBe(name);
    expect(crawl.find('http://h/new', {})).toBe(name);
    expect([...crawl.records()]).toMatchObject([
      { url: 'http://h/old', status: 302, redirect: 'http://h/new?sid=7' },
      { url: 'http://h/new?sid=7', status: 200, title: 'new' },
    ]);
  });
});

describe('trials', () => {
  async function crawlOf(options: CrawlOptions, ids: readonly number[]): Promise<Crawl> {
    const crawl = await openCrawl({ rules: RULES, ...options });
    for (const id of ids) crawl.find(`http://h/a?sid=${id}`, {});
    return crawl;
  }

  it('fetch the first that a rule merges, and trust it when they are the same', async () => {
    const crawl = await crawlOf(TRIED, [1, 2, 3]);
    expect([1, 2, 3].map((id) => crawl.start(`http://h/a?sid=${id}`, {}))).toEqual([true, true, false]);
    for (const id of [1, 2]) expect(await load(crawl, `http://h/a?sid=${id}`, 'one')).toEqual([]);
    expect(crawl.report()).toMatchObject({ merged: 1, trials: { made: 1, same: 1, different: 0 }, refuted: [] });
  });

  it('are spread over all pages', async () => {
    const crawl = await openCrawl({ rules: RULES, ...TRIED });
    const tried: boolean[] = [];
    for (let page = 0; page < 30; page++) {
      for (const sid of [1, 2]) {
        const url = `http://h/${page}?sid=${sid}`;
        crawl.find(url, {});
        const isFetched = crawl.start(url, {});
        if (isFetched) await load(crawl, url, `page${page}`);
        if (sid === 2) tried.push(isFetched);
      }
    }
    for (const from of [0, 10, 20]) {
      const some = tried.slice(from, from + 10).filter(Boolean).length;
      expect([some > 4, some < 9]).toEqual([true, true]);
    }
  });

  it('refute a rule, and everything it swallowed is fetched', async () => {
    const crawl = await crawlOf(TRIED, [1, 2, 3, 4]);
    for (const id of [1, 2, 3, 4]) crawl.start(`http://h/a?sid=${id}`, {});
    await load(crawl, 'http://h/a?sid=1', 'one');
    expect(urlsOf(await load(crawl, 'http://h/a?sid=2', 'two'))).toEqual(['http://h/a?sid=3', 'http://h/a?sid=4']);
    expect(crawl.report()).toMatchObject({
      merged: 0,
      released: 2,
      trials: { different: 1 },
      rules: [],
      refuted: ['@{h} E => dropParam(sid)'],
    });
  });

  it('wait for the other page, in whatever order they come', async () => {
    const crawl = await crawlOf(TRIED, [1, 2, 3]);
    for (const id of [1, 2, 3]) crawl.start(`http://h/a?sid=${id}`, {});
    expect(await load(crawl, 'http://h/a?sid=2', 'two')).toEqual([]);
    expect(urlsOf(await load(crawl, 'http://h/a?sid=1', 'one'))).toEqual(['http://h/a?sid=3']);
  });

  it('blame the rule of which less is known, when it takes two', async () => {
    const rules = setOf('@{h} E => dropParam(sid)', '@{h} E path^=/c => dropParam(color)');
    const crawl = await openCrawl({ rules, ...TRIED });
    const pages = ['/a?sid=1', '/a?sid=2', '/c?sid=1&color=red', '/c?sid=2&color=blue', '/c?sid=3&color=blue'];
    for (const path of pages) {
      crawl.find(`http://h${path}`, {});
      if (crawl.start(`http://h${path}`, {}))
        await load(crawl, `http://h${path}`, path.startsWith('/a') ? 'one' : path.slice(-3));
    }
    expect(crawl.report()).toMatchObject({ rules: ['@{h} E => dropParam(sid)'], refuted: [] });
  });

  it('tell nothing when a page fails', async () => {
    const crawl = await crawlOf(TRIED, [1, 2, 3]);
    for (const id of [1, 2, 3]) crawl.start(`http://h/a?sid=${id}`, {});
    await load(crawl, 'http://h/a?sid=1', 'one');
    await load(crawl, 'http://h/a?sid=2', 'gone', { status: 500 });
    expect(crawl.report()).toMatchObject({ merged: 1, trials: { made: 1, same: 0, different: 0 } });
  });
});

describe('learning', () => {
  it('finds rules in the pages, merges what is still waiting, and forgets what pages contradict', async () => {
    const crawl = await openCrawl({ learn: { every: 60 }, trials: { loss: 1e9, share: 0 } });
    const page = async (path: string, says: string) => {
      crawl.find(`http://h${path}`, {});
      if (crawl.start(`http://h${path}`, {})) await load(crawl, `http://h${path}`, says);
    };
    for (let i = 0; i < 30; i++) {
      await page(`/${i}`, `page${i}`);
      await page(`/${i}?ref=${i % 3}`, `page${i}`);
    }
    crawl.find('http://h/99', {});
    crawl.find('http://h/99?ref=1', {});
    expect(await crawl.learn(false)).toEqual([]);
    expect(crawl.report()).toMatchObject({ learned: 1, rules: ['@{h} E => dropParam(ref)'] });
    expect(['/99', '/99?ref=1'].map((path) => crawl.start(`http://h${path}`, {}))).toEqual([true, false]);
    await load(crawl, 'http://h/99', 'page99');
    // What was fetched before the rule came is at hand when it is learned again.
    await page('/x', 'first');
    await crawl.load({
      url: 'http://h/x?ref=1',
      loadedUrl: 'http://h/x?ref=1',
      status: 200,
      contentType: 'text/html',
      body: new TextEncoder().encode(`<title>other</title>${'word '.repeat(50)}`),
    });
    expect(urlsOf(await crawl.learn(true))).toEqual(['http://h/99?ref=1']);
    expect(crawl.report().rules).not.toContain('@{h} E => dropParam(ref)');
    expect(new Set(['', '?ref=1'].map((query) => crawl.find(`http://h/100${query}`, {}))).size).toBe(2);
  });
});

describe('what handlers are given', () => {
  const text = (body: Uint8Array) => new TextDecoder().decode(body);
  it('of a crawler over HTTP', async () => {
    const response = {
      statusCode: 203,
      headers: { 'content-type': 'text/html; charset=latin1', 'no-vary-search': 'key-order' },
    };
    const page = await pageOf({ request: { url: 'http://h/#x' }, response, body: 'é' });
    expect(page).toMatchObject({ url: 'http://h/', loadedUrl: 'http://h/', status: 203, noVarySearch: 'key-order' });
    expect([page?.contentType, text(page!.body)]).toEqual(['text/html; charset=utf-8', 'é']);
  });
  it('of a crawler with a browser', async () => {
    const response = { status: () => 404, headers: () => ({ 'content-type': 'text/html' }) };
    const request = { url: 'http://h/', loadedUrl: 'http://h/en' };
    const page = await pageOf({ request, response, page: { content: async () => '<p>' } });
    expect(page).toMatchObject({ loadedUrl: 'http://h/en', status: 404, contentType: 'text/html; charset=utf-8' });
  });
  it('without a page', async () => {
    expect(await pageOf({ request: { url: 'http://h/' } })).toBeNull();
  });
});
