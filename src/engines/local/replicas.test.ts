/** Searching for replicas by stages gives what the search in memory gives: pairs with all their figures, groups, host rules, and what is told. */
import { describe, expect, it } from 'vitest';
import { CLUSTER_DEFAULTS } from '../../clusters/index.ts';
import { findReplicas, type ReplicaSearch, replicasJob } from '../../pipeline/index.ts';
import { changed, crawl, redirectsTo, SITES, tree } from '../../pipeline/replicas.case.ts';
import { type CrawlRecord, readRecords } from '../../records/index.ts';
import type { ReplicaMethod, ReplicaOptions } from '../../replicas/index.ts';
import { printRuleSet } from '../../rules/index.ts';
import { temporaryFiles } from './file-of.case.ts';
import { openLocalEngine } from './index.ts';

const fileOfText = temporaryFiles();
const fileOf = (records: readonly CrawlRecord[]) =>
  fileOfText(records.map((record) => `${JSON.stringify(record)}\n`).join(''));

/** Everything that can be asked of a search. */
function told(search: ReplicaSearch): unknown {
  const { ruleSet, ...rules } = search.rules({ minSupport: 2 });
  return {
    summary: search.summary,
    groups: search.groups,
    pairs: Array.from({ length: search.size }, (_, place) => [search.score(place), search.pair(place)]),
    ruleSet: printRuleSet(ruleSet),
    rules,
  };
}

async function compare(path: string, asked: Partial<ReplicaOptions>, partitions: number): Promise<ReplicaSearch> {
  const ips = [
    ['one.org', '192.0.2.1'],
    ['www.one.org', '192.0.2.1'],
    ['mirror.two.net', '192.0.2.9'],
    ['nowhere.example', '192.0.2.3'],
    ['five.org', 'none'],
  ] as const;
  const wanted = await findReplicas(readRecords([path]), { ...asked, ips });
  const engine = openLocalEngine({ partitions });
  try {
    const clustering = { ...CLUSTER_DEFAULTS, reading: {} };
    const options = { asked, ips, clustering, isShown: true, areRules: true };
    const { search } = await replicasJob(engine, [{ path, kind: 'text' }], options);
    expect(told(search)).toEqual(told(wanted));
    expect(JSON.stringify(told(search))).toBe(JSON.stringify(told(wanted)));
  } finally {
    await engine.close();
  }
  return wanted;
}

/** Odd URLs, hosts that are nothing but redirects or failures, and a page that very many sites have. */
const records: readonly CrawlRecord[] = [
  ...crawl(SITES),
  ...crawl({
    'only.example': redirectsTo('www.one.org', tree('one', 9)),
    'near.example': changed(tree('three', 12), 'near').map((page) => ({ ...page, near: true })),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`s${i}.example`, [{ path: '/', text: 'the same' }]])),
  }),
  { url: 'http://gone.example/', status: 404, ip: '198.51.100.7' },
  { url: 'http://one.org', status: 200, digest: 'home', length: 5000 },
  { url: 'https://one.org/', status: 200, digest: 'home', length: 5000 },
  { url: 'http://five.org/a?b=\t\u{1f600}#x', status: 200, digest: 'odd', length: 5000 },
  { url: 'http://five.org/\u2028', status: 200, digest: 'odd', length: 5000, ip: '::1' },
  { url: 'no host', status: 200, digest: 'odd', length: 5000 },
];

describe('replicas by stages', () => {
  it.each<[ReplicaMethod, number]>([
    ['extended', 1],
    ['extended', 3],
    ['pu', 2],
    ['norm-paths', 2],
    ['b-svm', 2],
  ])('agree with %s in %i partitions', async (method, partitions) => {
    const { summary, groups, size, pair } = await compare(fileOf(records), { method }, partitions);
    expect(summary.candidates).toBeGreaterThan(100);
    expect(summary.nearPairs).toBeGreaterThan(0);
    if (method !== 'extended') return;
    expect(groups[0]?.replicas.length).toBeGreaterThan(3);
    const kinds = new Set(Array.from({ length: size }, (_, place) => pair(place).finding!.kind));
    expect([...kinds].sort()).toEqual(['modified', 'partial', 'rebased', 'redirect', 'related', 'replica']);
  });

  it('agree on a sample of the sites of a page', async () => {
    const { summary } = await compare(fileOf(records), { maxSites: 7, seed: 5 }, 2);
    expect(summary.sampledClusters).toBeGreaterThan(1);
  });

  it('agree on sites that share nothing', async () => {
    const { size } = await compare(fileOf(crawl({ 'a.org': tree('a'), 'b.org': tree('b') })), {}, 2);
    expect(size).toBe(0);
  });

  it('refuse methods that draw from all pairs', async () => {
    const engine = openLocalEngine();
    const clustering = { ...CLUSTER_DEFAULTS, reading: {} };
    const job = replicasJob(engine, [], {
      ...{ asked: { method: 'nu' }, ips: [], clustering, isShown: false, areRules: false },
    });
    await expect(job).rejects.toThrow(/nu draws pairs of all sites/);
    await engine.close();
  });
});
