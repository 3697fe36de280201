/** What the published learners add to `auto`: rules that no family can say, proven as any other; and what keeps them out. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { pairsOf } from '../learn/index.ts';
import { compileRules } from '../normalize/index.ts';
import { editSource, type Rule } from '../rules/index.ts';
import { selectTogether } from '../select/index.ts';
import { LEARNER_PROPOSERS } from './auto-proposals.ts';

const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };
const NAMES = Array.from(
  { length: 60 },
  (_, i) => `${'bcdfghjklm'[i % 10]}${'aeiou'[i % 5]}${'npqrst'[Math.floor(i / 10)]}`,
);

/** Pages of a wiki: a name in the query, or in a parameter beside a constant one. Odd ones are two pages. */
function wiki(isOdd: (i: number) => boolean): Cluster[] {
  return NAMES.flatMap((name, i) => {
    const urls = [`http://a.com/wiki?${name}`, `http://a.com/wiki?action=browse&id=${name}`];
    return isOdd(i) ? urls.map((url) => ({ id: url, urls: [url] })) : [{ id: name, urls }];
  });
}

function learn(clusters: readonly Cluster[], proposers = LEARNER_PROPOSERS): readonly Rule[] {
  return selectTogether(clusters, { ...OPTIONS, proposers }).rules;
}

describe('proposals of learners', () => {
  it('explain what no family can say', () => {
    const clusters = wiki(() => false);
    expect(learn(clusters, [])).toEqual([]);
    const rules = learn(clusters);
    expect(rules).toHaveLength(1);
    expect(rules[0]).toMatchObject({ scope: { hosts: ['a.com'] }, evidence: { support: 60, falsePairs: 0 } });
    expect(rules[0]!.evidence!.family).toBe(`learner:${rules[0]!.learner}`);
    const normalizer = compileRules({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules });
    expect(normalizer.key('http://a.com/wiki?action=browse&id=new')).toBe(normalizer.key('http://a.com/wiki?new'));
  });

  it('are refused where pages speak against them', () => {
    expect(learn(wiki((i) => i % 4 === 0))).toEqual([]);
  });

  it('come after the families, and are not needed where these explain all', () => {
    const clusters = NAMES.map((name) => ({ id: name, urls: [`http://a.com/${name}`, `http://www.a.com/${name}`] }));
    expect(learn(clusters).map(({ learner }) => learner)).toEqual(['families']);
  });

  it('do not name ids', () => {
    const forms = NAMES.flatMap((name, page) =>
      [`http://a.com/${name}/s7f3a9c1d2/x`, `http://a.com/${name}/k8e2b7d4f1/x`].map((text) => ({
        text,
        source: editSource(text),
        pages: [page],
      })),
    );
    const view = { forms, pairs: pairsOf(forms) };
    const all = LEARNER_PROPOSERS.flatMap(({ propose }) => propose(view));
    expect(JSON.stringify(all.map(({ bodies }) => bodies!.map(({ match }) => match)))).not.toMatch(
      /7f3a9c1d2|8e2b7d4f1/,
    );
  });

  it('do not say what becomes of two parts, each by itself, that were seen together only', () => {
    const clusters = NAMES.map((name) => ({
      id: name,
      urls: [`http://a.com/wiki?${name}`, `http://a.com/wiki?id=${name}&action=browse`],
    }));
    const rules = learn(clusters);
    const normalizer = compileRules({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules });
    expect(normalizer.key('http://a.com/wiki?id=new')).not.toBe(normalizer.key('http://a.com/wiki?new'));
    expect(normalizer.key('http://a.com/wiki?id=new&action=browse')).toBe(normalizer.key('http://a.com/wiki?new'));
  });

  it('need more pages if they are for URLs of one shape', () => {
    const duster = LEARNER_PROPOSERS.filter(({ name }) => name === 'learner:duster');
    const count = (pages: number) => learn(wiki(() => false).slice(0, pages), duster).length;
    expect([8, 12, 24].map(count)).toEqual([0, 0, 1]);
  });

  it('have names of their own', () => {
    expect(LEARNER_PROPOSERS.map(({ name }) => name)).toEqual([
      'learner:duster',
      'learner:dustlin',
      'learner:dustbuster',
      'learner:rewrite',
      'learner:koppula',
      'learner:pattern-tree',
    ]);
  });
});
