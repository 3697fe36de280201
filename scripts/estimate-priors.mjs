// Estimates what to believe of the hypotheses of each family before a site's data is seen, from many sites; writes the data of src/select/priors.ts.
//
//   node scripts/build.mjs && node scripts/estimate-priors.mjs ../shared/data --write
//   node scripts/estimate-priors.mjs ../shared/data --leave-out lab-cgit     # without one site, to judge on it
//   node scripts/estimate-priors.mjs ../shared/data --all                    # leaving each out in turn
//
// For every hypothesis that merges two forms or more: its witnesses for and against, as `select` counts them, where it has most of them.
// The model: a hypothesis is right or wrong; the share of wrong merges is drawn from one Beta distribution for the right ones and from another for the wrong ones,
// the same for all families; how many are right differs by family. That of the right ones differs by site, because pages that say a time or their own address make noise:
// it is one of a few, from quiet to noisy, and what is estimated is how many sites have each. All of it is chosen to make the observations most likely (EM for the shares, a grid for the
// distribution of the wrong ones). A site has the weight of ten hypotheses in a family at most; every family hears all families together with the weight of two hypotheses.
// What only one site shows of a family says more of that site: such a family stays without an estimate.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const SITES = {
  'lab-apachedocs': 'clusters-all.tsv.gz',
  'lab-cgit': 'clusters-all.tsv.gz',
  'lab-dokuwiki': 'clusters-all.tsv.gz',
  'lab-mediawiki': 'clusters-all.tsv.gz',
  'lab-usemod': 'clusters-all.tsv.gz',
  'mirror-goldrussian': 'records.tsv.gz',
  'mirror-pyside-bugzilla': 'records-text.tsv.gz',
  'mirror-shiftingpixel': 'records-text.tsv.gz',
  'crawl-minesparis': 'records.tsv.gz',
  'heritrix-dk-a': 'records.tsv.gz',
};
const SITE_WEIGHT = 10;
const SHARED_WEIGHT = 2;
/** The noises that a site may have: mean and strength of the right ones. All of them together are believed as much beforehand as two sites say. */
const MEANS = [0.003, 0.01, 0.03, 0.06];
const STRENGTHS = [15, 60];
const NOISE_WEIGHT = 2;
/** What is tried: a and b of the wrong ones. */
const WRONG_A = [0.3, 0.5, 0.7, 1];
const WRONG_B = [0.5, 0.7, 1, 1.5];
const STEPS = 15;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'leave-out': { type: 'string' },
    dist: { type: 'string', default: join(import.meta.dirname, '../dist') },
    observations: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [data] = positionals;
if (data === undefined || !existsSync(data)) {
  console.error('name the folder with the data: node scripts/estimate-priors.mjs ../shared/data');
  process.exit(2);
}
/** @param {string} name */
const load = (name) => import(pathToFileURL(resolve(values.dist, name, 'index.js')).href);
const { clusterRecords } = await load('clusters');
const { openInput, readRecords } = await load('records');
const { selectSite, tellsOfNoise } = await load('select');
const { sitesOf } = await load('learn');
const { sun } = await load('url');
const { LEARNER_PROPOSERS } = await load('pipeline');

/** @typedef {{ site: string, family: string, good: number, bad: number, tellsOfNoise: boolean, text: string }} Observation */
/** @typedef {{ a: number, b: number }} Beta */

/** @type {Observation[]} */
const observations = [];
for (const [site, file] of Object.entries(SITES)) observations.push(...(await observe(site, join(data, site, file))));
if (values.observations)
  console.log(observations.map((o) => `${o.site}\t${o.family}\t${o.good}\t${o.bad}\t${o.text}`).join('\n'));
else if (values.all) {
  const leaving = Object.fromEntries(
    Object.keys(SITES).map((site) => [site, estimate(observations.filter((o) => o.site !== site))]),
  );
  console.log(JSON.stringify({ none: estimate(observations), ...leaving }, null, 1));
} else if (values.write) write(estimate(observations));
else console.log(JSON.stringify(estimate(observations.filter((o) => o.site !== values['leave-out'])), null, 1));

/**
 * @param {string} site
 * @param {string} file
 * @returns {Promise<Observation[]>}
 */
async function observe(site, file) {
  const { clusters } = await clusterRecords(readRecords([openInput(file)], {}), {
    keep: ['giant', 'boilerplate', 'soft-404', 'assets'],
  });
  const found = new Map();
  for (const urls of sitesOf(clusters, sun)) {
    selectSite(urls, { maxRisk: 0.02, seenShare: 1, proposers: LEARNER_PROPOSERS }, (candidate, measured, reason) => {
      if (measured.gain < 2 || ['one-page', 'never-bare', 'rarely-meets', 'no-gain'].includes(reason)) return;
      const when = candidate.family === 'param-with' || candidate.family === 'cut' ? candidate.match.when : [];
      const key = JSON.stringify([candidate.ops, when, candidate.bodies, candidate.hosts]);
      const known = found.get(key);
      if (known !== undefined && known.good + known.bad >= measured.good + measured.bad) return;
      const { good, bad } = measured;
      found.set(key, {
        site,
        family: candidate.family,
        good,
        bad,
        tellsOfNoise: tellsOfNoise(candidate),
        text: JSON.stringify(candidate.bodies ?? candidate.ops),
      });
    });
  }
  return [...found.values()];
}

