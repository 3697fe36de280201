/** The worked examples of the specification on replicas. */
import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../../test/support/vectors.ts';
import { bestCut, binaryEntropy } from './classify/best-cut.ts';
import { CountTable, NEGATIVE, POSITIVE } from './classify/count-table.ts';
import { type CutTrial, findCuts, intervalOf } from './classify/discretize.ts';
import { runEm } from './classify/em.ts';
import { Likelihood } from './classify/likelihood.ts';
import { paretoRanking } from './classify/pareto.ts';
import { compareSites, pathWeights } from './compare-sites.ts';
import { belongingOf } from './extended/belonging.ts';
import { addressGroups } from './features/addresses.ts';
import { hostLabels } from './features/label-match.ts';
import { nameDistance } from './features/name-distance.ts';
import { areaUnderCurve, detectionRate, unionReduction } from './metrics.ts';
import { PairSet } from './pair-set.ts';
import { type SiteTable, SiteTableBuilder } from './site-table.ts';

const FEATURES = ['fullpath', 'ip3', 'ip4', 'ndist', 'nmatch'];

/** Texts of features as numbers. */
function numbered(texts: readonly string[]): (text: string) => number {
  const known = [...new Set(texts)];
  return (text) => known.indexOf(text);
}

describe('the classifier', () => {
  it.each(vectorsOf('replica.project+score'))('$id', ({ input, expected }) => {
    const { train, x, minSupport } = input;
    const number = numbered(
      [...train, x].flatMap((row: Record<string, string>) => FEATURES.map((f) => `${f} ${row[f]}`)),
    );
    const items = (row: Record<string, string>) => FEATURES.map((f) => number(`${f} ${row[f]}`));
    const table = new CountTable(FEATURES.length);
    for (const y of train) table.add(table.kindOf(items(y)), y.label === '+' ? POSITIVE : NEGATIVE);
    const kind = table.kindOf(items(x));
    for (const [label, sign] of [
      [POSITIVE, '+'],
      [NEGATIVE, '-'],
    ] as const) {
      const rules: { antecedent: string[]; sigma: number; sigmaL: number }[] = [];
      for (let mask = 1; mask < table.masks; mask++) {
        const sigmaL = table.count(kind, mask, label);
        if (sigmaL < minSupport) continue;
        const sigma = table.count(kind, mask, POSITIVE) + table.count(kind, mask, NEGATIVE);
        rules.push({ antecedent: FEATURES.filter((_, f) => mask & (1 << f)), sigma, sigmaL });
      }
      const wanted = expected.rules[sign].map(({ antecedent, sigma, sigmaL }: (typeof rules)[number]) => ({
        antecedent: [...antecedent].sort(),
        sigma,
        sigmaL,
      }));
      expect(rules).toHaveLength(wanted.length);
      expect(rules).toEqual(expect.arrayContaining(wanted));
    }
    const alpha = new Likelihood(table, minSupport).alphaOf(kind);
    expect(alpha).toBeCloseTo(expected.alphaNeg, 9);
    const { negative, positive } = new Likelihood(table, minSupport).view(kind);
    const projected = (expected.projected as Record<string, string>[]).map((row) =>
      FEATURES.reduce((mask, f, i) => (row[f] === undefined ? mask : mask | (1 << i)), 0),
    );
    for (let mask = 0; mask < table.masks; mask++) {
      expect(negative[mask]! + positive[mask]!).toBe(projected.filter((one) => one === mask).length);
    }
  });

  it.each(vectorsOf('replica.bestCut'))('$id', ({ input, expected }) => {
    const list = input.list as [number, string][];
    const column = (sign: string) => Float64Array.from(list, ([, label]) => (label === sign ? 1 : 0));
    const cut = bestCut(
      Float64Array.from(list, ([alpha]) => alpha),
      column('-'),
      column('+'),
      input.mode,
    );
    expect(cut?.alpha).toBeCloseTo(expected.alphaMin, 9);
    expect(cut?.entropy).toBeCloseTo(expected.entropyCut, 9);
    if (expected.entropyO === undefined) return;
    const positives = list.filter(([, label]) => label === '+').length;
    expect(binaryEntropy(list.length - positives, positives)).toBeCloseTo(expected.entropyO, 9);
  });

  it.each(vectorsOf('replica.mdl'))('$id', ({ input, expected }) => {
    const rows = input.values as [number, string][];
    const trace: CutTrial[] = [];
    const values = Float64Array.from(rows, ([value]) => value);
    expect(
      findCuts(
        values,
        Uint8Array.from(rows, ([, label]) => (label === '+' ? 1 : 0)),
        trace,
      ),
    ).toEqual(expected.cuts);
    expect(trace).toEqual(
      (expected.trace as CutTrial[]).map((trial) => ({
        ...trial,
        gain: expect.closeTo(trial.gain, 9) as number,
        threshold: expect.closeTo(trial.threshold, 9) as number,
      })),
    );
  });

  it('puts a value that equals a cut to its left', () => {
    expect([1, 2, 2.5, 4, 5].map((value) => intervalOf(value, [2, 4]))).toEqual([0, 0, 1, 1, 2]);
  });

  it.each(vectorsOf('replica.em'))('$id', ({ input, expected }) => {
    const data = input.data as { features: Record<string, string>; label: string | null }[];
    const names = Object.keys(data[0]!.features);
    const items = Int32Array.from(data.flatMap(({ features }) => names.map((name) => Number(features[name]))));
    const isKnown = Uint8Array.from(data, ({ label }) => (label === null ? 0 : 1));
    const { labels, moves, passes } = runEm({ mode: input.mode, features: names.length, items, isKnown });
    expect(Array.from(labels, (label) => (label === POSITIVE ? '+' : '-'))).toEqual(expected.labels);
    expect(moves).toEqual(expected.transitions);
    expect(passes).toBe(expected.passes);
  });

  it.each(vectorsOf('replica.pareto'))('$id', ({ input, expected }) => {
    const names = Object.keys(input.points);
    const points = Object.values(input.points) as [number, number][];
    const { front, dominated, order } = paretoRanking(
      Float64Array.from(points, ([first]) => first),
      Float64Array.from(points, ([, second]) => second),
    );
    expect(expected.fronts.map((_: unknown, f: number) => names.filter((_, i) => front[i] === f))).toEqual(
      expected.fronts,
    );
    expect(Object.fromEntries(names.map((name, i) => [name, dominated[i]]))).toEqual(expected.dom);
    expect(Array.from(order, (i) => names[i])).toEqual(expected.ranking);
  });
});

