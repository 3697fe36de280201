/** Parts in which a change joins different pages are found without making them sites, and no part is overlooked. */
import { describe, expect, it } from 'vitest';
import { type Cluster, packClusters } from '../clusters/index.ts';
import { partsOf } from '../learn/index.ts';
import { compileRules } from '../normalize/index.ts';
import { makeRule } from '../rules/index.ts';
import { doubtfulParts } from './doubtful-parts.ts';

const WITHOUT_QUERY = compileRules({
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
});

/** The hosts of the parts that are doubtful if queries do not matter. */
function doubtful(clusters: readonly Cluster[]): string[] {
  const packed = packClusters(clusters);
  const parts = partsOf(packed);
  return [...doubtfulParts(packed, parts, WITHOUT_QUERY).parts]
    .map((part) => clusters[parts.clusters(part)[0]!]!.urls[0]!)
    .sort();
}

describe('doubtfulParts', () => {
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
    const packed = packClusters([
      { id: '1', urls: ['http://a/1', 'http://a/1?x', 'http://a/2'] },
      { id: '2', urls: ['http://a/1?y', 'http://a/3?y'] },
    ]);
    const { mixed } = doubtfulParts(packed, partsOf(packed), WITHOUT_QUERY);
    expect([...mixed]).toEqual([1, 1, 0, 1, 0]);
  });
});
