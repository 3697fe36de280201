// What host names alone say of replicas, on lists of hosts that people or redirects declare the same: node bench/replica-names.mjs ../shared/data
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

const dist = pathToFileURL(`${resolve(process.env.DUSTPAN_DIST ?? 'dist')}/`);
const { plainName } = await import(new URL('replicas/distant.js', dist));
const { hostLabels } = await import(new URL('replicas/features/label-match.js', dist));
const { nameDistance } = await import(new URL('replicas/features/name-distance.js', dist));
const { areaUnderCurve } = await import(new URL('replicas/metrics.js', dist));
const { createRandom } = await import(new URL('base/index.js', dist));

const data = process.argv[2] ?? '../shared/data';
/** Pairs of other groups, for each pair of one group. */
const OTHERS = 10;
const MOST_PAIRS = 20_000;

const SETS = {
  'gsa-redirects': ['sites.tsv.gz', ([, host, final]) => [[final], [host]]],
  'govuk-aliases': [
    'sites.tsv.gz',
    ([host, aliases]) => [[host], [host, ...(aliases === '-' ? [] : aliases.split(','))]],
  ],
  'mirror-list-debian': ['mirrors.tsv.gz', ([tree, host]) => [[tree], [host]]],
};

for (const [name, [file, read]] of Object.entries(SETS)) {
  const path = `${data}/${name}/${file}`;
  if (!existsSync(path)) {
    console.log(`${name}: not there`);
    continue;
  }
  const groups = new Map();
  for (const line of gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n').slice(1)) {
    const [[group], hosts] = read(line.split('\t'));
    if (group === '-' || group === '') continue;
    const known = groups.get(group) ?? new Set();
    groups.set(group, known);
    for (const host of hosts) known.add(host.toLowerCase());
  }
  console.log(JSON.stringify({ name, ...measure([...groups.values()].map((hosts) => [...hosts].sort())) }));
}

function measure(groups) {
  const hosts = [...new Set(groups.flat())].sort();
  const number = new Map(hosts.map((host, h) => [host, h]));
  const together = new Set();
  for (const group of groups) {
    for (let i = 0; i < group.length; i++) {
      for (let j = i + 1; j < group.length; j++) together.add(key(number.get(group[i]), number.get(group[j])));
    }
  }
  // All pairs that are obvious by name, found by their plain names.
  const plain = groupBy(hosts, plainName);
  let [obvious, right] = [0, 0];
  for (const alike of plain.values()) {
    for (let i = 0; i < alike.length; i++) {
      for (let j = i + 1; j < alike.length; j++) {
        obvious++;
        if (together.has(key(number.get(alike[i]), number.get(alike[j])))) right++;
      }
    }
  }
  const random = createRandom(1);
  const all = [...together];
  const positives =
    all.length <= MOST_PAIRS ? all : Array.from({ length: MOST_PAIRS }, () => all[random.below(all.length)]);
  const negatives = [];
  while (negatives.length < positives.length * OTHERS) {
    const pair = key(random.below(hosts.length), random.below(hosts.length));
    const [a, b] = pair.split(' ').map(Number);
    if (a !== b && !together.has(pair)) negatives.push(pair);
  }
  const labels = hostLabels(hosts);
  const auc = (score) => {
    const scored = (pairs, isReplica) =>
      pairs.map((pair) => ({ score: score(...pair.split(' ').map(Number)), isReplica }));
    return Number(areaUnderCurve([...scored(positives, true), ...scored(negatives, false)])?.toFixed(4));
  };
  return {
    hosts: hosts.length,
    pairs: all.length,
    obvious,
    obviousRight: right,
    obviousPrecision: right / obvious,
    obviousRecall: right / all.length,
    aucNmatch: auc(labels.match),
    aucNdist: auc((a, b) => -nameDistance(hosts[a], hosts[b])),
  };
}

function key(a, b) {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}

function groupBy(items, name) {
  const found = new Map();
  for (const item of items) found.set(name(item), [...(found.get(name(item)) ?? []), item]);
  return found;
}
