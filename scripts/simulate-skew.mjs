// How uneven the parts of a job become: rows dealt out by key to partitions, with keys as skewed as in the collections of the literature.
//
//   node scripts/simulate-skew.mjs [--urls 3000000] [--seed 1]
//
// Clusters: sizes fall with k^-3.5 from 2 on, plus three giants of 1.28, 0.8 and 0.4 % of the URLs (GOV2 and WBR10, as in bench/generate.mjs).
// Hosts: the n-th largest has a share of 1/n (Zipf), one host per 2,970 URLs (Koppula et al.: 2.97 billion URLs on a million hosts).
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { urls: { type: 'string', default: '3000000' }, seed: { type: 'string', default: '1' } },
});
const urls = Number(values.urls);
const GIANTS = [0.0128, 0.008, 0.004];
const SAMPLE = 10;
/** URLs of one page that are counted together before they travel. */
const STRETCH = 20_000;
let state = Number(values.seed) >>> 0;

const plain = clusterSizes();
const giants = GIANTS.map((share) => Math.round(share * urls));
const ways = {
  'by URL (records, identity of forms)': repeat(urls, 1),
  'by cluster, giants whole': [...giants, ...plain],
  'by cluster, giants left out by the filter': plain,
  'by cluster, alignments done (K = 10)': [...giants, ...plain].map((size) => Math.min(size, SAMPLE)),
  'by host, whole hosts': hostSizes(),
  'by form, counts (a row for 20,000 of a page)': [...giants, ...plain].map((size) => Math.ceil(size / STRETCH)),
};
console.log(`${urls} URLs; largest part / mean part, for 16, 128, 1024 parts, and the largest key`);
for (const [name, sizes] of Object.entries(ways)) {
  const figures = [16, 128, 1024].map((parts) => imbalance(sizes, parts).toFixed(2).padStart(8));
  console.log(`${name.padEnd(44)}${figures.join('')}${String(largest(sizes)).padStart(10)}`);
}

/** Sizes of 2 and more, as many as make up the URLs that giants leave. */
function clusterSizes() {
  const weights = Array.from({ length: 400 }, (_, i) => (i + 2) ** -3.5);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const sizes = [];
  const wanted = urls * (1 - GIANTS.reduce((sum, share) => sum + share, 0));
  for (let size = 0; size < wanted; ) {
    let at = random() * whole;
    let k = 0;
    while (k < weights.length - 1 && at >= weights[k]) at -= weights[k++];
    sizes.push(k + 2);
    size += k + 2;
  }
  return sizes;
}

function hostSizes() {
  const hosts = Math.max(1, Math.round(urls / 2970));
  let whole = 0;
  for (let n = 1; n <= hosts; n++) whole += 1 / n;
  return Array.from({ length: hosts }, (_, i) => Math.max(1, Math.round(urls / whole / (i + 1))));
}

function imbalance(sizes, parts) {
  const loads = new Float64Array(parts);
  let whole = 0;
  for (const size of sizes) {
    loads[Math.floor(random() * parts)] += size;
    whole += size;
  }
  return largest(loads) / (whole / parts);
}

function largest(numbers) {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

function repeat(count, value) {
  return new Uint8Array(count).fill(value);
}

/** mulberry32: a simulation needs no better chance than that. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
