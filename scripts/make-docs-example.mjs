// Cuts examples/data/docs.cdxj.gz and docs-access.log.gz out of the crawl of a documentation server, the same every time.
//
//   node scripts/make-docs-example.mjs lab-apachedocs examples/data
//
// Rows are taken by a hash of the last name in the path, so that all addresses of a page come along.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** One name in so many is taken. */
const SHARE = 5;
/** The day of the crawl; its rows carry no time of their own. */
const TIME = '20261115000000';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  console.error('name the folders: node scripts/make-docs-example.mjs lab-apachedocs examples/data');
  process.exit(2);
}

const rows = ['crawl.tsv.gz', 'replay.tsv.gz'].flatMap((name) => {
  const [header = '', ...lines] = readLines(join(from, name));
  const columns = header.split('\t');
  return lines.map((line) => {
    const values = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
  });
});
const cdxj = rows
  .filter(({ url = '' }) => isTaken(url))
  .map(({ url = '', status, type, length, sha1, redirect }) => {
    const fields = { url, status, mime: type, digest: `sha1:${sha1}`, length, ...(redirect ? { redirect } : {}) };
    return `${surt(url)} ${TIME} ${JSON.stringify(fields)}`;
  });
write('docs.cdxj.gz', [...new Set(cdxj)].sort());

const log = readLines(join(from, 'access.log.gz'));
write(
  'docs-access.log.gz',
  log.filter((line) => isTaken(/"[A-Z]+ (\S+)/.exec(line)?.[1] ?? '')),
);

/**
 * The sort key of an index line: the host's labels reversed, then the path.
 * @param {string} url
 */
function surt(url) {
  const [, host = '', path = ''] = /^[a-z]+:\/\/([^/:?#]*)(?::\d+)?([^#]*)/i.exec(url) ?? [];
  return `${host.toLowerCase().split('.').reverse().join(',')})${path.replaceAll(' ', '%20') || '/'}`;
}

/** @param {string} url */
function isTaken(url) {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/, '');
  const name =
    path
      .replace(/[?#].*/, '')
      .replace(/index\.html$/, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? '';
  return createHash('sha256').update(decodeURIComponentSafely(name).toLowerCase()).digest()[0] % SHARE === 0;
}

/** @param {string} text */
function decodeURIComponentSafely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} path */
function readLines(path) {
  return gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
}

/**
 * @param {string} name
 * @param {string[]} lines
 */
function write(name, lines) {
  writeFileSync(join(to, name), gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
  console.log(`${name}: ${lines.length} lines`);
}
