// The search for replicas at scale, step by step: node bench/replicas.mjs sites.tsv host_ip.tsv (see generate-replicas.mjs); times are processor seconds
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = pathToFileURL(`${resolve(process.env.DUSTPAN_DIST ?? 'dist')}/`);
const { readRecords } = await import(new URL('records/index.js', dist));
const { completeReplicaOptions, scorePairs, extendedOf } = await import(new URL('replicas/index.js', dist));
const { readSites } = await import(new URL('pipeline/replicas-read.js', dist));
const { paretoRanking } = await import(new URL('replicas/classify/pareto.js', dist));
const { prepareSites } = await import(new URL('pipeline/replicas.js', dist));

/** CAR, section 4.3: examples of both trainings (1.6 million candidates and the labeled ones) and their seconds. */
const PAPER = { PU: { examples: 1_650_000, seconds: 112.26 }, NU: { examples: 2_400_000, seconds: 131.11 } };

/** For clustering; the sites are beside it. */
const MEMORY = 2.5 * 1024 ** 3;

const [records, ips] = process.argv.slice(2);
const addresses = ips
  ? readFileSync(ips, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
  : [];
const steps = {};
const options = completeReplicaOptions({});
const read = await timed('read and cluster', () => readSites(readRecords([records]), addresses, { memory: MEMORY }));
const data = await timed('candidates and features', () => prepareSites(read, options, true));
const all = Int32Array.from({ length: data.pairs.size }, (_, pair) => pair);
const extended = await timed('extended', () => extendedOf(data));
const pu = await timed('PU', () => scorePairs(data, 'pu', options, all, all));
const nu = await timed('NU', () => scorePairs(data, 'nu', options, all, all));
await timed('aggregation', () => paretoRanking(pu.scores, nu.scores));
const speed = Object.fromEntries(
  [...pu.trainings, ...nu.trainings].map(({ mode, examples, moves, passes, evaluations }) => {
    const rate = examples / steps[mode];
    const paper = PAPER[mode].examples / PAPER[mode].seconds;
    return [
      mode,
      { examples, moves, passes, evaluations, examplesPerSecond: Math.round(rate), ratioToPaper: rate / paper },
    ];
  }),
);
console.log(
  JSON.stringify(
    {
      urls: read.file.urls,
      hosts: data.table.hosts.length,
      clusters: data.table.clusters,
      candidates: data.candidates,
      negatives: data.negativeCount,
      obvious: data.obvious,
      sampled: data.sampled,
      takenForReplicas: extended.scores.reduce((sum, score) => sum + (score >= 0.5 ? 1 : 0), 0),
      cpuSeconds: steps,
      peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
      em: speed,
    },
    null,
    2,
  ),
);

async function timed(name, work) {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  steps[name] = (user + system) / 1e6;
  return result;
}
