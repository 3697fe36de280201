/** Checks of the parts of the search for replicas that the worked examples do not reach. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../base/index.ts';
import { parseRule } from '../rules/index.ts';
import { trainBiasedSvm } from './baselines/biased-svm.ts';
import { findCandidates } from './candidates.ts';
import { drawNegatives, isObviousReplica } from './distant.ts';
import { moveBetween } from './extended/moved-tree.ts';
import { claimsOf, scoreOf, weakestOf, wilsonLower } from './extended/verdict.ts';
import { addressGroups, parseAddress, smallerAddress } from './features/addresses.ts';
import { hostRule } from './host-rules.ts';
import { drawPositions, rocCurve } from './metrics.ts';
import { signedRank } from './signed-rank.ts';
import { type SiteTable, SiteTableBuilder } from './site-table.ts';
import { SketchLog } from './sketch-log.ts';
import { TextLog } from './text-log.ts';

/** Clusters of URLs as a table. */
function tableOf(clusters: readonly (readonly string[])[]): SiteTable {
  const builder = new SiteTableBuilder();
  for (const [c, urls] of clusters.entries()) for (const url of urls) builder.addRow(url, c, c);
  return builder.finish();
}

describe('obvious replicas', () => {
  it.each([
    ['x.org', 'www.x.org', true],
    ['x.com', 'x.net', true],
    ['www.x.com.br', 'x.net.br', true],
    ['x.org', 'x.org', false],
    ['x.de', 'x.fr', false],
    ['com.x.de', 'net.x.de', false],
    ['www.x.org', 'www.y.org', false],
    ['www.org', 'org', true],
  ])('%s and %s: %s', (a, b, expected) => expect(isObviousReplica(a, b)).toBe(expected));
});

describe('addresses', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['127.1', null],
    ['10.0.0.300', null],
    ['example.org', null],
    ['', null],
  ])('%s is read as %s', (text, expected) => expect(parseAddress(text)).toBe(expected));

  it('compares by number, IPv4 first', () => {
    expect(smallerAddress('10.0.0.10', '10.0.0.9')).toBe('10.0.0.9');
    expect(smallerAddress('2001:db8:0:0:0:0:0:1', '10.0.0.9')).toBe('10.0.0.9');
  });

  it('groups IPv6 by address and by /48, and unknown addresses not at all', () => {
    const { ip4, ip3, known } = addressGroups(['2001:db8:1:0:0:0:0:1', '2001:db8:1:9:0:0:0:1', undefined, undefined]);
    expect([ip4(0, 1), ip3(0, 1), ip4(2, 3), ip3(2, 3), known]).toEqual([0, 1, 0, 0, 2]);
  });
});

describe('the table of sites', () => {
  const urls = ['http://b.org/x?y#z', 'https://b.org:8443/x?y', 'http://u@A.org', 'HTTP://a.org./p'];
  const table = tableOf([[urls[0]!, urls[2]!], [urls[1]!], [urls[3]!]]);

  it('gives back every URL as it was, and knows hosts and paths', () => {
    expect(Array.from({ length: table.rows }, (_, row) => table.urlOf(row)).sort()).toEqual([...urls].sort());
    expect(table.hosts).toEqual(['a.org', 'b.org']);
    expect(table.termText(table.root)).toBe('/');
    expect(Array.from(table.sites)).toEqual([2, 1, 1]);
  });

  it('has one page for a path of a host, the first of the clusters', () => {
    const pages = Array.from(table.pages.subarray(table.starts[1], table.starts[2]), (row) => table.urlOf(row));
    expect(pages).toEqual([urls[0]]);
  });

  it('keeps texts of any length', () => {
    const log = new TextLog();
    const texts = ['', 'é'.repeat(3_000_000), 'a', '𝄞/x'];
    for (const text of texts) log.add(text);
    expect(texts.map((_, i) => log.get(i))).toEqual(texts);
  });
});

