// A crawler in forty lines that asks for URLs as they are and keeps its list of seen pages by key: node crawl.mjs rules.json http://site/ [limit]
import { readFileSync } from 'node:fs';
import { compileRules } from 'dustpan/normalize';

const [rules, start, limit = '1500'] = process.argv.slice(2);
const normalizer = compileRules(JSON.parse(readFileSync(rules, 'utf8')));
const key = (url) => normalizer.key(url);
const queue = [start];
/** By key, the URLs that wait in case the first of them gives no page. */
const seen = new Map([[key(start), []]]);
let fetched = 0;
let merged = 0;

function meet(url) {
  const others = seen.get(key(url));
  if (others === undefined) {
    seen.set(key(url), []);
    queue.push(url);
  } else if (!others.includes(url)) {
    others.push(url);
    merged++;
  }
}

while (queue.length > 0 && fetched < Number(limit)) {
  const url = queue.shift();
  const response = await fetch(url).catch(() => null);
  fetched++;
  if (!response?.ok) {
    await response?.body?.cancel();
    const next = seen.get(key(url)).shift();
    if (next !== undefined) queue.push(next);
    continue;
  }
  const html = await response.text();
  process.stdout.write(`${JSON.stringify({ url: response.url, page: response.headers.get('x-page') })}\n`);
  for (const [, href] of html.matchAll(/<a[^>]*\shref="([^"]*)"/g)) {
    const link = new URL(href.replaceAll('&amp;', '&'), response.url);
    link.hash = '';
    if (link.href.startsWith(start)) meet(link.href);
  }
}
process.stderr.write(`${fetched} fetched, ${merged} merged\n`);
