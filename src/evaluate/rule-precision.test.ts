/** Checks of the rule precision: the worked example, agreement with the definition written out, and the levels. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { vectorsOf } from '../../test/support/vectors.ts';
import { arbClusters, arbShuffled } from '../clusters/arb-clusters.case.ts';
import type { Cluster } from '../clusters/index.ts';
import { applyRule } from '../rules/index.ts';
import { MIN_COVERAGES, MIN_PRECISIONS, precisionOf, rulePrecision } from './rule-precision.ts';

describe('metrics.ruleprecision', () => {
  it.each(vectorsOf('metrics.ruleprecision'))('$id', ({ input, expected }) => {
    expect(precisionOf(input.coverage, input.falsePairs)! * 100).toBeCloseTo(expected.precision, 9);
  });
});

describe('rulePrecision', () => {
  const dropSid = ruleOf('@{h} K query[sid]=* => query[sid]:=⊥');

  it('counts a URL once that becomes one of another page, or meets one there', () => {
    const clusters: Cluster[] = [
      // Becomes a known URL of its own page.
      { id: '1', urls: ['http://h/a', 'http://h/a?sid=1', 'http://h/a?sid=2'] },
      // Becomes a known URL of another page, which no rule matches.
      { id: '2', urls: ['http://h/b'] },
      { id: '3', urls: ['http://h/b?sid=1'] },
      // Two pages meet in a form that is no known URL: both are false, each once.
      { id: '4', urls: ['http://h/c?sid=1', 'http://h/c?sid=2'] },
      { id: '5', urls: ['http://h/c?sid=3'] },
    ];
    expect(rulePrecision([dropSid], clusters).rules).toEqual([
      { id: dropSid.id, coverage: 6, falseUrls: 4, precision: 2 / 6 },
    ]);
  });

  it('does not let rules meet in each other’s forms', () => {
    const dropPrint = ruleOf('@{h} K query[print]=* => query[print]:=⊥');
    const clusters: Cluster[] = [
      { id: '1', urls: ['http://h/a?sid=1'] },
      { id: '2', urls: ['http://h/a?print=1'] },
    ];
    expect(rulePrecision([dropSid, dropPrint], clusters).rules.map(({ precision }) => precision)).toEqual([1, 1]);
  });

  it('has null for a rule that matches nothing, and for no data', () => {
    expect(rulePrecision([dropSid], []).rules).toEqual([
      { id: dropSid.id, coverage: 0, falseUrls: 0, precision: null },
    ]);
    expect(rulePrecision([], []).levels.every((level) => level.reductionRatio === null && level.rules === 0)).toBe(
      true,
    );
  });

  it('gives the levels of the paper, with what the rules of each remove', () => {
    const good = Array.from({ length: 12 }, (_, i) => ({
      id: `g${i}`,
      urls: [`http://h/${i}`, `http://h/${i}?sid=${i}`],
    }));
    const bad = Array.from({ length: 20 }, (_, i) => ({ id: `b${i}`, urls: [`http://h/x?print=${i}`] }));
    const dropPrint = ruleOf('@{h} K query[print]=* => query[print]:=⊥');
    const { levels } = rulePrecision([dropSid, dropPrint], [...good, ...bad]);
    expect(levels.map(({ minPrecision, minCoverage }) => [minPrecision, minCoverage])).toEqual(
      MIN_PRECISIONS.flatMap((precision) => MIN_COVERAGES.map((coverage) => [precision, coverage])),
    );
    expect(levels[0]).toEqual({
      minPrecision: 1,
      minCoverage: 10,
      rules: 1,
      ruleShare: 0.5,
      reductionRatio: 12 / 44,
      averageReductionPerRule: 12,
    });
    expect(levels.at(-3)).toEqual({
      minPrecision: 0,
      minCoverage: 10,
      rules: 2,
      ruleShare: 1,
      reductionRatio: 31 / 44,
      averageReductionPerRule: 15.5,
    });
    expect(levels[1]).toMatchObject({ minCoverage: 100, rules: 0, ruleShare: null, averageReductionPerRule: null });
  });

  it('agrees with the definition, in any order', () => {
    const arbUrl = fc
      .tuple(fc.constantFrom('a', 'b'), fc.constantFrom('', '?sid=1', '?sid=2', '?sid=3'))
      .map(([path, query]) => `http://h/${path}${query}`);
    const arbPair = arbClusters(arbUrl, 8).chain((clusters) =>
      arbShuffled(clusters).map((shuffled) => ({ clusters, shuffled })),
    );
    const seen = { false: 0, right: 0 };
    fc.assert(
      fc.property(arbPair, ({ clusters, shuffled }) => {
        const { rules, levels } = rulePrecision([dropSid], clusters);
        expect(rulePrecision([dropSid], shuffled)).toEqual({ rules, levels });
        const urls = clusters.flatMap(({ id, urls, wide }) => urls.map((url, i) => ({ url, page: wide?.[i] ?? id })));
        const matched = urls.filter(({ url }) => applyRule(dropSid, url) !== null);
        const isFalse = ({ url, page }: (typeof urls)[number]) => {
          const form = applyRule(dropSid, url);
          return urls.some((v) => v.page !== page && (v.url === form || applyRule(dropSid, v.url) === form));
        };
        const falseUrls = matched.filter(isFalse).length;
        expect(rules[0]).toMatchObject({ coverage: matched.length, falseUrls });
        seen.false += falseUrls;
        seen.right += matched.length - falseUrls;
      }),
      { seed: 1, numRuns: 60 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });
});
