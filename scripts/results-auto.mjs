// Measures what `auto` does on a set that had no part in what it believes: priors of the other sets, learning curve, what stays, and rules for hosts never seen.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const PARTS = 3;
const SHARES = [0.05, 0.1, 0.3];
const KINDS = 8;
const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };

/** @typedef {{ id: string, urls: readonly string[], wide?: readonly string[] }} Cluster */

/**
 * The parts of the product that are measured.
 * @param {string} dist
 */
export async function loadProduct(dist) {
  /** @param {string} name */
  const load = (name) => import(pathToFileURL(resolve(dist, name, 'index.js')).href);
  const names = ['clusters', 'records', 'select', 'pipeline', 'evaluate', 'normalize', 'learn', 'url'];
  return Object.assign({}, ...(await Promise.all(names.map(load))));
}

/**
 * @param {any} product
 * @param {string} file
 * @returns {Promise<Cluster[]>}
 */
export async function readClusters(product, file) {
  const { clusterRecords, openInput, readRecords } = product;
  // The filters that `compare` has, so that figures stand beside those of other methods.
  return (await clusterRecords(readRecords([openInput(file)], {}), {})).clusters;
}

/**
 * Figures of one set. `priors` come from the other sets.
 * @param {any} product
 * @param {string} file
 * @param {object} priors
 * @param {{ coverageEach: number[], rules: number } | null} dustlin
 */
export async function measureAuto(product, file, priors, dustlin) {
  const clusters = await readClusters(product, file);
  const sketches = await readSketches(product, file);
  const started = process.cpuUsage();
  const whole = onParts(product, clusters, { share: 1, told: 1 }, priors, sketches, dustlin?.coverageEach);
  const { user, system } = process.cpuUsage(started);
  const curve = SHARES.map((share) => onParts(product, clusters, { share, told: 1 }, priors, sketches));
  const told = SHARES.map((share) => onParts(product, clusters, { share, told: share }, priors, sketches));
  const all = product.selectTogether(clusters, optionsOf(product, priors));
  const rest = all.unexplained.reduce((sum, { duplicates }) => sum + duplicates, 0);
  return {
    duplicates: clusters.reduce((sum, { urls }) => sum + urls.length - 1, 0),
    cpuSeconds: Number(((user + system) / 1e6).toFixed(1)),
    curve: [...curve, whole],
    told: [...told, whole],
    dustlinRules: dustlin?.rules ?? null,
    rest,
    perhapsLearnable: all.perhapsLearnable,
    unexplained: all.unexplained
      .slice(0, KINDS)
      .map(({ difference, duplicates, pages }) => ({ difference, duplicates, pages })),
  };
}

/**
 * Learning from a share of all but each part, judged on the part; `told` is what auto is told of the share.
 * With coverages to match it counts the rules that are needed for them.
 */
function onParts(product, clusters, { share, told }, priors, sketches, matched = []) {
  const parts = Array.from({ length: PARTS }, (_, i) => {
    const fold = { part: i + 1, of: PARTS };
    const train = product.takeFold(clusters, fold, 'outside').filter((cluster) => isTaken(cluster, share));
    const { rules } = product.selectTogether(train, { ...optionsOf(product, priors), seenShare: told });
    const set = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };
    const test = product.takeFold(clusters, fold, 'inside');
    const figures = product.evaluateRules(set, test);
    return {
      ...figures,
      rules: rules.length,
      nearPairs: countNear(product, set, test, sketches),
      needed: neededFor(product, rules, test, matched[i]),
    };
  });
  const mean = (value) => rounded(parts.reduce((sum, part) => sum + value(part), 0) / PARTS);
  const sum = (value) => parts.reduce((total, part) => total + value(part), 0);
  return {
    share,
    coverage: mean(({ coverage }) => coverage ?? 0),
    precision: mean(({ normalizationPrecision }) => normalizationPrecision ?? 1),
    precisionNear: mean(({ pairs, falsePairs, nearPairs }) =>
      pairs > nearPairs ? 1 - (falsePairs - nearPairs) / (pairs - nearPairs) : 1,
    ),
    falsePairs: sum(({ falsePairs }) => falsePairs),
    nearPairs: sum(({ nearPairs }) => nearPairs),
    pages: sum(({ pages }) => pages),
    pagesLost: sum(({ pagesLost }) => pagesLost),
    rules: mean(({ rules }) => rules),
    rulesAsDustlin: parts.some(({ needed }) => needed === null) ? null : mean(({ needed }) => needed),
  };
}

