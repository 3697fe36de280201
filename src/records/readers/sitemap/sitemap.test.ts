/** Sitemaps as they are met: prefixes, encodings, indexes of sitemaps, broken XML. */
import { describe, expect, it } from 'vitest';
import { headOf } from '../../reader.contract.case.ts';
import type { CrawlRecord } from '../../reader.ts';
import { sitemap } from './index.ts';
import { openSitemap } from './sitemap.ts';

function read(content: string | Buffer) {
  const records: CrawlRecord[] = [];
  const problems: string[] = [];
  const reader = openSitemap({
    record: (record) => void records.push(record),
    problem: (code, example) => void problems.push(`${code}: ${example}`),
  });
  reader.push(Buffer.from(content as string));
  reader.end(false);
  return { records, problems };
}

describe('a sitemap', () => {
  it.each([
    ['plain', '<urlset><url><loc>http://a/</loc></url></urlset>'],
    ['with a prefix', '<s:urlset xmlns:s="x"><s:url><s:loc>http://a/</s:loc></s:url></s:urlset>'],
    ['with links to other languages', '<urlset><url><loc>http://a/</loc><xhtml:link href="http://b/"/></url></urlset>'],
    [
      'with pictures',
      '<urlset><url><image:image><image:loc>http://b/</image:loc><loc>http://c/</loc></image:image><loc>http://a/</loc></url></urlset>',
    ],
    ['with tags that are not closed', '<urlset><url><loc>http://a/</loc><lastmod></url></urlset>'],
    [
      'after a stylesheet',
      '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><urlset><url><loc>\nhttp://a/\n</loc></url></urlset>',
    ],
  ])('%s', (_, content) => {
    expect(read(content)).toEqual({ records: [{ url: 'http://a/' }], problems: [] });
    expect(sitemap.recognize(headOf(Buffer.from(content)))).toBe('it is XML with a urlset');
  });

  it('decodes entities and encodings', () => {
    expect(read('<urlset><url><loc>http://a/?b&amp;c=&#x27;&#39;&apos;</loc></url></urlset>').records).toEqual([
      { url: "http://a/?b&c='''" },
    ]);
    const latin = '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>http://a/\xe9</loc></url></urlset>';
    expect(read(Buffer.from(latin, 'latin1')).records).toEqual([{ url: 'http://a/é' }]);
    expect(read(latin.replace('ISO-8859-1', 'no-such').replace('\xe9', 'ü')).records).toEqual([{ url: 'http://a/ü' }]);
  });

  it('may have addresses without end, of which a megabyte is kept', () => {
    const [record] = read(`<urlset><url><loc>http://a/${'x'.repeat(3 << 20)}</loc></url></urlset>`).records;
    expect(record!.url).toHaveLength(1 << 20);
  });

  it('of sitemaps names no pages', () => {
    const content =
      '<sitemapindex><sitemap><loc>http://a/1.xml</loc></sitemap><sitemap><loc>http://a/2.xml</loc></sitemap></sitemapindex>';
    expect(read(content)).toEqual({
      records: [],
      problems: ['other-sitemap: entry 1: http://a/1.xml', 'other-sitemap: entry 2: http://a/2.xml'],
    });
    expect(sitemap.recognize(headOf(Buffer.from(content)))).toBe('it is XML with a sitemapindex');
  });

  it('that is cut off, empty of URLs or something else is told so', () => {
    expect(read('<urlset><url><loc>http://a/</loc></url><url><loc>http://b').problems).toEqual(['cut-off: entry 2']);
    expect(read('<urlset><url><loc> </loc></url></urlset>').problems).toEqual(['no-url: entry 1: ']);
    expect(read('<rss></rss>').problems).toEqual(['no-sitemap: no <url> and no <sitemap> inside']);
    expect(sitemap.recognize(headOf(Buffer.from('<rss></rss>')))).toBeNull();
  });
});
