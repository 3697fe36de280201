/** The whole search for replicas: records in; ranked pairs of sites, groups and host rules out. */
import type { ClusterFile, ClusterOptions, RecordBatches } from '../clusters/index.ts';
import {
  completeReplicaOptions,
  countUrls,
  extendedOf,
  type Prepared,
  prepareReplicas,
  type ReplicaOptions,
  type SiteTable,
} from '../replicas/index.ts';
import { examplesOf } from './replicas-examples.ts';
import { type HostAddress, type ReadSites, readSites } from './replicas-read.ts';
import { clustersOfHosts, judgeHostRules } from './replicas-rules.ts';
import { type ReplicaSearch, searchSites } from './replicas-search.ts';

export type ReplicaInputs = {
  /** Hosts and addresses; records may have addresses too. */
  readonly ips?: Iterable<HostAddress>;
  readonly clustering?: Partial<ClusterOptions>;
  /** Called when all records are read and clustered. */
  readonly onRead?: (file: ClusterFile) => void;
};

export async function findReplicas(
  records: RecordBatches,
  asked: Partial<ReplicaOptions> & ReplicaInputs = {},
): Promise<ReplicaSearch> {
  const options = completeReplicaOptions(asked);
  const read = await readSites(records, asked.ips ?? [], asked.clustering ?? {}, asked.onRead);
  const data = prepareSites(read, options, options.method === 'nu' || options.method === 'pu+nu');
  const { table, pairs } = data;
  const { hosts, starts, clusters } = table;
  const place = new Map(hosts.map((host, h) => [host, h]));
  const sizeOf = (host: string) => starts[place.get(host)! + 1]! - starts[place.get(host)!]!;
  const found = {
    ...{ hosts, pairs: data, urls: countUrls(table), clusterCounts: clusterCounts(table) },
    extended: options.method === 'extended' ? extendedOf(data) : null,
    summary: {
      urls: read.file.urls,
      sites: hosts.reduce((sum, _, h) => sum + (starts[h]! < starts[h + 1]! ? 1 : 0), 0),
      clusters,
      sharedClusters: table.sites.reduce((sum, count) => sum + (count > 1 ? 1 : 0), 0),
      addressList: read.addressList,
    },
    examples: (pair: number) => examplesOf(table, pairs.a[pair]!, pairs.b[pair]!),
  };
  return searchSites(
    {
      ...found,
      rules: (groups, asked, moveOf) =>
        judgeHostRules(
          { hosts, pairs, sizeOf, clusters: clustersOfHosts(table, groups) },
          groups,
          options,
          asked,
          moveOf,
        ),
    },
    options,
  );
}

/** Candidates and features of what was read. */
export function prepareSites(read: ReadSites, options: ReplicaOptions, needsNegatives: boolean): Prepared {
  const facts = {
    addressOf: (host: string) => read.notes.addressOf(host),
    onlyRedirects: (host: string) => read.notes.onlyRedirects(host),
  };
  return prepareReplicas(read.table, facts, options, needsNegatives);
}

/** Different clusters of each site. */
function clusterCounts({ hosts, rows, host, cluster }: SiteTable): Int32Array {
  const counts = new Int32Array(hosts.length);
  const last = new Int32Array(hosts.length).fill(-1);
  for (let row = 0; row < rows; row++) {
    if (last[host[row]!] === cluster[row]) continue;
    last[host[row]!] = cluster[row]!;
    counts[host[row]!]!++;
  }
  return counts;
}