describe('sketches', () => {
  const log = new SketchLog();
  log.add('u1', '1.2.3.4');
  log.add('u2', '1.2.9.9');
  log.add('u3', 'd1:00000001000000020000000300000004');
  log.add('u4', '1.2.3');
  log.add('u5', 'd1:00000001000000020000000300000009');
  const between = (x: string, y: string) => log.resemblance(log.find(x), log.find(y));

  it('are compared value by value, within one form', () => {
    expect([between('u1', 'u2'), between('u1', 'u3'), between('u3', 'u5')]).toEqual([0.5, 0, 0.75]);
    expect(log.find('u4')).toBe(-1);
  });
});

describe('candidates', () => {
  it('are a seeded sample where a page is on very many sites', () => {
    const hosts = Array.from({ length: 30 }, (_, i) => `http://h${i}.org/`);
    const table = tableOf([hosts, ['http://h1.org/a', 'http://h2.org/a']]);
    const { pairs, sampled } = findCandidates(table, 1, 10);
    expect(sampled).toBe(1);
    expect(pairs.size).toBeGreaterThanOrEqual(45);
    expect(pairs.size).toBeLessThanOrEqual(46);
    expect(findCandidates(table, 1, 10).pairs.list()).toEqual(pairs.list());
    expect(findCandidates(table, 2, 10).pairs.list()).not.toEqual(pairs.list());
    expect(findCandidates(table, 1).pairs.size).toBe(435);
  });

  it('obvious non-replicas share no page, and no path but the home page', () => {
    const table = tableOf([
      ['http://a.org/1', 'http://b.org/2'],
      ['http://c.org/same'],
      ['http://a.org/same'],
      ['http://a.org/'],
      ['http://b.org/'],
      ['http://c.org/'],
      ['http://d.org/'],
    ]);
    const { pairs } = findCandidates(table, 1);
    const { a, b } = drawNegatives(table, pairs, 100, 1).list();
    const names = Array.from(a, (x, i) => `${table.hosts[x]} ${table.hosts[b[i]!]}`);
    expect(names).toEqual(['a.org d.org', 'b.org c.org', 'b.org d.org', 'c.org d.org']);
  });
});

describe('moved trees', () => {
  it.each([
    ['/a/b.html', '/doc/a/b.html', { from: '', to: '/doc' }],
    ['/', '/doc/', { from: '', to: '/doc' }],
    ['/x/a', '/y/a', { from: '/x', to: '/y' }],
    ['/a?b=/c', '/d?b=/c', { from: '/a?b=', to: '/d?b=' }],
    ['/a', '/b', null],
    ['/same', '/same', { from: '', to: '' }],
  ])('%s and %s', (a, b, expected) => expect(moveBetween(a, b)).toEqual(expected));
});

describe('claims', () => {
  const whole = { common: 50, distinct: 50, same: 50, coverA: 1, coverB: 1, belonging: 1, inside: 1, home: 1 };
  const score = (more: Partial<typeof whole>, isMoved = false) => scoreOf(claimsOf({ ...whole, ...more }, isMoved));

  it.each([
    ['a whole copy', {}, false, true],
    ['text that differs by a quarter', { same: 37.5 }, false, false],
    ['one page for everything', { distinct: 1 }, false, false],
    ['three pages', { common: 3, distinct: 3, same: 3 }, false, false],
    ['five pages', { common: 5, distinct: 5, same: 5 }, false, true],
    ['a part, home page the same', { coverA: 0.3, coverB: 0.2 }, false, true],
    ['a part, home page different', { coverA: 0.7, coverB: 0.2, home: 0 }, false, false],
    ['the whole, home page different', { home: 0 }, false, true],
    ['a small part of a site that contains it', { coverB: 0.3 }, true, false],
    ['a moved tree beside others', { inside: 0.7 }, true, false],
    ['a moved tree', { inside: 0.95 }, true, true],
    ['pages of many unlike sites', { belonging: 0.3 }, false, false],
  ])('%s', (_name, more, isMoved, expected) => expect(score(more, isMoved) >= 0.5).toBe(expected));

  it('nothing in common is nothing', () => expect(score({ common: 0 })).toBe(0));

  it('names the weakest', () => expect(weakestOf(claimsOf({ ...whole, belonging: 0.1 }, false))).toBe('belonging'));

  it("Wilson's bound", () => {
    expect(wilsonLower(1, 4)).toBeCloseTo(0.5101, 4);
    expect(wilsonLower(0.5, 100)).toBeCloseTo(0.4038, 4);
    expect(wilsonLower(1, 0)).toBe(0);
  });
});

