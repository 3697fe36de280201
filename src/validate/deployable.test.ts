/** Which rules of a pattern tree can be in use together. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { labelUrls } from '../clusters/index.ts';
import { makeRule, parseRule, printRuleBody } from '../rules/index.ts';
import { selectRules } from './select.ts';

/** Pages under three names, and each page also printed. */
const names = Array.from({ length: 12 }, (_, i) => `page${i}`);
const clusters = names.map((name) => ({
  id: name,
  urls: ['a', 'b', 'c'].flatMap((folder) => [`http://h/${folder}/${name}`, `http://h/${folder}/${name}?print=1`]),
}));

function select(texts: readonly string[], style: 'none' | 'tree' = 'tree', data = clusters) {
  const rules = texts.map((text) => {
    const { scope, match, emit } = parseRule(text.startsWith('@') ? text : `@{h} ${text}`);
    return makeRule({ learner: 'pattern-tree', hosts: scope.hosts, match, emit, evidence: { frequency: 1 } });
  });
  const labels = labelUrls(data);
  const { rules: kept, rejected } = selectRules(
    rules,
    { labels, texts: labels.urls },
    { confidence: 0.95, minSupport: 1, maxFpr: 0, style },
  );
  return { kept: kept.map(({ match, emit }) => printRuleBody(match, emit)), rejected };
}

const moveTo = (from: string, to: string) => `K path[1]=${from} path[2]=* #path=2 ?exact => path[1]:='${to}'`;
const anyFolder = 'K path[1]=* path[2]=* #path=2 ?exact => path[1]:=*';
const noPrint = 'K path[1]=* path[2]=* #path=2 => query[print]:=⊥';

it('tells how near the candidates came that were not taken', () => {
  const labels = labelUrls([
    { id: '1', urls: ['http://h/a?x=1', 'http://h/a?x=2', 'http://h/a?y=1', 'http://h/a?y=2'] },
    { id: '2', urls: ['http://h/a?x=3', 'http://h/b?z=1', 'http://h/b?z=2', 'http://h/b?z=3', 'http://h/b?z=4'] },
    { id: '3', urls: ['http://h/b?z=5'] },
  ]);
  const data = { labels, texts: labels.urls };
  const best = (minSupport: number, ...names: readonly string[]) => {
    const rules = names.map((name) => ruleOf(`@* E => dropParam(${name})`));
    const options = { confidence: 0.95, minSupport, maxFpr: 0, style: 'none' } as const;
    const { bestSupport, bestFpr } = selectRules(rules, data, options);
    return [bestSupport, bestFpr];
  };
  // Of x two of three pairs are wrong, of z four of ten, of y none.
  expect([best(2, 'x', 'z'), best(2, 'z', 'x')]).toEqual([
    [10, 0.4],
    [10, 0.4],
  ]);
  expect([best(1, 'x', 'y'), best(2, 'x', 'y')]).toEqual([
    [3, 0],
    [3, 2 / 3],
  ]);
  expect([best(20, 'x'), best(1)]).toEqual([
    [3, null],
    [null, null],
  ]);
});

describe('tree selection', () => {
  it('keeps rules that have nothing to do with each other', () => {
    const rules = [noPrint, moveTo('c', 'a')];
    expect(select(rules).kept.sort()).toEqual([...rules].sort());
  });

  it('drops what the rule of a wider pattern covers', () => {
    const inside = 'K path[1]=b path[2]=* #path=2 => query[print]:=⊥';
    expect(select([inside, noPrint])).toMatchObject({ kept: [noPrint], rejected: { covered: 1, conflict: 0 } });
  });

  it('takes one rule for one context', () => {
    // Both join b with another folder; the texts decide.
    const both = [moveTo('b', 'c'), moveTo('b', 'a')];
    expect(select(both)).toMatchObject({ kept: [moveTo('b', 'a')], rejected: { covered: 0, conflict: 1 } });
    expect(select(both, 'none').kept).toHaveLength(2);
  });

  it('does not lead in a circle', () => {
    const circle = [moveTo('a', 'b'), moveTo('b', 'c'), moveTo('c', 'a')];
    const { kept, rejected } = select(circle);
    expect(kept.sort()).toEqual([moveTo('a', 'b'), moveTo('b', 'c')]);
    expect(rejected).toMatchObject({ covered: 0, conflict: 1, inverse: 0 });
    expect(select(circle, 'none').kept).toHaveLength(3);
  });

  it('does not write two things to one key of a URL', () => {
    const { kept, rejected } = select([anyFolder, `K path[1]=b path[2]=* #path=2 => path[1]:='a'`]);
    // The second also joins printed pages, which the first does not match, so it is not covered.
    expect(kept).toEqual([anyFolder]);
    expect(rejected).toMatchObject({ covered: 0, conflict: 1 });
  });

  it('takes rules of other views beside them', () => {
    const wide = ['E => dropParam(print)', moveTo('c', 'a')];
    expect(select(wide).kept.sort()).toEqual(wide);
    const narrow = ['E path^=/b/ => dropParam(print)', anyFolder];
    expect(select(narrow).kept.sort()).toEqual(narrow);
  });

  it('lets two rules write different things to a key of different URLs', () => {
    const rules = [
      `K path[1]=b path[2]=* #path=2 ?exact => path[1]:='a'`,
      `K path[1]=b path[2]=* query[print]=1 #path=2 ?exact => path[1]:='c'`,
    ];
    expect(select(rules).kept.sort()).toEqual(rules);
  });

  it('takes the rule that joins most, of as many the one with the shorter pattern', () => {
    const few = names.map((name, i) => ({
      id: name,
      urls: [...(i < 3 ? ['a'] : []), 'b', 'c'].map((folder) => `http://h/${folder}/${name}`),
    }));
    expect(select([moveTo('b', 'a'), moveTo('b', 'c')], 'tree', few).kept).toEqual([moveTo('b', 'c')]);
    const long = "K path[1]=b path[2]=* query[x]=⊥ #path=2 ?exact => path[1]:='a'";
    expect(select([long, moveTo('b', 'c')]).kept).toEqual([moveTo('b', 'c')]);
  });

  it('takes one rule for one context on a host that two have', () => {
    const data = clusters.map(({ id, urls }) => ({
      id,
      urls: [...urls, ...urls.map((url) => url.replace('//h', '//g'))],
    }));
    const on = (hosts: string, to: string) => `@${hosts} ${moveTo('b', to)}`;
    expect(select([on('{h}', 'a'), on('{g,h}', 'c')], 'tree', data).kept).toEqual([moveTo('b', 'c')]);
    expect(select([on('{h}', 'a'), on('{g}', 'c')], 'tree', data).kept).toHaveLength(2);
  });

  it('takes two that write the same to a key of a URL, and not two that write something else, however many URLs there are', () => {
    const data = Array.from({ length: 1500 }, (_, i) => ({
      id: `${i}`,
      urls: [`http://h/a/${i}`, `http://h/b/${i}`, `http://h/b/${i}?print=1`, `http://h/c/${i}?print=1`],
    }));
    const toA = "K path[1]=b path[2]=* #path=2 => path[1]:='a'";
    const unprinted = (to: string) => `K path[2]=* query[print]=1 #path=2 => path[1]:='${to}' query[print]:=⊥`;
    expect(select([toA, unprinted('a')], 'tree', data).kept.sort()).toEqual([toA, unprinted('a')]);
    expect(select([toA, unprinted('b')], 'tree', data)).toMatchObject({
      kept: [unprinted('b')],
      rejected: { covered: 0, conflict: 1 },
    });
  });
});
