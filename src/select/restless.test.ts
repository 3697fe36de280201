/** Places where pages do not stay the same: no change is judged by them, and none is made there. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { keyPlain, printRule, type RuleSet } from '../rules/index.ts';
import { selectTogether } from './compose.ts';

const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };
const OF = 'http://a.com/';
const NAMES = Array.from({ length: 64 }, (_, i) => `${'abcdefgh'[i % 8]}${'klmnopqr'[Math.floor(i / 8)]}x`);
const CHANGES = ['from', 'ref', 'sid', 'src'];

/** Each page with one of four parameters that do not matter, and some with one that does; below `now/`, with each of `changed` another page comes. */
function rulesOf(changed: readonly string[], more: readonly Cluster[] = []): { texts: string[]; set: RuleSet } {
  const pages: Cluster[] = NAMES.map((name, i) => ({
    id: name,
    urls: [`${OF}p/${name}`, `${OF}p/${name}?${CHANGES[i % 4]}=${name}`],
  }));
  const restless = changed.flatMap((param, i): Cluster[] => [
    { id: `n${i}`, urls: [`${OF}now/${NAMES[i]}`] },
    { id: `m${i}`, urls: [`${OF}now/${NAMES[i]}?${param}=${NAMES[i]}`] },
  ]);
  const versions = NAMES.slice(0, 12).map((name) => ({ id: `v${name}`, urls: [`${OF}p/${name}?v=${name}`] }));
  const { rules } = selectTogether([...pages, ...versions, ...restless, ...more], OPTIONS);
  return { texts: rules.map(printRule).sort(), set: { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules } };
}

describe('a place where pages do not stay the same', () => {
  it('is left alone by all changes, where several that are right elsewhere are wrong there', () => {
    const { texts, set } = rulesOf(['from', 'ref', 'sid']);
    expect(texts).toEqual(CHANGES.map((name) => `@{a.com} E !path^=/now/ => dropParam(${name})`));
    expect(keyPlain(set, `${OF}now/new?src=1`)).toBe(`${OF}now/new?src=1`);
    expect(keyPlain(set, `${OF}p/new?src=1`)).toBe(`${OF}p/new`);
  });

  it('is found also where another change is wrong more often, elsewhere', () => {
    const tabs = Array.from({ length: 130 }, (_, i): Cluster[] => {
      const url = `${OF}t/${'abcdefghijklm'[i % 13]}${'nopqrstuvw'[Math.floor(i / 13)]}`;
      return i < 119
        ? [{ id: `t${i}`, urls: [url, `${url}?tab=${i % 2}`] }]
        : [
            { id: `t${i}`, urls: [url] },
            { id: `u${i}`, urls: [`${url}?tab=2`] },
          ];
    }).flat();
    expect(rulesOf(['from', 'ref', 'sid'], tabs).texts).toContain('@{a.com} E !path^=/now/ => dropParam(src)');
  });

  it('is none where one or two changes are wrong', () => {
    const { texts } = rulesOf(['from', 'ref']);
    expect(texts).toContain('@{a.com} E => dropParam(sid)');
    expect(texts).toContain('@{a.com} E => dropParam(src)');
  });

  it('is none where three values of one parameter are wrong: the fault may be its own', () => {
    const orders = ['name', 'date', 'size'];
    const sorted = NAMES.slice(0, 60).map((name, i): Cluster => {
      return { id: `s${name}`, urls: [`${OF}s/${name}`, `${OF}s/${name}?by=${orders[i % 3]}`] };
    });
    const lists = orders.flatMap((order, i): Cluster[] => [
      { id: `n${i}`, urls: [`${OF}list/${NAMES[i]}`] },
      { id: `m${i}`, urls: [`${OF}list/${NAMES[i]}?by=${order}`] },
    ]);
    expect(rulesOf([], [...sorted, ...lists]).texts).toContain('@{a.com} E => dropParam(src)');
  });

  it('makes no condition where nothing is wrong', () => {
    expect(rulesOf([]).texts).toEqual(CHANGES.map((name) => `@{a.com} E => dropParam(${name})`));
  });
});