describe('features', () => {
  it.each(vectorsOf('replica.ndist'))('$id', ({ input, expected }) => {
    expect(nameDistance(input.a, input.b)).toBe(expected.ndist);
    expect(nameDistance(input.b, input.a)).toBe(expected.ndist);
  });

  it.each(vectorsOf('replica.nmatch'))('$id', ({ input, expected }) => {
    const { df, match } = hostLabels(input.hosts);
    expect(Object.fromEntries(df)).toEqual(expected.df);
    const found = (input.pairs as [number, number][]).map(([a, b]) => match(a, b));
    expect(found).toEqual(expected.nmatch.map((value: number) => expect.closeTo(value, 9)));
  });

  it.each(vectorsOf('replica.ip'))('$id', ({ input, expected }) => {
    const names = Object.keys(input.ips);
    const groups = addressGroups(Object.values(input.ips));
    for (const feature of ['ip4', 'ip3'] as const) {
      for (const [pair, value] of Object.entries(expected[feature])) {
        const [a, b] = [names.indexOf(pair[0]!), names.indexOf(pair[1]!)];
        expect(groups[feature](a, b)).toBeCloseTo(value as number, 9);
      }
    }
  });

  /** Sites with pages: path and signature; equal signatures are one cluster. */
  function tableOf(sites: Readonly<Record<string, readonly (readonly [string, string])[]>>): SiteTable {
    const builder = new SiteTableBuilder();
    const signatures = [...new Set(Object.values(sites).flatMap((pages) => pages.map(([, signature]) => signature)))];
    for (const [cluster, wanted] of signatures.entries()) {
      for (const [host, pages] of Object.entries(sites)) {
        for (const [path, signature] of pages)
          if (signature === wanted) builder.addRow(`http://${host}${path}`, cluster, cluster);
      }
    }
    return builder.finish();
  }

  function comparePairs(table: SiteTable, names: readonly string[]) {
    const pairs = new PairSet();
    for (const name of names)
      pairs.add(table.hosts.indexOf(name[0]!.toLowerCase()), table.hosts.indexOf(name[1]!.toLowerCase()), 0);
    return compareSites(table, pairs.list(), belongingOf(table));
  }

  it.each(vectorsOf('replica.fullpath'))('$id', ({ input, expected }) => {
    const sites = Object.entries(input.paths as Record<string, string[]>).map(
      ([host, paths]) => [host, paths.map((path) => [path, `${host}${path}`] as const)] as const,
    );
    const table = tableOf(Object.fromEntries(sites));
    const weights = pathWeights(table);
    for (const [path, weight] of Object.entries(expected.weights)) {
      expect(weights[table.findTerm(path)]).toBeCloseTo(weight as number, 9);
    }
    const names = ['AB', 'AC'];
    const { fullpath } = comparePairs(table, names);
    for (const [i, name] of names.entries()) expect(fullpath[i]).toBeCloseTo(expected[name], 9);
  });

  it.each(vectorsOf('replica.normpaths'))('$id', ({ input, expected }) => {
    const names = Object.keys(expected).sort();
    const { normPaths } = comparePairs(tableOf(input.pages), names);
    for (const [i, name] of names.entries()) expect(normPaths[i]).toBeCloseTo(expected[name], 9);
  });
});

describe('metrics', () => {
  it.each(vectorsOf('metrics.auc'))('$id', ({ input, expected }) => {
    const scored = (input.scored as [number, number][]).map(([score, label]) => ({ score, isReplica: label === 1 }));
    expect(areaUnderCurve(scored)).toBeCloseTo(expected.auc, 12);
  });

  it.each(vectorsOf('metrics.rdr'))('$id', ({ input, expected }) => {
    expect(detectionRate(input.positions)).toBeCloseTo(expected.rdr, 12);
  });

  it.each(vectorsOf('metrics.rrUnion'))('$id', ({ input, expected, tolerance }) => {
    const found = (input.cases as [number, number, number][]).map(([intra, inter, both]) =>
      unionReduction(input.total, intra, inter, both),
    );
    for (const [i, value] of found.entries()) expect(Math.abs(value! - expected.rr[i])).toBeLessThanOrEqual(tolerance!);
  });
});
