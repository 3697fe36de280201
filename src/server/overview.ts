/** The first page: what rules there are, what they do to the data, and what more or fewer of them would do. */
import { stagesOf } from '../index.ts';
import type { DataFacts, HostFacts, Overview, RuleFileFacts, Tradeoff } from './api.ts';
import type { Applied, AppliedData } from './data-set.ts';
import { hostOf } from './host.ts';
import { countValues } from './rule-list.ts';
import type { Snapshot } from './snapshot.ts';

const HOSTS = 50;

export async function overviewOf(
  snapshot: Snapshot,
  file: RuleFileFacts,
  data: AppliedData | null,
  tradeoff: Tradeoff,
  has: Omit<Overview['has'], 'clusters'>,
): Promise<Overview> {
  const { entries, ruleSet, revision } = snapshot;
  const stages = stagesOf(ruleSet);
  const hosts = new Set(entries.flatMap(({ rule: { scope } }) => (scope.hosts === '*' ? [] : scope.hosts)));
  return {
    revision,
    file,
    rules: {
      total: entries.length,
      states: countValues(entries, ({ rule }) => [rule.state]),
      learners: countValues(entries, ({ rule }) => [rule.learner]),
      families: countValues(entries, ({ rule }) => (rule.evidence?.family === undefined ? [] : [rule.evidence.family])),
      hosts: hosts.size,
      apply: stages.map(({ apply }) => apply),
      sun: stages.some(({ sun }) => sun),
      options: ruleSet.options,
    },
    data: data ? factsOf(data, await data.under(snapshot)) : null,
    tradeoff,
    has: { clusters: data !== null, ...has },
  };
}

function factsOf({ data }: AppliedData, applied: Applied): DataFacts {
  const urls = applied.starts.at(-1)!;
  return {
    sources: data.sources,
    urls,
    clusters: data.clusters.length,
    plural: data.clusters.filter((cluster) => cluster.urls.length > 1).length,
    duplicates: urls - data.clusters.length,
    listed: data.listed.length,
    removed: applied.removed,
    removedRightly: applied.removedRightly,
    sharedKeys: applied.sharedKeys,
    impureKeys: applied.impureKeys,
    hosts: hostFacts(data, applied),
  };
}

/** A cluster counts for the host of its first URL; what the rules remove of it likewise. */
function hostFacts({ clusters }: AppliedData['data'], { keysOf }: Applied): HostFacts[] {
  const hosts = new Map<string, { urls: number; duplicates: number; removed: number }>();
  for (const [i, { urls }] of clusters.entries()) {
    const host = hostOf(urls[0] ?? '');
    const sums = hosts.get(host) ?? { urls: 0, duplicates: 0, removed: 0 };
    sums.urls += urls.length;
    sums.duplicates += urls.length - 1;
    sums.removed += urls.length - keysOf[i]!;
    hosts.set(host, sums);
  }
  return [...hosts]
    .map(([host, sums]) => ({ host, ...sums }))
    .sort((a, b) => b.duplicates - a.duplicates || b.urls - a.urls)
    .slice(0, HOSTS);
}
