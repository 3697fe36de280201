/**
 * XML sitemaps and indexes of them. Takes bytes, gives a record with URL and time for each entry.
 * Invariant: never throws on bytes, and never fetches what an entry names.
 */
import type { Reader } from '../../reader.ts';

export const sitemap: Reader = {
  name: 'sitemap',
  from: 'bytes',
  recognize({ bytes }) {
    const text = bytes.toString('utf8').trimStart();
    if (!text.startsWith('<')) return null;
    const root = /<(?:[\w.-]+:)?(urlset|sitemapindex)[\s>]/.exec(text)?.[1];
    return root === undefined ? null : `it is XML with a ${root}`;
  },
  // Loaded when needed: the parser of XML takes a while, and few inputs are sitemaps.
  async open(sink) {
    const { openSitemap } = await import('./sitemap.ts');
    return openSitemap(sink);
  },
};
