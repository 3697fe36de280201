// Cuts examples/data/usemod.tsv out of the labeled crawl of UseModWiki, the same every time.
//
//   node scripts/make-example.mjs lab-usemod/clusters-all.tsv.gz > examples/data/usemod.tsv
//
// Clusters are taken whole, in the order of a hash, but for one: the page "Invalid URL." that the wiki shows for every address with a
// parameter it does not know has 562 addresses. Of those, the ones of the pages taken are in: whoever drops utm_* there loses the pages.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Addresses of pages with several, of pages with one, and of the error page. */
const PLURAL_URLS = 290;
const SINGLE_URLS = 60;
const ERROR_URLS = 50;
const ERROR_CLUSTER = '1';

const [input] = process.argv.slice(2);
if (input === undefined) {
  console.error('name the file: node scripts/make-example.mjs clusters-all.tsv.gz > examples/data/usemod.tsv');
  process.exit(2);
}
const [, ...lines] = gunzipSync(readFileSync(input)).toString('utf8').trimEnd().split('\n');
const rows = lines.map((line) => {
  const [cluster = '', url = '', wide = ''] = line.split('\t');
  return { cluster, url, wide };
});
/** @typedef {{ cluster: string, url: string, wide: string }} Row */

/** @type {Map<string, Row[]>} */
const clusters = new Map();
for (const row of rows) clusters.set(row.cluster, [...(clusters.get(row.cluster) ?? []), row]);

const inOrder = [...clusters.values()]
  .filter(([first]) => first?.cluster !== ERROR_CLUSTER)
  .map((members) => ({ members, key: hash(members.map(({ url }) => url).sort()[0] ?? '') }))
  .sort((a, b) => (a.key < b.key ? -1 : 1))
  .map(({ members }) => members);
const chosen = [
  ...takeUpTo(
    inOrder.filter(({ length }) => length > 1),
    PLURAL_URLS,
  ),
  ...takeUpTo(
    inOrder.filter(({ length }) => length === 1),
    SINGLE_URLS,
  ),
];
const names = new Set(chosen.map(({ url }) => pageName(url)));
const errors = (clusters.get(ERROR_CLUSTER) ?? [])
  .filter(({ url }) => names.has(pageName(url)))
  .sort((a, b) => (hash(a.url) < hash(b.url) ? -1 : 1))
  .slice(0, ERROR_URLS);

const output = [...chosen, ...errors].sort((a, b) => Number(a.cluster) - Number(b.cluster) || (a.url < b.url ? -1 : 1));
console.log(
  ['cluster_id\turl\twide_id', ...output.map(({ cluster, url, wide }) => `${cluster}\t${url}\t${wide}`)].join('\n'),
);

/**
 * Whole clusters, as many as fit.
 * @param {Row[][]} groups
 * @param {number} limit
 */
function takeUpTo(groups, limit) {
  /** @type {Row[]} */
  const taken = [];
  for (const members of groups) if (taken.length + members.length <= limit) taken.push(...members);
  return taken;
}

/**
 * The page of the wiki that an address asks for, as far as the address says.
 * @param {string} url
 */
function pageName(url) {
  const query = url.slice(url.indexOf('?') + 1);
  const [, named] = /(?:^|&)(?:id|keywords)=([^&]*)/.exec(query) ?? [];
  return named ?? query.split('&')[0] ?? '';
}

/** @param {string} text */
function hash(text) {
  return createHash('sha256').update(text).digest('hex');
}
