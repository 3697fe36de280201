/** Checks of comparing: rows are what learning and evaluating say, parts are held out, and chance and order change nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../base/index.ts';
import { arbShuffled } from '../clusters/arb-clusters.case.ts';
import { type Cluster, takeFold, thirdsOf } from '../clusters/index.ts';
import { evaluateRules, rulePrecision } from '../evaluate/index.ts';
import { findLearner } from '../learn/index.ts';
import { compareLearners } from './compare.ts';
import { FIGURES, meanOf } from './compare-figures.ts';
import { comparableLearners, parseSweep } from './compare-options.ts';
import { learnRules } from './learn.ts';

/** Pages under two host names and with a session id, a few large clusters, single pages, and two pages that differ in the case of their names only. */
const CLUSTERS: Cluster[] = [
  ...Array.from({ length: 60 }, (_, i): Cluster => {
    const extra = i % 20 === 0 ? Array.from({ length: 12 }, (_, s) => `http://x.org/page${i}?sid=${s}`) : [];
    return { id: `c${i}`, urls: [`http://x.org/page${i}`, `http://www.x.org/page${i}`, ...extra] };
  }),
  ...Array.from({ length: 20 }, (_, i): Cluster => ({ id: `s${i}`, urls: [`http://x.org/single/${i}`] })),
  { id: 'upper', urls: ['http://x.org/Case', 'http://X.org/Case'] },
  { id: 'lower', urls: ['http://x.org/case'] },
];
const LOW = { minFrequency: 3, minSupport: 3 };
const ONE = { ...LOW, learners: ['dustlin'] };