/** @param {readonly Observation[]} observed */
function estimate(observed) {
  const weights = weightsOf(observed);
  const noises = MEANS.flatMap((m) => STRENGTHS.map((s) => likelihoods(observed, { a: m * s, b: (1 - m) * s })));
  const wrongs = WRONG_A.flatMap((a) => WRONG_B.map((b) => likelihoods(observed, { a, b })));
  let best = { likelihood: Number.NEGATIVE_INFINITY, priors: { right: [], wrong: {}, shares: {} } };
  for (const wrong of wrongs) {
    const { shares, noise, likelihood } = sharesOf(
      observed,
      weights,
      noises.map(({ logs }) => logs),
      wrong.logs,
    );
    const right = noises
      .map(({ beta }, k) => ({ ...beta, weight: Number(noise[k].toFixed(3)) }))
      .filter(({ weight }) => weight > 0);
    if (likelihood > best.likelihood) best = { likelihood, priors: { right, wrong: wrong.beta, shares } };
  }
  const { priors } = best;
  const shown = Object.entries(priors.shares).filter(([family]) => sitesWith(observed, family) > 1);
  return { ...priors, shares: Object.fromEntries(shown) };
}

/**
 * @param {readonly Observation[]} observed
 * @param {string} wanted
 */
function sitesWith(observed, wanted) {
  return new Set(observed.filter(({ family }) => family === wanted).map(({ site }) => site)).size;
}

/**
 * @param {readonly Observation[]} observed
 * @param {Beta} beta
 */
function likelihoods(observed, { a, b }) {
  return {
    beta: { a: Number(a.toPrecision(3)), b: Number(b.toPrecision(4)) },
    logs: observed.map(({ good, bad }) => logBeta(a + bad, b + good) - logBeta(a, b)),
  };
}

/**
 * The share of right ones in each family, and of sites that have each noise, by EM.
 * @param {readonly Observation[]} observed
 * @param {readonly number[]} weights
 * @param {readonly (readonly number[])[]} rights by noise
 * @param {readonly number[]} wrong
 */
function sharesOf(observed, weights, rights, wrong) {
  /** @type {Record<string, number>} */
  let shares = {};
  for (const { family } of observed) shares[family] = 0.5;
  const sites = [...new Set(observed.map(({ site }) => site))];
  const numbers = observed.map(({ site }) => sites.indexOf(site));
  let noise = rights.map(() => 1 / rights.length);
  let likelihood = 0;
  for (let step = 0; step < STEPS; step++) {
    const logs = sites.map(() => noise.map((share) => Math.log(share)));
    for (const [i, { family, tellsOfNoise }] of observed.entries()) {
      if (!tellsOfNoise) continue;
      for (const [k, right] of rights.entries())
        logs[numbers[i]][k] +=
          weights[i] * logSum(Math.log(shares[family]) + right[i], Math.log1p(-shares[family]) + wrong[i]);
    }
    likelihood = 0;
    const ofSite = logs.map((own) => {
      const most = Math.max(...own);
      const each = own.map((log) => Math.exp(log - most));
      const all = each.reduce((sum, value) => sum + value, 0);
      likelihood += most + Math.log(all);
      return each.map((value) => value / all);
    });
    const sums = new Map();
    let [all, allRight] = [0, 0];
    for (const [i, { family }] of observed.entries()) {
      let isRight = 0;
      for (const [k, right] of rights.entries()) {
        const odds = ((1 - shares[family]) / shares[family]) * Math.exp(wrong[i] - right[i]);
        isRight += ofSite[numbers[i]][k] / (1 + odds);
      }
      const sum = sums.get(family) ?? { right: 0, all: 0 };
      sum.right += weights[i] * isRight;
      sum.all += weights[i];
      sums.set(family, sum);
      all += weights[i];
      allRight += weights[i] * isRight;
    }
    const shared = SHARED_WEIGHT * (allRight / all);
    shares = Object.fromEntries(
      [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([f, s]) => [f, (s.right + shared) / (s.all + SHARED_WEIGHT)]),
    );
    noise = noise.map(
      (_, k) =>
        (ofSite.reduce((sum, own) => sum + own[k], 0) + NOISE_WEIGHT / noise.length) / (sites.length + NOISE_WEIGHT),
    );
  }
  return {
    likelihood,
    noise,
    shares: Object.fromEntries(Object.entries(shares).map(([f, share]) => [f, Number(share.toFixed(3))])),
  };
}

/** @param {readonly Observation[]} observed */
function weightsOf(observed) {
  const sizes = new Map();
  for (const { site, family } of observed) {
    const key = `${site} ${family}`;
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return observed.map(({ site, family }) => Math.min(1, SITE_WEIGHT / sizes.get(`${site} ${family}`)));
}

/**
 * Puts the numbers into the source; the formatter does the rest.
 * @param {object} priors
 */
function write(priors) {
  const file = join(import.meta.dirname, '../src/select/priors.ts');
  const source = readFileSync(file, 'utf8');
  const start = source.indexOf('export const PRIORS');
  writeFileSync(file, `${source.slice(0, start)}export const PRIORS: Priors = ${JSON.stringify(priors, null, 2)};\n`);
}

/**
 * The logarithm of a sum, from those of its parts.
 * @param {number} a
 * @param {number} b
 */
function logSum(a, b) {
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
}

/** @param {number} a @param {number} b */
function logBeta(a, b) {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** @param {number} x */
function logGamma(x) {
  let shift = 0;
  while (x < 12) shift -= Math.log(x++);
  const inverse = 1 / (x * x);
  return (
    shift +
    (x - 0.5) * Math.log(x) -
    x +
    Math.log(2 * Math.PI) / 2 +
    (1 / 12 - inverse * (1 / 360 - inverse / 1260)) / x
  );
}
