// Synthetic records of a crawl, to measure clustering at scale: node bench/generate-records.mjs 10000000 > records.tsv && /usr/bin/time -v node dist/cli/main.cjs cluster records.tsv --memory 2g -o clusters.tsv
import { writeSync } from 'node:fs';
import { random as generator, hex } from './random.mjs';

const count = Number(process.argv[2] ?? 100_000);
const HOSTS = 1000;
/** URLs of one page on average, as in the collections of the papers (3.9 M URLs of 1.43 M pages). */
const URLS_PER_PAGE = 2.7;
const EXTRAS = ['', '?utm_source=feed', '?sid=', '?sort=asc&sid=', '?ref=home', '/', '?print=1', '?lang=en'];
const FLUSH = 1 << 20;

const random = generator(1);
const pages = Math.max(1, Math.floor(count / URLS_PER_PAGE));
const out = Buffer.alloc(FLUSH + 4096);
let used = out.write('url\tstatus\ttype\tlength\tsha1\tsketch\tredirect\tcanonical\n');
for (let i = 0; i < count; i++) {
  const page = Math.floor(random() * pages);
  const chance = random();
  const extra = EXTRAS[Math.floor(random() * EXTRAS.length)];
  const session = extra.endsWith('=') && extra.includes('sid') ? hex(random) + hex(random) : '';
  const url = `${pageUrl(page)}${extra}${session}`;
  const length = 1000 + (page % 50_000);
  // One in fifty redirects to the plain address, one in fifty fails, one in twenty prints a clock and so has a digest of its own.
  if (chance < 0.02) used += out.write(`${url}\t301\t-\t-\t-\t-\t${pageUrl(page)}\t-\n`, used);
  else if (chance < 0.04) used += out.write(`${url}\t404\ttext/html\t512\t${digestOf(1e9 + page)}\t-\t-\t-\n`, used);
  else {
    const digest = digestOf(chance < 0.09 ? 2e9 + i : page);
    const canonical = page % 10 === 0 ? pageUrl(page) : '-';
    used += out.write(`${url}\t200\ttext/html\t${length}\t${digest}\t${sketchOf(page)}\t-\t${canonical}\n`, used);
  }
  if (used >= FLUSH) flush();
}
flush();

function pageUrl(page) {
  const host = page % HOSTS;
  return `http://www.site${host}.example.com/section${page % 37}/topic-${page % 1009}/article-${page}.html`;
}

function digestOf(seed) {
  const next = generator(seed);
  return hex(next) + hex(next) + hex(next) + hex(next) + hex(next);
}

function sketchOf(seed) {
  const next = generator(seed ^ 0x5bd1e995);
  return `${hex(next)}.${hex(next)}.${hex(next)}.${hex(next)}`;
}

function flush() {
  for (let at = 0; at < used; ) at += writeSync(1, out, at, used - at);
  used = 0;
}
