// Synthetic sites that copy each other, to measure the search for replicas at scale: node bench/generate-replicas.mjs 10000000 100000 > sites.tsv (records), with the addresses of hosts in the file named third
import { writeFileSync, writeSync } from 'node:fs';
import { random as generator, hex } from './random.mjs';

const urls = Number(process.argv[2] ?? 1_000_000);
const hostCount = Number(process.argv[3] ?? 100_000);
const addresses = process.argv[4];
const FLUSH = 1 << 20;
/** A site in ten copies another; of these a third is the www name, the others have names and addresses of their own. */
const COPY_SHARE = 0.1;
/** A site in twenty has some of the pages that many sites have: licences, default pages, libraries. */
const FURNISHED_SHARE = 0.05;
const FURNITURE = 2000;
const FOLDERS = ['', 'news/', 'docs/', 'blog/', 'products/', 'about/', 'archive/2009/', 'archive/2010/', 'img/', 'en/'];
const WORDS = [
  'alpha',
  'nova',
  'terra',
  'luna',
  'vector',
  'prime',
  'delta',
  'orbit',
  'cedar',
  'maple',
  'stone',
  'river',
];
const ENDINGS = ['com', 'net', 'org', 'com.br', 'co.uk', 'de', 'gov'];

const random = generator(1);
const out = Buffer.alloc(FLUSH + 8192);
let used = out.write('url\tstatus\ttype\tlength\tsha1\n');
// Sizes fall as one over the rank, as in GOV2 and WBR10: a few sites have a large part of all URLs.
// Second addresses and furniture add a fifth and a little.
const scale = urls / 1.23 / Math.log((hostCount + 10) / 10);
const hosts = [];
const ipLines = [];
for (let h = 0; h < hostCount; h++) {
  const size = Math.max(1, Math.round(scale / (h + 10)));
  const isCopy = h > 100 && random() < COPY_SHARE;
  // Copies are of sites of about their own size: further up in the list by up to a fifth.
  const source = isCopy ? hosts[Math.floor(h * (0.8 + 0.2 * random()))] : null;
  const origin = source ? (source.origin ?? source) : null;
  const isWww = origin !== null && random() < 1 / 3;
  const name = isWww && !origin.hasWww ? `www.${origin.name}` : nameOf(h);
  if (isWww) origin.hasWww = true;
  const host = { name, seed: origin ? origin.seed : h, size: origin ? origin.size : size, origin, hasWww: false };
  hosts.push(host);
  const net = isWww ? origin.seed : h;
  ipLines.push(`${name}\t10.${(net >> 12) & 255}.${(net >> 5) & 127}.${net & 31}`);
  writeSite(host);
}
flush();
if (addresses) writeFileSync(addresses, `host\tip\n${ipLines.join('\n')}\n`);

function writeSite({ name, seed, size, origin }) {
  const share = origin ? 0.5 + random() / 2 : 1;
  for (let p = 0; p < size; p++) {
    if (share < 1 && random() > share) continue;
    const path = pathOf(seed, p);
    row(`http://${name}${path}`, seed * 1_000_003 + p);
    // One page in five has a second address on its own site.
    if (random() < 0.2) row(`http://${name}${path}?print=1`, seed * 1_000_003 + p);
  }
  if (random() >= FURNISHED_SHARE) return;
  const pieces = 1 + Math.floor(random() * 15);
  for (let k = 0; k < pieces; k++) {
    const piece = Math.floor(FURNITURE ** random());
    row(`http://${name}/legal/text-${piece}.html`, -1 - piece);
  }
}

/** A page in twenty has a name that many sites have; the others are named after what is on them, so that most pairs of sites share no path. */
function pathOf(seed, p) {
  if (p === 0) return '/';
  const folder = FOLDERS[p % FOLDERS.length];
  if (p % 20 === 7) return `/${folder}page-${p}.html`;
  return `/${folder}${WORDS[(seed + p) % WORDS.length]}-${(Math.imul(seed, 2654435761) >>> 8).toString(36)}-${p}.html`;
}

function row(url, page) {
  const next = generator(Math.imul(page | 0, 0x9e3779b1) ^ Math.floor(page / 2 ** 32));
  const digest = hex(next) + hex(next) + hex(next) + hex(next) + hex(next);
  used += out.write(`${url}\t200\ttext/html\t${1000 + (Math.abs(page) % 50_000)}\t${digest}\n`, used);
  if (used >= FLUSH) flush();
}

function nameOf(h) {
  const word = (i) => WORDS[i % WORDS.length];
  return `${word(h)}-${word(Math.floor(h / 12))}${h}.${ENDINGS[h % ENDINGS.length]}`;
}

function flush() {
  for (let at = 0; at < used; ) at += writeSync(1, out, at, used - at);
  used = 0;
}