/** The fewest rules, those that join most first, that together cover as much; null if there is nothing to match, or all do not. */
function neededFor({ evaluateRules }, rules, test, coverage) {
  if (!coverage) return coverage === 0 ? 0 : null;
  const ranked = [...rules].sort((a, b) => b.evidence.met - a.evidence.met);
  for (let n = 0; n <= ranked.length; n++) {
    const taken = new Set(ranked.slice(0, n));
    const set = {
      dustpan: 1,
      apply: 'fixpoint',
      sun: true,
      options: {},
      rules: rules.filter((rule) => taken.has(rule)),
    };
    // Coverages are kept with six digits.
    if (rounded(evaluateRules(set, test).coverage ?? 0) >= coverage) return n;
  }
  return null;
}

function optionsOf({ LEARNER_PROPOSERS }, priors) {
  return { ...OPTIONS, priors, proposers: LEARNER_PROPOSERS };
}

/** What may be one page is taken or left together. */
function isTaken({ id, wide }, share) {
  if (share >= 1) return true;
  let hash = 2166136261;
  for (const char of wide?.[0] ?? id) hash = Math.imul(hash ^ char.codePointAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32 < share;
}

/** Sketches by URL, from the records that the clusters were made of; empty where there are none. */
async function readSketches({ openInput, readRecords }, file) {
  const folder = dirname(file);
  const beside = ['crawl.tsv.gz', 'replay.tsv.gz'].map((name) => join(folder, name)).filter(existsSync);
  const sketches = new Map();
  for (const source of beside.length > 0 ? beside : [file]) {
    for await (const batch of readRecords([openInput(source)], {})) {
      for (const { url, sketch } of batch) if (sketch && !sketches.has(url)) sketches.set(url, sketch.split('.'));
    }
  }
  return sketches;
}

/** Pairs of certainly different pages with one key whose sketches agree in two of four values or more: nearly the same text. */
function countNear({ compileRules, joinEquivalent, labelUrls }, set, clusters, sketches) {
  if (sketches.size === 0) return 0;
  const normalizer = compileRules(set);
  const labels = labelUrls(clusters);
  const roots = joinEquivalent(labels);
  const forms = new Map();
  for (const [u, url] of labels.urls.entries()) {
    const key = normalizer.key(url);
    const member = { wide: roots[labels.wide[u]], sketch: sketches.get(url) };
    forms.set(key, [...(forms.get(key) ?? []), member]);
  }
  let near = 0;
  for (const members of forms.values()) {
    if (new Set(members.map(({ wide }) => wide)).size < 2) continue;
    for (const [i, a] of members.entries()) {
      for (const b of members.slice(i + 1)) {
        if (a.wide === b.wide || a.sketch?.length !== 4 || b.sketch?.length !== 4) continue;
        if (a.sketch.filter((value, k) => value === b.sketch[k]).length >= 2) near++;
      }
    }
  }
  return near;
}

/**
 * Hosts never seen: rules that the other sets make universal, on each set in turn.
 * @param {any} product
 * @param {{ set: string, file: string, priors: object }[]} inputs
 */
export async function measureUniversal(product, inputs) {
  const { sitesOf, selectTogether, sun, hostOf, lift, everywhere, evaluateRules } = product;
  const sets = [];
  for (const { set, file, priors } of inputs) {
    const clusters = await readClusters(product, file);
    sets.push({
      set,
      clusters,
      sites: sitesOf(clusters, sun),
      rules: selectTogether(clusters, optionsOf(product, priors)).rules,
    });
  }
  return sets.map(({ set, clusters }) => {
    const others = sets.filter((other) => other.set !== set);
    const sites = others.flatMap((other) => other.sites);
    const hostsOf = sites.map((site) => new Set(site.texts.map((text) => hostOf(text))));
    const chosen = others.flatMap(({ rules }) =>
      rules.flatMap((rule) =>
        hostsOf.flatMap((hosts, site) =>
          rule.scope.hosts !== '*' && rule.scope.hosts.some((host) => hosts.has(host))
            ? [{ rule, family: rule.evidence.family, site }]
            : [],
        ),
      ),
    );
    const { ids } = lift(chosen, () => sites);
    const lifted = [...new Map(chosen.map(({ rule }) => [rule.id, rule])).values()]
      .filter(({ id }) => ids.has(id))
      .map(everywhere);
    const figures = evaluateRules({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: lifted }, clusters);
    const alone = evaluateRules({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: [] }, clusters);
    return {
      set,
      rules: lifted.length,
      coverage: rounded(figures.coverage ?? 0),
      coverageSun: rounded(alone.coverage ?? 0),
      precision: figures.normalizationPrecision === null ? null : rounded(figures.normalizationPrecision),
      pages: figures.pages,
      pagesLost: figures.pagesLost,
    };
  });
}

/** @param {number} value */
function rounded(value) {
  return Number(value.toFixed(6));
}