describe('compareLearners', () => {
  it('has the figures of learning without a part and judging on it, for each part, and their mean', () => {
    const { rows } = compareLearners(CLUSTERS, { ...ONE, folds: 4, maxFprs: [0, 0.1] });
    const learned = rows.filter(({ kind }) => kind === 'learner');
    expect(learned.map(({ method, maxFpr, swept }) => [method, maxFpr, swept])).toEqual([
      ['dustlin', 0, null],
      ['dustlin', 0.1, null],
    ]);
    for (const { maxFpr, folds, mean, pages, pagesLost } of learned) {
      expect(folds).toHaveLength(4);
      for (const [i, figures] of folds.entries()) {
        const fold = { part: i + 1, of: 4 };
        const { ruleSet, summary } = learnRules(CLUSTERS, { ...LOW, learner: 'dustlin', maxFpr: maxFpr!, fold });
        const evaluation = evaluateRules(ruleSet, CLUSTERS, { fold, candidates: summary.candidates });
        const { rejected } = summary;
        for (const name of FIGURES) {
          if (name === 'candidates') expect(figures.candidates).toBe(summary.candidates);
          else if (name === 'valid') expect(figures.valid).toBe(summary.accepted + rejected.inverse + rejected.covered);
          else if (name === 'dustBusterCoverage') expect(figures[name]).toBe(evaluation.dustBuster.coverage);
          else if (name === 'precisionWithoutSingles')
            expect(figures[name]).toBe(evaluation.withoutSingles.normalizationPrecision);
          else expect([name, figures[name]]).toEqual([name, evaluation[name]]);
        }
      }
      expect(mean.coverage).toBeGreaterThan(0.5);
      expect(mean.coverage).toBeCloseTo(
        folds.reduce((sum, { coverage }) => sum + coverage! / 4, 0),
        12,
      );
      expect(pages).toBe(folds.reduce((sum, fold) => sum + fold.pages!, 0));
      expect(pagesLost).toBe(folds.reduce((sum, fold) => sum + fold.pagesLost!, 0));
    }
    expect(learned[0]!.folds.reduce((sum, { urls }) => sum + urls!, 0)).toBe(178 + 1);
  });

  it('has rows for what people do without learning', () => {
    const drop = { name: 'host only', key: (url: string) => url.split('/')[2]! };
    const { rows } = compareLearners(CLUSTERS, { ...ONE, normalizers: [drop] });
    expect(rows.map(({ method, kind, maxFpr }) => [method, kind, maxFpr])).toEqual([
      ['sun', 'normalizer', null],
      ['sun+lee', 'normalizer', null],
      ['host only', 'normalizer', null],
      ['dustlin', 'learner', 0],
    ]);
    const [standard, lee, host] = rows;
    const duplicate = { dustpan: 1, apply: 'first', sun: true, options: {}, rules: [] } as const;
    for (const [i, figures] of standard!.folds.entries()) {
      const { forms, coverage } = evaluateRules(duplicate, CLUSTERS, { fold: { part: i + 1, of: 3 } });
      expect(figures).toMatchObject({ forms, coverage, rules: null, candidates: null });
    }
    expect([standard!.pagesLost, host!.pagesLost > 50]).toEqual([0, true]);
    expect(standard!.mean.normalizationPrecision).toBe(1);
    expect(lee!.mean.compressionRate).toBeGreaterThanOrEqual(standard!.mean.compressionRate!);
  });

  it('follows the protocol of the thesis: thirds in rotation, no more than K URLs of a cluster', () => {
    const { rows } = compareLearners(CLUSTERS, { ...ONE, split: 'thirds', sample: 4 });
    const { folds } = rows.find(({ kind }) => kind === 'learner')!;
    const sampled = CLUSTERS.reduce((sum, { urls }) => sum + Math.min(4, urls.length), 0);
    expect(folds.map(({ clusters }) => clusters)).toEqual([2, 0, 1].map((part) => thirdsOf(CLUSTERS, 1)[part]!.length));
    expect(folds.reduce((sum, { urls }) => sum + urls!, 0)).toBe(sampled);
    for (const { rules, coverage } of folds) {
      expect(rules).toBeGreaterThan(0);
      expect(coverage).toBeGreaterThan(0.3);
    }
  });

  it('gives the same for any order of the data', () => {
    const options = { ...LOW, maxFprs: [0, 0.2], learners: ['dustlin'] };
    const [cross, thirds] = (['cross', 'thirds'] as const).map((split) =>
      JSON.stringify(compareLearners(CLUSTERS, { ...options, split, sample: 5 })),
    );
    fc.assert(
      fc.property(arbShuffled(CLUSTERS), (shuffled) => {
        expect(JSON.stringify(compareLearners(shuffled, { ...options, split: 'cross', sample: 5 }))).toBe(cross);
        expect(JSON.stringify(compareLearners(shuffled, { ...options, split: 'thirds', sample: 5 }))).toBe(thirds);
      }),
      { seed: 1, numRuns: 5 },
    );
  });

  it('sweeps a threshold', () => {
    const { rows } = compareLearners(CLUSTERS, { ...ONE, sweep: parseSweep('min-frequency=1,3,1000') });
    const swept = rows.filter(({ kind }) => kind === 'learner');
    expect(swept.map(({ swept }) => swept)).toEqual([1, 3, 1000]);
    const [some, fewer, none] = swept.map(({ mean }) => mean.candidates!);
    expect(some).toBeGreaterThanOrEqual(fewer!);
    expect(fewer).toBeGreaterThan(0);
    expect(none).toBe(0);
    expect(swept[2]!.advice).toMatch(/^no rule reached --min-frequency 1000/);
    expect([swept[0]!.advice, swept[1]!.advice]).toEqual([null, null]);
  });

  it('has one row for auto, whatever the thresholds of the others', () => {
    const sweep = parseSweep('min-frequency=2,3');
    const { rows } = compareLearners(CLUSTERS, { ...LOW, learners: ['dustlin', 'auto'], maxFprs: [0, 0.1], sweep });
    expect(rows.filter(({ method }) => method === 'dustlin')).toHaveLength(4);
    const [row, ...more] = rows.filter(({ method }) => method === 'auto');
    expect(more).toEqual([]);
    expect(row).toMatchObject({ kind: 'learner', maxFpr: null, swept: null, advice: null });
    const fold = { part: 1, of: 3 };
    const { coverage } = evaluateRules(learnRules(CLUSTERS, { learner: 'auto', fold }).ruleSet, CLUSTERS, { fold });
    expect(row!.folds[0]!.coverage).toBe(coverage);
    expect(coverage).toBeGreaterThan(0.5);
  });

  it('times learning by the clock it is given, apart from the rows', () => {
    let now = 0;
    const clock = () => {
      now += 2;
      return now;
    };
    const timed = compareLearners(CLUSTERS, { ...ONE, clock });
    const { costs, ...rest } = compareLearners(CLUSTERS, ONE);
    expect(timed.costs.map(({ method, cpuSeconds, cpuSecondsEach }) => [method, cpuSeconds, cpuSecondsEach])).toEqual([
      ['sun', null, [null, null, null]],
      ['sun+lee', null, [null, null, null]],
      ['dustlin', 2, [2, 2, 2]],
    ]);
    expect(costs.every(({ cpuSeconds, peakBytes }) => cpuSeconds === null && peakBytes === null)).toBe(true);
    expect({ ...timed, costs: [] }).toEqual({ ...rest, costs: [] });
  });

  it('takes every learner unless told, and goes on when one finds nothing or there is nothing', () => {
    const { rows, data } = compareLearners([{ id: 'a', urls: ['http://x/1', 'http://x/2'] }]);
    expect(data).toEqual({ urls: 2, clusters: 1, plural: 1, duplicates: 1 });
    const learned = rows.filter(({ kind }) => kind === 'learner');
    expect(learned.map(({ method }) => method)).toEqual(comparableLearners());
    for (const { advice, mean } of learned) {
      expect(advice).toMatch(/nothing|no rule/);
      expect(mean).toMatchObject({ rules: 0, coverage: 0, normalizationPrecision: null });
    }
    expect(compareLearners([], ONE).rows.map(({ mean }) => mean.coverage)).toEqual([null, null, null]);
  });

  it.each([
    [{ learners: ['dustlin', 'none'] }, /no learner "none"; choose of .*dustlin/],
    [{ folds: 1 }, /folds must be a whole number of 2 or more/],
    [{ folds: 4, split: 'thirds' as const }, /folds must be 3 with the split "thirds"/],
    [{ maxFprs: [] }, /maxFprs/],
    [{ maxFprs: [2], learners: ['dustlin'] }, /maxFpr must be a number from 0 to 1/],
  ])('refuses %j', (options, message) => {
    expect(() => compareLearners(CLUSTERS, options)).toThrow(ConfigError);
    expect(() => compareLearners(CLUSTERS, options)).toThrow(message);
  });
});

