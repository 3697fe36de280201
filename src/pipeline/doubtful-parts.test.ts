/** Parts in which a change joins different pages are found without making them sites, and no part is overlooked. */
import { describe, expect, it } from 'vitest';
import { type Cluster, packClusters } from '../clusters/index.ts';
import { makeRule, type RuleSet } from '../rules/index.ts';
import { planParts } from './auto-plan.ts';
import { type Doubtful, doubtfulInParts } from './doubtful-parts.ts';
import { urlsOfPart } from './part-columns.ts';

const WITHOUT_QUERY: RuleSet = {
  dustpan: 1,
  apply: 'fixpoint',
  sun: true,
  options: {},
  rules: [
    makeRule({
      learner: 'families',
      hosts: '*',
      match: { view: 'edit', when: [], unless: [] },
      emit: { view: 'edit', op: { op: 'dropQuery' } },
    }),
  ],
};

const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };

/** What is doubtful in each part, and the numbers of its URLs. */
function look(clusters: readonly Cluster[]): { readonly found: Doubtful; readonly urls: readonly number[] }[] {
  const { columns, urls } = planParts(packClusters(clusters), OPTIONS, Number.POSITIVE_INFINITY);
  const found = doubtfulInParts(WITHOUT_QUERY)({ columns, numbers: [...urls.keys()] });
  return found.map((one, part) => ({ found: one, urls: urlsOfPart(columns, part) }));
}

/** The hosts of the parts that are doubtful if queries do not matter. */
function doubtful(clusters: readonly Cluster[]): string[] {
  const all = clusters.flatMap(({ urls }) => urls);
  return look(clusters)
    .filter(({ found }) => found !== null)
    .map(({ urls }) => all[urls[0]!]!)
    .sort();
}

describe('doubtfulInParts', () => {
  it('finds a site where a changed text meets another page, whichever of them comes first', () => {
    expect(
      doubtful([
        { id: '1', urls: ['http://a/1', 'http://a/1?x'] },
        { id: '2', urls: ['http://b/1'] },
        { id: '3', urls: ['http://b/1?x'] },
        { id: '4', urls: ['http://c/1?x'] },
        { id: '5', urls: ['http://c/1'] },
        { id: '6', urls: ['http://d/1?x', 'http://d/2'] },
        { id: '7', urls: ['http://d/1?y'] },
      ]),
    ).toEqual(['http://b/1', 'http://c/1?x', 'http://d/1?x']);
  });

  it('takes wide groups for pages, and leaves alone what no change touches', () => {
    expect(
      doubtful([
        { id: '1', urls: ['http://a/1', 'http://a/1?x'], wide: ['v', 'w'] },
        { id: '2', urls: ['http://b/1'], wide: ['u'] },
        { id: '3', urls: ['http://b/1?x'], wide: ['u'] },
        { id: '4', urls: ['http://c/1'] },
        { id: '5', urls: ['HTTP://C/1'] },
      ]),
    ).toEqual(['http://a/1']);
  });

  it('tells which URLs become one with a different page', () => {
    const [part] = look([
      { id: '1', urls: ['http://a/1', 'http://a/1?x', 'http://a/2'] },
      { id: '2', urls: ['http://a/1?y', 'http://a/3?y'] },
    ]);
    expect([...part!.found!]).toEqual([0, 1, 3]);
  });
});
