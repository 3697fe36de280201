/** The job `replicas` over any engine: sites are compared by stages, and ranked and grouped here, the same as in memory. */
import { ConfigError, compareCodePoints } from '../../base/index.ts';
import type { Cluster } from '../../clusters/index.ts';
import {
  type Comparisons,
  completeReplicaOptions,
  type Extended,
  featuresOf,
  obviousOf,
  type PairList,
  RecordNotes,
  type ReplicaGroup,
  type ReplicaOptions,
} from '../../replicas/index.ts';
import { addAddresses, type HostAddress } from '../replicas-read.ts';
import { hostsOf, judgeHostRules } from '../replicas-rules.ts';
import { type ReplicaSearch, searchSites } from '../replicas-search.ts';
import { type ClusterCounts, type ClusterJobOptions, clusterJob, clusterLinesJob, values } from './cluster-job.ts';
import type { CompareParams, FoundPair } from './site-pairs.ts';
import { type NotedHost, readLine, type SiteCounts, type SiteInfo, type SitesParams } from './site-rows.ts';
import { all, type Engine, type Part, part, type Source } from './stage.ts';

export type ReplicasJobOptions = {
  readonly asked: Partial<ReplicaOptions>;
  readonly ips: Iterable<HostAddress>;
  readonly clustering: ClusterJobOptions;
  /** Whether pages that both sites have are shown, and whether host rules are made. */
  readonly isShown: boolean;
  readonly areRules: boolean;
};

export type ReplicasJob = { readonly search: ReplicaSearch; readonly clustering: ClusterCounts };

export async function replicasJob(
  engine: Engine,
  sources: readonly Source[],
  { asked, ips, clustering, isShown, areRules }: ReplicasJobOptions,
): Promise<ReplicasJob> {
  const options = completeReplicaOptions(asked);
  if (options.method === 'nu' || options.method === 'pu+nu') {
    throw new ConfigError(
      'not-staged',
      `the method ${options.method} draws pairs of all sites, on this machine only; with spark use extended, pu, norm-paths or b-svm`,
    );
  }
  const job = await clusterJob(engine, sources, { ...clustering, keepsRecords: true });
  const lines = await clusterLinesJob(engine, job);
  const compared = await compareJob(engine, job.records!, lines, options, isShown);
  const { hosts, pairs, infos, counts, notes } = compared;
  const addressList = addAddresses(notes, ips);
  const addresses = hosts.map((host) => notes.addressOf(host));
  const comparisons = comparisonsOf(compared.found);
  const infoOf = (host: string) => infos.get(host);
  let clusters: readonly Cluster[] = [];
  const search = searchSites(
    {
      hosts,
      pairs: {
        ...{ pairs, addresses, comparisons, ...obviousOf(hosts, pairs) },
        candidates: pairs.shared.reduce((sum, shared) => sum + (shared > 0 ? 1 : 0), 0),
        sampled: counts.sampled,
        features: featuresOf(hosts, addresses, pairs, comparisons),
        negatives: featuresOf(hosts, addresses, NO_PAIRS, NO_PATHS),
        negativeCount: 0,
      },
      urls: Int32Array.from(hosts, (host) => infoOf(host)?.urls ?? 0),
      clusterCounts: Int32Array.from(hosts, (host) => infoOf(host)?.clusters ?? 0),
      summary: {
        ...{ urls: job.counts.urls, sites: infos.size, addressList },
        ...{ clusters: counts.clusters, sharedClusters: counts.shared },
      },
      extended: options.method === 'extended' ? extendedOf(compared.found, (host) => notes.onlyRedirects(host)) : null,
      examples: (pair) => compared.found[pair]!.examples,
      rules(groups, asked, moveOf) {
        const sizeOf = (host: string) => infoOf(host)?.pages ?? 0;
        return judgeHostRules({ hosts, pairs, sizeOf, clusters }, groups, options, asked, moveOf);
      },
    },
    options,
  );
  if (areRules) clusters = await clustersOf(engine, lines, search.groups);
  await engine.drop(lines.table);
  await engine.drop(job.table);
  return { search, clustering: job.counts };
}

type ComparedByStages = {
  readonly hosts: readonly string[];
  readonly pairs: PairList;
  /** In the order of the pairs. */
  readonly found: readonly FoundPair[];
  readonly infos: ReadonlyMap<string, SiteInfo>;
  readonly counts: SiteCounts;
  readonly notes: RecordNotes;
};