describe('precision levels', () => {
  const options = { ...LOW, learners: ['koppula', 'dustlin'], folds: 2 };
  const { levels } = compareLearners(CLUSTERS, options);

  it('are the means of what the rules proposed without a part do on it', () => {
    expect(levels.map(({ method }) => method)).toEqual(['koppula', 'dustlin']);
    const { levels: found } = levels[1]!;
    const tables = [1, 2].map((part) => {
      const fold = { part, of: 2 };
      const { candidates } = findLearner('dustlin').propose({ clusters: takeFold(CLUSTERS, fold, 'outside') }, LOW);
      return rulePrecision(candidates, takeFold(CLUSTERS, fold, 'inside')).levels;
    });
    for (const [i, level] of found.entries()) {
      const [a, b] = tables.map((table) => table[i]!);
      expect(level).toMatchObject({ minPrecision: a!.minPrecision, minCoverage: a!.minCoverage });
      expect(level.rules).toBe((a!.rules + b!.rules) / 2);
      expect(level.reductionRatio).toBeCloseTo((a!.reductionRatio! + b!.reductionRatio!) / 2, 12);
    }
    expect(found.some(({ rules }) => rules > 0)).toBe(true);
    // Both parts propose one rule or more, and the first of each is right.
    expect(levels[1]!.precisionAt[0]).toEqual({ k: 1, parts: 2, precision: 1 });
    expect(levels[1]!.precisionAt.every(({ k }) => k <= 5)).toBe(true);
  });

  it('have what was published of the same method, precision and coverage', () => {
    const at = (method: number) =>
      levels[method]!.levels.map((level) => level.published.map(({ collection, rules }) => `${collection}: ${rules}`));
    expect(at(0)[3]).toEqual(['356 hosts: 1707', '1 M hosts: 810611']);
    expect(at(0).map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0]);
    expect(at(1).flat()).toEqual([]);
  });

  it('are not worked out with a sweep, and follow the thirds', () => {
    expect(compareLearners(CLUSTERS, { ...ONE, sweep: parseSweep('sample=2') }).levels).toEqual([]);
    const [thirds] = compareLearners(CLUSTERS, { ...ONE, split: 'thirds' }).levels;
    expect(thirds!.levels.some(({ rules }) => rules > 0)).toBe(true);
  });
});

