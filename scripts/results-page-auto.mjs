// The part of docs/results.md about `auto` with what other sets make it believe.
import { count, grouped, percent } from './results-text.mjs';

/** Thresholds of the run that other methods are taken from: their better one on small sets. */
const RUN = 1;
const NORMALIZERS = ['sun', 'normalize-url', 'normalize-url (strongest)'];

/**
 * @param {any[]} auto
 * @param {any[]} results
 */
export function autoSection(auto, results) {
  const sets = auto.filter(({ kind }) => kind === 'auto');
  if (sets.length === 0) return [];
  const universal = auto.find(({ kind }) => kind === 'universal');
  return [
    '## auto, leaving each set out',
    '',
    'What `auto` believes of a kind of rule before it sees a site is estimated from other sites. Here each set is measured with what the *other* sets make it believe, on the same three parts. **Near-text apart** leaves out wrong pairs whose texts are nearly the same (sketches that agree in two of four values or more, where the data has sketches): mostly pages that print their own address. Other methods stand beside it with the low thresholds, their better ones here; the best other learner is that with the largest coverage, whatever its precision.',
    '',
    '| set | coverage | precision | near-text apart | pages lost | rules | DustLin | best other learner | normalize-url | strongest | SUN |',
    '|---|--:|--:|--:|--:|--:|--:|---|--:|--:|--:|',
    ...sets.map((one) => `| ${rowOf(one, results).join(' | ')} |`),
    `| ${meanRow(sets).join(' | ')} |`,
    '',
    '### Rules for the same duplicates',
    '',
    'How many rules of `auto`, those that join most first, remove as many duplicates of the held-out part as all rules of DustLin do (low thresholds), as means over the three parts; a dash where DustLin finds nothing or was not measured before.',
    '',
    '| set | DustLin: coverage | rules | auto: rules for as much | rules in all |',
    '|---|--:|--:|--:|--:|',
    ...sets.map((one) => `| ${sameDuplicates(one, results).join(' | ')} |`),
    '',
    '### What stays',
    '',
    'Learned from all pages of a set: the duplicates that stay, by what differs between neighbors in the order of their texts. **Ceiling** is an estimate of what rules could remove at all: what is removed, and those of the rest whose difference three pages or more show and that is not simply another path.',
    '',
    '| set | duplicates | stay | ceiling | commonest differences |',
    '|---|--:|--:|--:|---|',
    ...sets.map(restLine),
    '',
    '### With fewer pages',
    '',
    'Learned from a share of the training pages: coverage, and in brackets the precision, with near-text pairs apart after the stroke. In the first table `auto` is not told (`--seen-share` stays 1), in the second it is told the share.',
    '',
    ...curveTable(sets, 'curve'),
    ...curveTable(sets, 'told'),
    ...universalLines(universal),
  ];
}

function sameDuplicates({ set, curve, dustlinRules }, results) {
  const row = lowRows(set, results).find(({ method }) => method === 'dustlin');
  const { rules, rulesAsDustlin } = curve.at(-1);
  const isNothing = !row?.mean.coverage || dustlinRules === null;
  return [
    set,
    row ? percent(row.mean.coverage, 1) : '–',
    count(dustlinRules),
    isNothing ? '–' : rulesAsDustlin === null ? 'not reached on every part' : count(rulesAsDustlin),
    count(rules),
  ];
}

function curveTable(sets, name) {
  const [first] = sets;
  return [
    `| set | ${first[name].map(({ share }) => percent(share, 0)).join(' | ')} |`,
    `|---|${first[name].map(() => '--:').join('|')}|`,
    ...sets.map((one) => `| ${one.set} | ${one[name].map(curveCell).join(' | ')} |`),
    `| mean | ${first[name].map((_, i) => curveCell(meanOf(sets.map((one) => one[name][i])))).join(' | ')} |`,
    '',
  ];
}

/** Rows of the other methods on a set, without wrong pairs allowed. */
function lowRows(set, results) {
  return results.find((one) => one.set === set)?.runs[RUN].rows.filter(({ maxFpr }) => !maxFpr) ?? [];
}

function rowOf({ set, curve }, results) {
  const whole = curve.at(-1);
  const rows = lowRows(set, results);
  const cell = (row) => (row ? coverageCell(row.mean.coverage, row.mean.normalizationPrecision) : '–');
  const learners = rows.filter(({ method, kind }) => kind === 'learner' && method !== 'auto' && method !== 'dustlin');
  const best = learners.reduce((top, row) => ((row.mean.coverage ?? 0) > (top?.mean.coverage ?? 0) ? row : top), null);
  const named = (name) => cell(rows.find(({ method }) => method === name));
  return [
    set,
    percent(whole.coverage, 1),
    percent(whole.precision, 2),
    percent(whole.precisionNear, 2),
    `${whole.pagesLost} of ${grouped(whole.pages)}`,
    count(whole.rules),
    named('dustlin'),
    best ? `${best.method} ${cell(best)}` : '–',
    ...NORMALIZERS.slice(1).map(named),
    named('sun'),
  ];
}

function meanRow(sets) {
  const wholes = sets.map(({ curve }) => curve.at(-1));
  const mean = meanOf(wholes);
  const sum = (name) => wholes.reduce((total, one) => total + one[name], 0);
  return [
    'mean, sum',
    percent(mean.coverage, 1),
    percent(mean.precision, 2),
    percent(mean.precisionNear, 2),
    `${sum('pagesLost')} of ${grouped(sum('pages'))}`,
    count(sum('rules')),
    ...['', '', '', '', ''],
  ];
}

function meanOf(all) {
  const mean = (name) => all.reduce((sum, one) => sum + one[name], 0) / all.length;
  return { coverage: mean('coverage'), precision: mean('precision'), precisionNear: mean('precisionNear') };
}

/** What is joined rightly alone needs no precision beside it. */
function coverageCell(coverage, precision) {
  if (coverage === null) return '–';
  return precision === null || precision === 1
    ? percent(coverage, 1)
    : `${percent(coverage, 1)} (${percent(precision, 2)})`;
}

function curveCell({ coverage, precision, precisionNear }) {
  return precision === 1
    ? percent(coverage, 1)
    : `${percent(coverage, 1)} (${percent(precision, 2)} / ${percent(precisionNear, 2)})`;
}

function restLine({ set, duplicates, rest, perhapsLearnable, unexplained }) {
  const ceiling = (duplicates - rest + perhapsLearnable) / duplicates;
  const kinds = unexplained.slice(0, 4).map(({ difference, duplicates: n }) => `${difference} (${grouped(n)})`);
  return `| ${set} | ${grouped(duplicates)} | ${grouped(rest)} | ${percent(ceiling, 1)} | ${kinds.join('; ').replaceAll('|', '\\|')} |`;
}

function universalLines(universal) {
  if (!universal) return [];
  return [
    '### Hosts never seen',
    '',
    'Rules that five sites or more of the other sets took, and no site of them contradicts, become rules for every host. Here they meet a set that had no part in them.',
    '',
    '| set | rules | coverage | SUN alone | precision | pages lost |',
    '|---|--:|--:|--:|--:|--:|',
    ...universal.rows.map(
      ({ set, rules, coverage, coverageSun, precision, pages, pagesLost }) =>
        `| ${set} | ${rules} | ${percent(coverage, 1)} | ${percent(coverageSun, 1)} | ${percent(precision, 2)} | ${pagesLost} of ${grouped(pages)} |`,
    ),
    '',
  ];
}
