/** Small crawls of sites that copy each other, or only look like it, for the tests of the search for replicas. */
import type { CrawlRecord } from '../records/index.ts';

/**
 * A page of a site: a path and a text, by which pages are the same. Another edition of a text has other bytes; if it is `near`, three of four
 * values of the sketch are the same, else all of them.
 */
export type SitePage = {
  readonly path: string;
  readonly text: string;
  readonly edition?: string;
  readonly near?: boolean;
  readonly redirect?: string;
};

export function crawl(sites: Readonly<Record<string, readonly SitePage[]>>): CrawlRecord[] {
  return Object.entries(sites).flatMap(([host, pages]) =>
    pages.map(({ path, text, edition = '', near = false, redirect }): CrawlRecord => {
      const url = `http://${host}${path}`;
      if (redirect !== undefined) return { url, status: 301, redirect };
      const sketch = ['a', 'b', 'c', near ? edition : 'd'].map((value) => `${value}-${text}`).join('.');
      return { url, status: 200, type: 'text/html', length: 5000, digest: `${text} ${edition}`, sketch };
    }),
  );
}

/** Pages of a tree, named after it. */
export function tree(name: string, count = 20, prefix = ''): SitePage[] {
  return Array.from({ length: count }, (_, i) => {
    const path = i === 0 ? '/' : `/${['docs', 'news', 'about'][i % 3]}/page-${i}.html`;
    return { path: prefix + path, text: `${name} ${i}` };
  });
}

/** Every page changed a little, every second one so that it is not the same page any more. */
export function changed(pages: readonly SitePage[], edition: string): SitePage[] {
  return pages.map((page, i) => ({ ...page, edition, near: i % 2 === 1 }));
}

/** Redirects to the same paths of another host. */
export function redirectsTo(host: string, pages: readonly SitePage[]): SitePage[] {
  return pages.map(({ path }) => ({ path, text: '', redirect: `http://${host}${path}` }));
}

/** What many unlike sites have: the pages of a licence. */
export const LICENSE: readonly SitePage[] = Array.from({ length: 12 }, (_, i) => {
  return { path: `/legal/part-${i}.html`, text: `license ${i}` };
});

/** One page for everything. */
export const PARKED: readonly SitePage[] = ['/', '/robots.txt', '/x.html', '/y.html', '/z.html'].map((path) => {
  return { path, text: 'this domain is for sale' };
});

/** A fresh installation of some software, which a developed site partly keeps. */
export const FRESH: readonly SitePage[] = Array.from({ length: 8 }, (_, i) => {
  return { path: `/setup/step-${i}.html`, text: `hello world ${i}` };
});

export const SITES: Readonly<Record<string, readonly SitePage[]>> = {
  'one.org': tree('one'),
  'www.one.org': tree('one'),
  'mirror.two.net': tree('one'),
  'banner.example': changed(tree('one'), 'banner'),
  'part.example': tree('one').filter((_, i) => i % 3 !== 2),
  'moved.example': tree('one', 20, '/manual'),
  'old-one.org': redirectsTo('one.org', tree('one')),
  'archive.example': [...tree('one', 20, '/one'), ...tree('three', 20, '/three'), ...tree('four', 20, '/four')],
  'translated.example': tree('eins'),
  'three.org': [...tree('three'), ...LICENSE],
  'five.org': [...tree('five'), ...LICENSE],
  'six.org': [...tree('six', 2), ...LICENSE],
  'seven.org': [...tree('seven', 2), ...LICENSE],
  'parked-a.com': PARKED,
  'parked-b.com': PARKED,
  'fresh-a.com': FRESH,
  'fresh-b.com': FRESH,
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [`developed-${i}.com`, [...tree(`developed ${i}`, 30), ...FRESH]]),
  ),
};
