/** Checks of the search for replicas: what is found, what is not taken for a replica, and what is said when there is little to find. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { compileRules } from '../normalize/index.ts';
import type { CrawlRecord } from '../records/index.ts';
import { REPLICA_METHODS } from '../replicas/index.ts';
import { printRule, type RuleSet, rulesOf, stagesOf } from '../rules/index.ts';
import { changed, crawl, SITES, tree } from './replicas.case.ts';
import { findReplicas } from './replicas.ts';
import { combineSets, reductionOf } from './replicas-combine.ts';
import { compareReplicas } from './replicas-compare.ts';
import type { ReplicaSearch } from './replicas-search.ts';

const search = await findReplicas([crawl(SITES)]);
const kindsOf = (found: ReplicaSearch) => {
  const pairs = Array.from({ length: found.size }, (_, place) => found.pair(place));
  return (a: string, b: string) => {
    const pair = pairs.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
    return pair?.finding?.kind ?? null;
  };
};
const kindOf = kindsOf(search);

describe('findReplicas', () => {
  it.each([
    ['one.org', 'www.one.org', 'replica'],
    ['one.org', 'mirror.two.net', 'replica'],
    ['one.org', 'banner.example', 'modified'],
    ['one.org', 'part.example', 'partial'],
    ['one.org', 'moved.example', 'rebased'],
    ['part.example', 'moved.example', 'rebased'],
    ['one.org', 'old-one.org', 'redirect'],
    ['mirror.two.net', 'old-one.org', 'redirect'],
  ])('%s and %s: %s', (a, b, kind) => expect(kindOf(a, b)).toBe(kind));

  it.each([
    ['a license in common', 'three.org', 'five.org'],
    ['little but a license', 'six.org', 'seven.org'],
    ['parked names', 'parked-a.com', 'parked-b.com'],
    ['fresh installations', 'fresh-a.com', 'fresh-b.com'],
  ])('%s: %s and %s are related', (_why, a, b) => expect(kindOf(a, b)).toBe('related'));

  it('does not score a site that contains the other', () => expect(kindOf('one.org', 'archive.example')).toBeNull());

  it('does not even pair a translation', () => expect(kindOf('one.org', 'translated.example')).toBeNull());

  it('ranks by score, and gives features and pages that both have', () => {
    const scores = Array.from({ length: search.size }, (_, place) => search.score(place)[2]);
    expect(scores).toEqual(scores.toSorted((x, y) => y - x));
    const pairs = Array.from(scores, (_, place) => search.pair(place));
    const first = pairs.find(({ a, b }) => a === 'one.org' && b === 'www.one.org')!;
    expect(first.isReplica).toBe(true);
    expect(Object.keys(first.features)).toEqual(['ndist', 'nmatch', 'fullpath']);
    expect(first.jaccard).toBe(1);
    expect(first.examples).toHaveLength(3);
    for (const [x, y] of first.examples) expect(x.replace(first.a, first.b)).toBe(y);
  });

  it('groups replicas under the one that is not in a folder and has the most URLs', () => {
    expect(search.groups).toEqual([
      {
        representative: 'one.org',
        replicas: ['banner.example', 'mirror.two.net', 'moved.example', 'old-one.org', 'part.example', 'www.one.org'],
      },
    ]);
  });

  it('gives the same in any order of the records', async () => {
    const shuffled = crawl(SITES).sort(
      (x, y) => (x.digest ?? '').length - (y.digest ?? '').length || (x.url < y.url ? 1 : -1),
    );
    for (const method of REPLICA_METHODS) {
      const [one, other] = await Promise.all(
        [crawl(SITES), shuffled].map((records) => findReplicas([records], { method })),
      );
      const list = (found: ReplicaSearch) => Array.from({ length: found.size }, (_, place) => found.score(place));
      expect(list(other!)).toEqual(list(one!));
      expect(one!.size).toBeGreaterThan(0);
    }
  });

  it('takes labels in place of records', async () => {
    const labeled = crawl(SITES).flatMap(({ url, digest }): CrawlRecord[] =>
      digest ? [{ url, cluster: digest }] : [],
    );
    const found = kindsOf(await findReplicas([labeled]));
    expect(found('one.org', 'mirror.two.net')).toBe('replica');
    expect(found('one.org', 'moved.example')).toBe('rebased');
    expect(found('parked-a.com', 'parked-b.com')).toBe('related');
  });

  it('uses the smallest address of a host, from a list or from records, and tells what it could not use', async () => {
    const records = crawl({ 'a.org': tree('x'), 'b.org': tree('x'), 'c.org': tree('y') }).map((record) =>
      record.url.startsWith('http://a.org') ? { ...record, ip: '10.0.0.9' } : record,
    );
    const { summary, pair } = await findReplicas([records], {
      ips: [
        ['a.org', '10.0.0.1'],
        ['B.org', '10.0.0.1'],
        ['b.org', '10.0.0.2'],
        ['nowhere.org', '10.0.0.1'],
        ['c.org', 'unknown'],
      ],
    });
    expect(summary.addresses).toBe(2);
    expect(summary.addressList).toEqual({
      hosts: 4,
      unknownHosts: 1,
      unknownExample: 'nowhere.org',
      badAddresses: 1,
      badExample: 'c.org unknown',
    });
    expect(pair(0).features).toMatchObject({ ip4: 1, ip3: 1 });
  });

  it.each([
    ['one host', { 'a.org': tree('x') }, {}, /one site \(a\.org\) only/],
    ['no shared page', { 'a.org': tree('x'), 'b.org': tree('y') }, {}, /no two of 2 sites share a page/],
    ['all the same', { 'a.org': tree('x'), 'b.org': tree('x'), 'c.org': tree('x') }, {}, /all 3 sites may be copies/],
    ['all the same, NU', { 'a.org': tree('x'), 'b.org': tree('x') }, { method: 'nu' }, /no obvious non-replica/],
    [
      'no obvious replica, PU',
      { 'a.org': tree('x'), 'b.org': tree('x'), 'c.org': tree('y') },
      { method: 'pu' },
      /nothing to learn from/,
    ],
  ] as const)('says a sentence for %s', async (_name, sites, options, sentence) => {
    for (const method of REPLICA_METHODS) await findReplicas([crawl(sites)], { method });
    const { summary } = await findReplicas([crawl(sites)], options);
    expect(summary.advice).toMatch(sentence);
  });

  it('has nothing to say of nothing', async () => {
    const { size, groups, summary } = await findReplicas([[]]);
    expect([size, groups.length, summary.candidates]).toEqual([0, 0, 0]);
    expect(summary.advice).toMatch(/no page with a host/);
  });

  it('refuses a method that there is not', async () => {
    await expect(findReplicas([[]], { method: 'guess' as 'pu' })).rejects.toThrow(/method must be one of extended/);
  });
});

describe('host rules', () => {
  const { ruleSet, aliases, rejected, clusters } = search.rules({ minSupport: 5 });

  it('lead to the representative, also out of a folder, and not where pages differ', () => {
    expect(rulesOf(ruleSet).map(printRule).sort()).toEqual([
      "@{mirror.two.net} K host=mirror.two.net => host:='one.org'",
      "@{moved.example} K host=moved.example path[1]=manual => host:='one.org' path[1]:=⊥",
      "@{old-one.org} K host=old-one.org => host:='one.org'",
      "@{part.example} K host=part.example => host:='one.org'",
      "@{www.one.org} K host=www.one.org => host:='one.org'",
    ]);
    expect(aliases).toBe(6);
    expect(rejected['max-fpr']).toBe(1);
  });

  it('have evidence, and the learner that is said to have made them', () => {
    for (const { evidence, learner, state } of rulesOf(ruleSet)) {
      expect([learner, state, evidence?.falsePairs]).toEqual(['replicas', 'active', 0]);
      expect(evidence!.support).toBeGreaterThanOrEqual(5);
    }
  });

  it('join copies of a changed copy with each other', async () => {
    const records = crawl({
      'a.org': [...tree('x'), ...tree('more', 3, '/m')],
      'b.org': changed(tree('x'), 'second'),
      'c.org': changed(tree('x'), 'second'),
      'other.net': tree('z'),
    });
    const found = await findReplicas([records]);
    expect(found.groups.map(({ replicas }) => replicas)).toEqual([['b.org', 'c.org']]);
    expect(rulesOf(found.rules({ minSupport: 5 }).ruleSet).map(printRule)).toEqual([
      "@{c.org} K host=c.org => host:='b.org'",
    ]);
  });

  const site = (text: string): RuleSet => {
    const rule = ruleOf(text);
    return { dustpan: 1, apply: 'fixpoint', sun: false, options: {}, rules: [rule] };
  };

  it('are combined with rules of sites, and what each removes adds up', () => {
    const doubled = clusters.map((cluster) => ({
      ...cluster,
      urls: [...cluster.urls, ...cluster.urls.map((url) => `${url}?sid=1`)],
      wide: [...cluster.wide!, ...cluster.wide!],
    }));
    const { ruleSet: both, refused } = combineSets(ruleSet, site('@{one.org} E => dropParam(sid)'), doubled);
    expect(refused).toEqual([]);
    expect(stagesOf(both)).toHaveLength(2);
    const { duplicates, intra, inter, both: either, union, unionRate } = reductionOf(both, doubled)!;
    expect(intra).toBe(20);
    expect(union).toBe(intra + inter - either);
    expect(unionRate).toBeCloseTo(union / duplicates, 12);
    // Rules of the representative hold for what comes from its replicas, so that nothing is lost between the two.
    expect(union).toBe(intra + inter);
    expect(either).toBe(0);
    expect(reductionOf(ruleSet, doubled)).toBeNull();
  });

  const page = (id: string, ...urls: string[]) => ({ id, urls });
  const DROP = '@{one.org} E => dropParam(v)';

  it('come after the rules of sites where those of the representative would join different pages of a replica', () => {
    const data = [
      page('a', 'http://one.org/p', 'http://one.org/p?v=1', 'http://www.one.org/p'),
      page('b', 'http://www.one.org/p?v=2'),
    ];
    const { ruleSet: both, refused } = combineSets(ruleSet, site(DROP), data);
    expect([refused, stagesOf(both).map(({ apply }) => apply)]).toEqual([[], ['fixpoint', 'first']]);
    const normalizer = compileRules(both);
    const key = (url: string) => normalizer.key(url);
    expect(new Set(data[0]!.urls.map((url) => key(url))).size).toBe(1);
    expect(key(data[1]!.urls[0]!)).not.toBe(key(data[0]!.urls[0]!));
  });

  it('are left out where in either order they join different pages', () => {
    const data = [page('a', 'http://one.org/p?v=1'), page('b', 'http://www.one.org/p')];
    const { ruleSet: both, refused } = combineSets(ruleSet, site(DROP), data);
    const www = rulesOf(ruleSet).find(({ scope }) => scope.hosts.includes('www.one.org'))!;
    expect(refused).toEqual([www.id]);
    expect(rulesOf(both)).toHaveLength(rulesOf(ruleSet).length);
    const normalizer = compileRules(both);
    const key = (url: string) => normalizer.key(url);
    expect(key('http://www.one.org/p')).not.toBe(key('http://one.org/p?v=1'));
  });
});

describe('compareReplicas', () => {
  const labels = Object.keys(SITES).flatMap((a, i, hosts) =>
    hosts.slice(i + 1).map((b): [string, string, string] => {
      const kind = kindOf(a, b);
      return [a, b, kind === null ? 'none' : kind === 'related' ? 'related' : 'replica'];
    }),
  );

  it('has a row for each method, with figures that fit each other', async () => {
    const { rows, data } = await compareReplicas([crawl(SITES)], [...labels, ['one.org', 'nowhere.org', 'none']], {
      folds: 3,
    });
    expect(rows.map(({ method }) => method)).toEqual([...REPLICA_METHODS]);
    expect(data.unknown).toBe(1);
    const [extended, aggregated] = rows;
    expect(extended).toMatchObject({ auc: 1, pooledAuc: 1, precision: 1, recall: 1, fpr: 0 });
    expect(extended!.detection.map(({ rate }) => rate)).toEqual([1, 1, 1]);
    expect(aggregated!.auc).toBeGreaterThan(0.9);
    for (const { roc, reduction, labels: figures } of rows) {
      expect(roc.at(-1)).toMatchObject({ tpr: 1, fpr: 1 });
      expect(reduction.map(({ rate }) => rate)).toEqual(reduction.map(({ rate }) => rate).toSorted((x, y) => x! - y!));
      expect(figures.map(({ label }) => label)).toEqual(['none', 'related', 'replica']);
    }
  });

  it('refuses labels without replicas', async () => {
    await expect(compareReplicas([crawl(SITES)], [['one.org', 'five.org', 'none']])).rejects.toThrow(/--positive/);
  });
});