describe('published figures', () => {
  const published = (options: object, method = 'duster') =>
    compareLearners(CLUSTERS.slice(0, 3), { learners: [method], ...options })
      .rows.filter(({ kind }) => kind === 'learner')
      .map((row) =>
        row.published.map(({ collection, source, coverage, valid }) => [collection, source, coverage, valid]),
      );

  it('stand beside the same learner with the same thresholds', () => {
    expect(published({ maxFprs: [0, 0.05, 0.07] })).toEqual([
      [
        ['GOV2', 'ROD 6.6, 6.7', 0.4173, 3072],
        ['WBR10', 'ROD 6.6, 6.7', 0.454, 1550],
      ],
      [
        ['GOV2', 'ROD 6.7', 0.5534, 3588],
        ['WBR10', 'ROD 6.7', 0.5946, 1694],
      ],
      [],
    ]);
    expect(published({ minSupport: 2 })).toEqual([[]]);
    expect(published({ maxFprs: [0, 0.05] }, 'dustlin').map(({ length }) => length)).toEqual([2, 0]);
  });

  it('stand beside a sweep of the thesis', () => {
    const sweep = parseSweep('min-frequency=2,11');
    expect(published({ sweep, minSupport: 1 })).toEqual([
      [
        ['GOV2', 'ROD 6.4', null, 8467],
        ['WBR10', 'ROD 6.4', null, 4926],
      ],
      [],
    ]);
    expect(published({ sweep })).toEqual([[], []]);
  });
});

describe('parseSweep', () => {
  it.each([
    ['min-frequency=1..4', { name: 'min-frequency', values: [1, 2, 3, 4] }],
    ['sample=2,5,10', { name: 'sample', values: [2, 5, 10] }],
    ['cardinality=2..3,9,3', { name: 'cardinality', values: [2, 3, 9] }],
  ])('%s', (text, sweep) => expect(parseSweep(text)).toEqual(sweep));

  it.each([
    '',
    'min-frequency',
    'seed=1..2',
    'sample=1',
    'sample=5..2',
    'sample=a',
    'min-support=1..2000',
    'sample=2,,3',
  ])('refuses "%s"', (text) => expect(() => parseSweep(text)).toThrow(ConfigError));
});

describe('meanOf', () => {
  it('leaves out what is not known', () => {
    const empty = Object.fromEntries(FIGURES.map((name) => [name, null])) as never;
    const figures = [{ ...(empty as object), coverage: 0.5 }, { ...(empty as object), coverage: 1 }, empty] as never[];
    expect(meanOf(figures)).toEqual({ ...(empty as object), coverage: 0.75 });
  });
});