async function compareJob(
  engine: Engine,
  records: Part,
  lines: Part,
  { seed, maxSites, method }: ReplicaOptions,
  isShown: boolean,
): Promise<ComparedByStages> {
  const params: SitesParams = { seed, maxSites };
  const rows = await engine.run([{ stage: 'map:site-rows' }, { stage: 'reduce:site-sketches' }], [records, lines]);
  await engine.drop(records.table);
  const bySite = await engine.run([{ stage: 'reduce:site-clusters', params }], [part(rows, 'c')]);
  const pages = await engine.run([{ stage: 'reduce:site-pages' }], [part(bySite, 's')]);
  const terms = await engine.run(
    [{ stage: 'reduce:site-belonging' }, { stage: 'reduce:site-terms', params }],
    [part(pages, 'o')],
  );
  const pairing = [{ stage: 'reduce:site-pairs' }, { stage: 'reduce:pair-first' }, { stage: 'reduce:pair-second' }];
  const paired = await engine.run(pairing, [part(bySite, 'p'), part(terms, 'p'), part(pages, 'i'), part(pages, 'j')]);
  const maxDf = (await values<number>(engine, part(terms, '!df'))).reduce((x, y) => Math.max(x, y), 0);
  const comparing: CompareParams = { maxDf, isExtended: method === 'extended', isShown };
  const steps = [{ stage: 'reduce:site-partners' }, { stage: 'reduce:compare-sites', params: comparing }];
  const compared = await engine.run(steps, [part(terms, 'g'), all(paired)]);
  const notes = new RecordNotes();
  for await (const { v } of engine.rows(part(rows, 'h'))) {
    const { host, ...note } = JSON.parse(v) as NotedHost;
    notes.addNote(host, { address: undefined, ...note });
  }
  const infos = new Map<string, SiteInfo>();
  for await (const { v } of engine.rows(part(pages, 'i'))) {
    const info = JSON.parse(v) as SiteInfo;
    infos.set(info.host, info);
  }
  const found: FoundPair[] = [];
  for await (const { v } of engine.rows(part(compared, 'x'))) found.push(JSON.parse(v) as FoundPair);
  const counts = (await values<SiteCounts>(engine, part(bySite, '!sites'))).reduce(addCounts, NO_COUNTS);
  for (const table of [rows, bySite, pages, terms, paired, compared]) await engine.drop(table);
  const hosts = [...new Set([...notes.hosts(), ...infos.keys()])].sort(compareCodePoints);
  return { hosts, ...pairsOf(hosts, found), infos, counts, notes };
}

const NO_COUNTS: SiteCounts = { clusters: 0, shared: 0, sampled: 0 };

function addCounts(a: SiteCounts, b: SiteCounts): SiteCounts {
  return {
    clusters: Math.max(a.clusters, b.clusters),
    shared: a.shared + b.shared,
    sampled: a.sampled + b.sampled,
  };
}

/** Pairs by their places among the hosts, in order. */
function pairsOf(hosts: readonly string[], unsorted: readonly FoundPair[]): Pick<ComparedByStages, 'pairs' | 'found'> {
  const place = new Map(hosts.map((host, h) => [host, h]));
  const placed = unsorted.map((pair) => ({ pair, a: place.get(pair.a)!, b: place.get(pair.b)! }));
  const sorted = placed.sort((x, y) => x.a - y.a || x.b - y.b);
  const pairs: PairList = {
    size: sorted.length,
    a: Int32Array.from(sorted, ({ a }) => a),
    b: Int32Array.from(sorted, ({ b }) => b),
    shared: Int32Array.from(sorted, ({ pair }) => pair.shared),
    weight: Float64Array.from(sorted, ({ pair }) => pair.weight),
  };
  return { pairs, found: sorted.map(({ pair }) => pair) };
}

function comparisonsOf(found: readonly FoundPair[]): Comparisons {
  const floats = (name: keyof Comparisons) => Float64Array.from(found, ({ compared }) => compared[name]);
  const counts = (name: keyof Comparisons) => Int32Array.from(found, ({ compared }) => compared[name]);
  return {
    fullpath: floats('fullpath'),
    normPaths: floats('normPaths'),
    common: counts('common'),
    equal: counts('equal'),
    distinct: counts('distinct'),
    same: floats('same'),
    weightA: floats('weightA'),
    weightB: floats('weightB'),
    home: floats('home'),
    belonging: floats('belonging'),
  };
}

/** Where sites were compared it was not known which of them only redirect. */
function extendedOf(found: readonly FoundPair[], onlyRedirects: (host: string) => boolean): Extended {
  return {
    scores: Float64Array.from(found, ({ extended }) => extended!.score),
    move: (pair) => found[pair]!.extended!.finding.move,
    finding(pair) {
      const { a, b, extended } = found[pair]!;
      const { finding } = extended!;
      const isRedirect = finding.kind !== 'related' && (onlyRedirects(a) || onlyRedirects(b));
      return isRedirect ? { ...finding, kind: 'redirect' } : finding;
    },
  };
}

/** Pages of the hosts in groups: what host rules are judged on is brought here. */
async function clustersOf(engine: Engine, lines: Part, groups: readonly ReplicaGroup[]): Promise<Cluster[]> {
  const params = { hosts: hostsOf(groups) };
  const table = await engine.run([{ stage: 'map:site-urls', params }], [lines]);
  const clusters = new Map<number, { id: string; urls: string[]; wide: string[] }>();
  for await (const { v } of engine.rows(part(table, 'l'))) {
    const { cluster, url, wide } = readLine(v);
    const known = clusters.get(cluster) ?? { id: String(cluster), urls: [], wide: [] };
    known.urls.push(url);
    known.wide.push(String(wide));
    clusters.set(cluster, known);
  }
  await engine.drop(table);
  return [...clusters.values()];
}

const NO_PAIRS: PairList = {
  size: 0,
  a: new Int32Array(),
  b: new Int32Array(),
  shared: new Int32Array(),
  weight: new Float64Array(),
};
const NO_PATHS = { fullpath: new Float64Array() };
