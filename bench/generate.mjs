// Writes a synthetic crawl: lines `cluster_id⇥url`, shuffled, with the statistics of the collections of the literature.
//
//   node bench/generate.mjs --urls 1000000 --seed 1 [--collection gov2 | wbr10] -o crawl.tsv
//
// Cluster sizes fall with a power of k from 2 on, plus three giants; COLLECTIONS says how the two differ.
// Every site has one main kind of duplicate and a second one; larger clusters use both, then session ids. No URL occurs twice.
// Every line is computed from its number alone, so that any size streams in little memory.
import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';

const KINDS = ['www', 'case', 'index', 'session', 'jsession', 'order', 'mirror', 'print', 'slash', 'extension', 'none'];
/** Kinds that change the page's name, of which a site can have one. */
const PAGE_KINDS = ['index', 'slash', 'extension'];
const WORDS =
  'about access archive area article board budget business care center chapter city code contact council country data detail document east education energy event export family field file finance forest forum gallery general group guide health history home house image info item journal label land law letter library list local map market media member meeting message mobile model music nature network news notice office online order page park people photo plan policy press product program project public record region report research result review river road rule safety school science search section service show site social source staff state station story study summary support system table team test text tour trade travel unit update user view voice water week west work world'.split(
    ' ',
  );
const ENDINGS = ['com', 'org', 'net', 'gov', 'edu', 'com.br', 'co.uk', 'de'];
/**
 * What is known of the collections, for a million URLs. GOV2: 2.71 URLs a cluster, 27.2 tokens a URL, 3,900 hosts. WBR10: 3.48 URLs a cluster and four
 * times as many large ones, 28.45 tokens, 10,130 hosts. `sites` have with their www and mirror names as many hosts as that; `giants` are the shares of
 * the URLs in the three largest clusters; `depth` bounds how many folders a site has beyond two.
 */
const COLLECTIONS = {
  gov2: { exponent: 3.5, sites: 2390, giants: [0.0128, 0.008, 0.004], depth: 2.4 },
  wbr10: { exponent: 2.9, sites: 6080, giants: [0.0124, 0.008, 0.004], depth: 3.1 },
};

/** @type {Map<number, ReturnType<typeof makeSite>>} */
const knownSites = new Map();

const { values } = parseArgs({
  options: {
    urls: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    collection: { type: 'string', default: 'gov2' },
    output: { type: 'string', short: 'o' },
  },
});
const shape = COLLECTIONS[values.collection];
if (shape === undefined) {
  console.error(`no such collection: ${values.collection}; there are ${Object.keys(COLLECTIONS).join(' and ')}`);
  process.exit(2);
}
generate(Number(values.urls), Number(values.seed), values.output);

/**
 * @param {number} count
 * @param {number} seed
 * @param {string | undefined} file
 */
function generate(count, seed, file) {
  const starts = clusterStarts(count, seed);
  const sites = Math.max(1, Math.round((count / 1e6) * shape.sites));
  const output = file === undefined ? 1 : openSync(file, 'w');
  const permute = permutation(count, seed);
  let text = '';
  for (let line = 0; line < count; line++) {
    const number = permute(line);
    const cluster = clusterOf(starts, number);
    text += `c${cluster}\t${urlOf(seed, sites, cluster, number - starts[cluster])}\n`;
    if (text.length > 1 << 16) {
      writeAll(output, text);
      text = '';
    }
  }
  writeAll(output, text);
  if (file !== undefined) closeSync(output);
}

/**
 * Where the URLs of each cluster begin, and their number at the end.
 * @param {number} count
 * @param {number} seed
 */
function clusterStarts(count, seed) {
  const random = randomFrom(seed, 'sizes', 0);
  const weights = Array.from({ length: 999 }, (_, i) => (i + 2) ** -shape.exponent);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const starts = [0];
  let at = 0;
  for (const share of shape.giants) {
    const size = Math.floor(share * count);
    if (size < 2) continue;
    at += size;
    starts.push(at);
  }
  while (at < count) {
    let u = random() * total;
    let size = 2;
    while (size < 1000 && u >= weights[size - 2]) u -= weights[size++ - 2];
    at = Math.min(count, at + size);
    starts.push(at);
  }
  return Int32Array.from(starts);
}

/**
 * @param {Int32Array} starts
 * @param {number} number
 */
function clusterOf(starts, number) {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= number) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * What is the same for all pages of a site.
 * @param {number} seed
 * @param {number} site
 */
function siteOf(seed, site) {
  const known = knownSites.get(site);
  if (known) return known;
  const made = makeSite(seed, site);
  knownSites.set(site, made);
  return made;
}

/**
 * @param {number} seed
 * @param {number} site
 */
function makeSite(seed, site) {
  const random = randomFrom(seed, 'site', site);
  const word = () => pick(WORDS, random);
  const name = `${word()}${random() < 0.3 ? '-' : ''}${word()}${site}.${pick(ENDINGS, random)}`;
  const main = pick(KINDS, random);
  const second = pick(KINDS.slice(0, -1), random);
  const clash = second === main || (PAGE_KINDS.includes(second) && PAGE_KINDS.includes(main));
  const mirrors = 2 + Math.floor(random() * 3);
  return {
    main,
    second: clash ? (main === 'www' ? 'print' : 'www') : second,
    domain: name,
    mirrors: Array.from({ length: mirrors }, (_, i) => (i === 0 ? '' : `${word()}${i}.`)),
    scheme: random() < 0.9 ? 'http' : 'https',
    folders: Array.from({ length: 12 }, word),
    depth: 2 + Math.floor(random() * shape.depth),
    extension: pick(['html', 'htm', 'php', 'asp', 'jsp'], random),
    params: random() < 0.4 ? [word(), word(), word()].slice(0, 1 + Math.floor(random() * 3)) : [],
    session: pick(['sid', 'sessionid', 'PHPSESSID', 's'], random),
  };
}

