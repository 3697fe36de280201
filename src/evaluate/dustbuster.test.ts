/** The figures of the DustBuster thesis: precision at k, coverage, and what duplicates are due to. */
import { describe, expect, it } from 'vitest';
import { type Cluster, type FilterReport, labelUrls, takeFold } from '../clusters/index.ts';
import { makeRule, parseRule, type RuleSet } from '../rules/index.ts';
import { classifyDust } from './classify-dust.ts';
import { evaluateRules } from './evaluate-rules.ts';
import { precisionAt } from './precision-at.ts';

const rule = (text: string) => {
  const { scope, ...body } = parseRule(`@* S ${text}`);
  return makeRule({ learner: 'dustbuster', hosts: scope.hosts, ...body, state: 'quarantined' });
};
const SLASH = rule('"/$" => "$"');
const PRINT = rule('"?print=1$" => "$"');
const NOWHERE = rule('"nowhere" => "somewhere"');

/** Pages with and without a slash; `?print=1` of the first three is the page, of the fourth it is another one. */
const CLUSTERS: Cluster[] = ['a', 'b', 'c', 'd'].map((name, i) => ({
  id: name,
  urls: [`http://x/${name}`, `http://x/${name}/`, ...(i < 3 ? [`http://x/${name}?print=1`] : [])],
}));
CLUSTERS.push({ id: 'other', urls: ['http://x/d?print=1'] });
const LABELS = labelUrls(CLUSTERS);
const set = (rules = [SLASH, PRINT]): RuleSet => ({ dustpan: 1, apply: 'fixpoint', sun: false, options: {}, rules });

describe('precisionAt', () => {
  it('counts valid, false and unknown rules among the first', () => {
    const rules = [SLASH, PRINT, NOWHERE, SLASH, SLASH];
    expect(precisionAt(rules, LABELS)).toEqual([
      { k: 1, valid: 1, unknown: 0, precision: 1 },
      // One of four pairs of PRINT is of different pages.
      { k: 5, valid: 3, unknown: 1, precision: 0.6 },
    ]);
  });
  it('holds one wrong pair of twenty to be a mistake of the comparison', () => {
    const many = (wrong: number): Cluster[] =>
      Array.from({ length: 20 }, (_, i): Cluster[] =>
        i < wrong
          ? [
              { id: `a${i}`, urls: [`http://x/${i}`] },
              { id: `b${i}`, urls: [`http://x/${i}/`] },
            ]
          : [{ id: `a${i}`, urls: [`http://x/${i}`, `http://x/${i}/`] }],
      ).flat();
    const at = (wrong: number) => precisionAt([SLASH], labelUrls(many(wrong)))[0]!.valid;
    expect([at(0), at(1), at(2), at(20)]).toEqual([1, 1, 0, 0]);
  });
  it('says nothing of ranks that there are no rules for', () => expect(precisionAt([], LABELS)).toEqual([]));
});

describe('evaluateRules', () => {
  it('gives the figures of DustBuster', () => {
    const { dustBuster, compressionRate } = evaluateRules(set([SLASH]), CLUSTERS, { include: ['quarantined'] });
    // 12 URLs of 5 pages; 4 of the 7 duplicates go.
    expect(dustBuster).toEqual({
      discoveredRedundancy: 4 / 12,
      coverage: 4 / 7,
      precisionAt: [{ k: 1, valid: 1, unknown: 0, precision: 1 }],
    });
    expect(compressionRate).toBe(dustBuster.discoveredRedundancy);
    expect(evaluateRules(set(), [], {}).dustBuster).toMatchObject({ discoveredRedundancy: null, coverage: null });
  });
});

describe('precision at k', () => {
  it('takes only a fold', () => {
    const at = (part: number) =>
      evaluateRules(set([PRINT]), CLUSTERS, { fold: { part, of: 2 } }).dustBuster.precisionAt[0]!;
    for (const part of [1, 2]) {
      const inside = takeFold(CLUSTERS, { part, of: 2 }, 'inside');
      expect(at(part)).toEqual(precisionAt([PRINT], labelUrls(inside))[0]);
    }
    // On all data the rule is wrong; the part without the page that contradicts it says that it is right.
    expect([at(1), at(2)].map(({ valid }) => valid)).toContain(1);
    expect(evaluateRules(set([PRINT]), CLUSTERS).dustBuster.precisionAt[0]!.valid).toBe(0);
  });
});

describe('classifyDust', () => {
  const clusters: Cluster[] = [
    { id: '1', urls: ['http://x/a', 'http://x/a/', 'http://x/copy', 'http://x/near'] },
    { id: '2', urls: ['http://x/1/dot.gif', 'http://x/2/dot.gif', 'http://x/3/dot'] },
    { id: '3', urls: ['http://x/find?q=1', 'http://x/find?q=2'] },
    { id: '4', urls: ['http://x/single'] },
  ];
  const facts = [
    { url: 'http://x/a', digest: 'A' },
    { url: 'http://x/copy', digest: 'A' },
    { url: 'http://x/near', digest: 'B' },
    { url: 'http://x/3/dot', type: 'image/gif' },
    { url: 'http://x/find?q=1', isSoftError: true },
    { url: 'http://x/find?q=2', isSoftError: true },
  ];
  const classify = (data: typeof facts | []) =>
    classifyDust(set(), clusters, { facts: data, include: ['quarantined'] });
  it('says what duplicates are due to', () => {
    const counts = { rules: 1, images: 2, softErrors: 1, copies: 1, rest: 1 };
    const shares = { rules: 1 / 6, images: 2 / 6, softErrors: 1 / 6, copies: 1 / 6, rest: 1 / 6 };
    expect(classify(facts)).toEqual({ duplicates: 6, ...counts, shares });
  });
  it('guesses nothing but pictures', () => {
    expect(classify([])).toMatchObject({ duplicates: 6, rules: 1, images: 1, softErrors: null, copies: null, rest: 4 });
  });
  it('counts what filters left out, where they could tell', () => {
    const reports = (state: 'on' | 'not-applicable'): FilterReport[] => [
      { name: 'assets', state: 'on', urls: 5, clusters: 2 },
      { name: 'soft-404', state, urls: 4, clusters: 1 },
    ];
    const classified = classifyDust(set([]), clusters, { hygiene: reports('on') });
    expect(classified).toMatchObject({ duplicates: 12, images: 4, softErrors: 3, copies: null, rest: 5 });
    expect(classifyDust(set([]), clusters, { hygiene: reports('not-applicable') })).toMatchObject({
      duplicates: 9,
      softErrors: null,
    });
  });
  it('takes only a fold', () => {
    const parts = [1, 2, 3].map((part) => classifyDust(set(), clusters, { fold: { part, of: 3 } }).duplicates);
    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(Math.max(...parts)).toBeLessThan(6);
    expect(classifyDust(set(), []).shares).toBeNull();
  });
  it('leaves rules out that are not applied', () => expect(classifyDust(set(), clusters).rules).toBe(0));
});
