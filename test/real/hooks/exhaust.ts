/** Everything that a site has, by a crawl without Crawlee and without Dustpan: every link is followed, and a page is what can be read on it. */
import { load } from 'cheerio';

/** What a page is: its title and its text, with one blank between words. Addresses in links, tokens in forms and scripts do not count. */
export function readableOf(type: string, body: string): string {
  if (!type.startsWith('text/html')) return body;
  const $ = load(body);
  $('script, style').remove();
  return `${$('title').text()} | ${$('body').text()}`.replaceAll(/\s+/g, ' ');
}

/** Follows links within a host until there are none left, keeping cookies as browsers do; pages by URL. */
export async function exhaust(start: string, most: number): Promise<Map<string, string>> {
  const cookies = new Map<string, string>();
  const met = new Set([start]);
  const pages = new Map<string, string>();
  const { host } = new URL(start);
  for (const url of met) {
    if (pages.size === most) throw new Error(`${most} pages, and no end`);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const type = answer.headers.get('content-type') ?? '';
    const body = await answer.text();
    if (!answer.ok) continue;
    pages.set(url, readableOf(type, body));
    if (!type.startsWith('text/html')) continue;
    for (const link of load(body)('a[href]').get()) {
      const href = link.attribs['href'] ?? '';
      const found = URL.canParse(href, answer.url) ? new URL(href, answer.url) : null;
      if (found?.host !== host) continue;
      found.hash = '';
      met.add(found.href);
    }
  }
  return pages;
}