describe('host rules', () => {
  it.each([
    [null, "@{b.org} K host=b.org => host:='a.org'"],
    [{ from: '/x', to: '' }, "@{b.org} K host=b.org path[1]=x => host:='a.org' path[1]:=⊥"],
    [
      { from: '/x/y', to: '/u/v' },
      "@{b.org} K host=b.org path[1]=x path[2]=y => host:='a.org' path[1]:='u' path[2]:='v'",
    ],
  ])('with the move %j', (move, text) => {
    const rule = hostRule({ from: 'b.org', to: 'a.org', move })!;
    const { match, emit, scope } = parseRule(text);
    expect({ match: rule.match, emit: rule.emit, scope: rule.scope }).toEqual({ match, emit, scope });
  });

  it('there is none into a folder', () => {
    expect(hostRule({ from: 'b.org', to: 'a.org', move: { from: '', to: '/x' } })).toBeNull();
  });
});

describe('the biased SVM', () => {
  it('ranks what is like the labeled examples above the rest, the same every time', () => {
    const random = createRandom(5);
    const noise = () => random.below(1000) / 1000;
    const rows = Array.from({ length: 200 }, (_, i) => (i < 60 ? [5 + noise(), noise()] : [noise(), noise()]));
    const train = () =>
      trainBiasedSvm({
        features: 2,
        values: Float64Array.from(rows.flat()),
        // A third of the positive examples is labeled.
        isPositive: Uint8Array.from(rows, (_, i) => (i < 20 ? 1 : 0)),
        seed: 1,
      });
    const decide = train();
    expect(decide([5.5, 0.5])).toBeGreaterThan(0);
    expect(decide([0.5, 0.5])).toBeLessThan(0);
    expect(train()([3, 0.5])).toBe(decide([3, 0.5]));
  });
});

describe('metrics', () => {
  const scored = [
    { score: 3, isReplica: true },
    { score: 2, isReplica: false },
    { score: 2, isReplica: true },
    { score: 1, isReplica: false },
  ];

  it('has a point of the curve for each different score', () => {
    expect(rocCurve(scored)).toEqual([
      { tpr: 0.5, fpr: 0, precision: 1, score: 3, predicted: 1 },
      { tpr: 1, fpr: 0.5, precision: 2 / 3, score: 2, predicted: 3 },
      { tpr: 1, fpr: 1, precision: 0.5, score: 1, predicted: 4 },
    ]);
  });

  it('gives ties the mean of their positions', () => {
    const alike = [
      { score: 1, isReplica: true },
      { score: 1, isReplica: false },
    ];
    expect(drawPositions(alike, 10, 3, 1)).toEqual([6, 6, 6]);
    expect(drawPositions([], 10, 3, 1)).toEqual([]);
  });
});

describe('the signed-rank test', () => {
  // Five parts: the most uneven of 32 choices of signs, on either side. The last but one is Wilcoxon's (1945) table: of eight, a rank sum of 3 or less has 5 of 256 choices.
  it.each([
    [[5, 5, 5, 5, 5], [4, 3, 2, 1, 0], 2 / 32],
    [[1, 2], [2, 1], 1],
    [[1, 1, 3], [1, 1, 3], null],
    [[0, 0, 7], [0, 0, 3], 1],
    [[1, 2, -3, 4, 5, 6, 7, 8], [0, 0, 0, 0, 0, 0, 0, 0], 10 / 256],
    [[1, -1, 2, 2], [0, 0, 0, 0], 6 / 16],
  ])('%j against %j: %s', (a, b, expected) => {
    expect(signedRank(a, b)).toBe(expected);
    expect(signedRank(b, a)).toBe(expected);
  });
});
