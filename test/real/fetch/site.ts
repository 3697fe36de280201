/** The site of the tests with Apache: which pages it has, under which names, and who visits them. */
import { get } from 'node:http';

/** Pages of each folder. */
export const PAGES = 30;
const numbers = Array.from({ length: PAGES }, (_, i) => i);

/** A page of its own text; all of a kind are equally long, so that a log cannot tell them apart by their size. */
function page(kind: string, number: number): string {
  const name = `${kind} number ${String(number).padStart(3, '0')}`;
  const words = Array.from(
    { length: 80 },
    (_, i) => `${kind[(i + number) % kind.length]}${((i * 7919 + number * 104729) % 9000) + 1000}`,
  );
  return `<html><head><title>${name}</title></head><body><h1>${name}</h1><p>${words.join(' ')}</p></body></html>\n`;
}

export const FILES: Readonly<Record<string, string>> = {
  'robots.txt': 'User-agent: *\nDisallow: /hidden/\nDisallow: /*?print=\n',
  'soft.html':
    '<html><head><title>Shop</title></head><body>Sorry, we could not find what you are looking for.</body></html>\n',
  ...Object.fromEntries(numbers.map((n) => [`docs/d${n}/index.html`, page('document', n)])),
  ...Object.fromEntries(numbers.map((n) => [`wiki/w${n}.html`, page('article', n)])),
  ...Object.fromEntries(numbers.map((n) => [`en/t${n}.html`, page('english', n)])),
  // The same names, other pages: whoever looks at names and sizes only must take them for the same.
  ...Object.fromEntries(numbers.map((n) => [`fr/t${n}.html`, page('frances', n)])),
  ...Object.fromEntries(numbers.map((n) => [`items/i${n}.html`, page('merchandise', n)])),
  ...Object.fromEntries(numbers.map((n) => [`open/o${n}.html`, page('public', n)])),
};

export const RULES = `
Alias /manual ROOT/docs
AliasMatch "(?i)^/wiki/(.*)$" ROOT/wiki/$1
Alias /hidden ROOT/open
RewriteCond %{QUERY_STRING} (?:^|&)id=([0-9]+)
RewriteRule ^/item$ /items/i%1.html [PT]
RewriteRule ^/(shop|store)/ /soft.html [PT]
`;

/** What visitors ask for: every page under each of its names. */
export const VISITS: readonly string[] = numbers.flatMap((n) => [
  `/docs/d${n}/`,
  `/docs/d${n}/index.html`,
  `/manual/d${n}/`,
  `/wiki/w${n}.html`,
  `/Wiki/w${n}.html`,
  `/en/t${n}.html`,
  `/fr/t${n}.html`,
  `/item?id=${n}`,
  `/en/t${n}.html?sid=${(n * 7919) % 1000}`,
  `/en/t${n}.html?sid=${(n * 7919 + 13) % 1000}`,
  `/open/o${n}.html`,
  `/hidden/o${n}.html`,
  `/shop/s${n}`,
  `/store/s${n}`,
  `/gone/g${n}`,
]);

/** Asks for all of them, as a browser that nobody has to be polite to. */
export async function visit(host: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await new Promise<void>((resolve, reject) => {
      get(`http://${host}${path}`, { headers: { 'user-agent': 'visitor' } }, (response) => {
        response.resume();
        response.once('end', resolve);
      }).once('error', reject);
    });
  }
}