/**
 * Member `j` of a cluster.
 * @param {number} seed
 * @param {number} sites
 * @param {number} cluster
 * @param {number} j
 */
function urlOf(seed, sites, cluster, j) {
  const random = randomFrom(seed, 'cluster', cluster);
  const site = siteOf(seed, Math.floor(sites * random() ** 2.2));
  const folders = Array.from({ length: site.depth }, () => pick(site.folders, random));
  const words = Array.from({ length: 1 + Math.floor(random() * 2) }, () => pick(WORDS, random));
  const url = {
    scheme: site.scheme,
    host: site.domain,
    path: `/${folders.join('/')}`,
    page: `/${words.join(pick(['-', '_'], random))}${cluster}.${site.extension}`,
    params: site.params.map((name) => [
      name,
      random() < 0.6 ? String(Math.floor(random() * 1e4)) : pick(WORDS, random),
    ]),
    pathParam: '',
    number: cluster,
  };
  if (site.main === 'none') {
    // The same content at unrelated places.
    const other = randomFrom(seed, `other ${cluster}`, j);
    url.path = `/${Array.from({ length: site.depth + Math.floor(other() * 2) }, () => pick(WORDS, other)).join('/')}`;
    url.page = `/${pick(WORDS, other)}${cluster}-${j}.${site.extension}`;
    return print(url);
  }
  const first = vary(url, site, site.main, j);
  const rest = vary(url, site, site.second, first);
  if (rest > 0) url.params.push([site.session, String(1e6 + ((rest * 7919 + cluster * 31) % 8999993))]);
  return print(url);
}

/**
 * Changes the URL by variant `j` of a kind and returns what is left of j for the next kind.
 * @param {any} url
 * @param {ReturnType<typeof makeSite>} site
 * @param {string} kind
 * @param {number} j
 */
function vary(url, site, kind, j) {
  const binary = j % 2 === 1;
  switch (kind) {
    case 'www':
      if (binary) url.host = `www.${url.host}`;
      return j >> 1;
    case 'case':
      if (j % 3 === 1) url.path = url.path.replace(/\/(\w)/g, (_, c) => `/${c.toUpperCase()}`);
      if (j % 3 === 2) url.path = url.path.toUpperCase();
      return Math.floor(j / 3);
    case 'index':
      url.page = binary
        ? `${url.page.replace(/\.\w+$/, '')}/index.${site.extension}`
        : `${url.page.replace(/\.\w+$/, '')}/`;
      return j >> 1;
    case 'slash':
      url.page = url.page.replace(/\.\w+$/, '') + (binary ? '/' : '');
      return j >> 1;
    case 'session':
      url.params.push([site.session, String(2e6 + ((j * 104729 + url.number * 7919) % 6999997))]);
      return 0;
    case 'jsession':
      url.pathParam = `;jsessionid=${(0x10000000 + ((j * 7368787 + url.number * 104729) % 0xdfffffe3)).toString(16).toUpperCase()}`;
      return 0;
    case 'order':
      url.params.push(['lang', 'en'], ['view', 'full']);
      if (binary) url.params.reverse();
      return j >> 1;
    case 'mirror':
      url.host = site.mirrors[j % site.mirrors.length] + url.host;
      return Math.floor(j / site.mirrors.length);
    case 'print':
      if (binary) url.params.push(['print', '1']);
      return j >> 1;
    default:
      if (binary) url.page = url.page.replace(/\.\w+$/, '');
      return j >> 1;
  }
}

/** @param {any} url */
function print(url) {
  const query = url.params.map(([name, value]) => `${name}=${value}`).join('&');
  return `${url.scheme}://${url.host}${url.path}${url.page}${url.pathParam}${query === '' ? '' : `?${query}`}`;
}

/**
 * A permutation of 0 .. count - 1: four Feistel rounds on the next even number of bits, repeated until the result is in range.
 * @param {number} count
 * @param {number} seed
 */
function permutation(count, seed) {
  let half = 1;
  while (4 ** half < count) half++;
  const mask = 2 ** half - 1;
  return (/** @type {number} */ line) => {
    let x = line;
    do {
      let left = Math.floor(x / 2 ** half);
      let right = x & mask;
      for (let round = 0; round < 4; round++) [left, right] = [right, left ^ (hash(hash(seed, round), right) & mask)];
      x = left * 2 ** half + right;
    } while (x >= count);
    return x;
  };
}

/**
 * A generator of numbers in 0 .. 1 (mulberry32) for one piece of work.
 * @param {number} seed
 * @param {string} stage
 * @param {number} index
 */
function randomFrom(seed, stage, index) {
  let state = hash(seed, index);
  for (let i = 0; i < stage.length; i++) state = hash(state, stage.charCodeAt(i));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param {number} a
 * @param {number} b
 */
function hash(a, b) {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return h ^ (h >>> 15);
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {() => number} random
 */
function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

/**
 * @param {number} output
 * @param {string} text
 */
function writeAll(output, text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(output, bytes, at);
    } catch (error) {
      if (error.code === 'EPIPE') return;
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}
