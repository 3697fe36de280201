/** Host rules of replica groups: proposed by the groups, judged like any rule on pages that did not propose them. */
import { compareCodePoints } from '../base/index.ts';
import { type Cluster, halvesOf, labelUrls } from '../clusters/index.ts';
import {
  type Alias,
  hostRule,
  type Move,
  type PairList,
  type ReplicaGroup,
  type ReplicaOptions,
  type SiteTable,
} from '../replicas/index.ts';
import type { Rule, RuleSet } from '../rules/index.ts';
import { hostOf } from '../url/index.ts';
import { REASONS, type Reason, selectRules } from '../validate/index.ts';
import { judgedBy } from './cross-fit.ts';

export type HostRuleOptions = { readonly minSupport: number; readonly maxFpr: number; readonly confidence: number };

export type HostRules = {
  readonly ruleSet: RuleSet;
  /** Replicas of all groups, and those of them for which a rule was proposed. */
  readonly aliases: number;
  readonly candidates: number;
  readonly rejected: Readonly<Record<Reason, number>>;
  /** Pages of the sites in groups: what the rules were judged on. */
  readonly clusters: readonly Cluster[];
};

/** What host rules are made of and judged on. */
export type GroupedSites = {
  readonly hosts: readonly string[];
  readonly pairs: PairList;
  /** Pages of a host. */
  readonly sizeOf: (host: string) => number;
  /** Pages of the hosts that are in groups. */
  readonly clusters: readonly Cluster[];
};

/** As for any rule that is learned. */
const DEFAULTS: HostRuleOptions = { minSupport: 10, maxFpr: 0, confidence: 0.95 };

/**
 * Rules lead to the site that stands for a group. Replicas for which that is refuted, such as copies with a line more on every page, may
 * still be copies of each other: they are a group of their own, and tried again.
 */
export function judgeHostRules(
  data: GroupedSites,
  groups: readonly ReplicaGroup[],
  { method, seed }: ReplicaOptions,
  asked: Partial<HostRuleOptions>,
  moveOf: (pair: number) => Move | null,
): HostRules {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const options: HostRuleOptions = { ...DEFAULTS, ...Object.fromEntries(given) };
  const judge = judgeOn(data.clusters, options);
  const rules: Rule[] = [];
  const rejected: Record<Reason, number> = { 'min-support': 0, 'max-fpr': 0, inverse: 0, covered: 0, conflict: 0 };
  let candidates = 0;
  for (let left = groups; left.length > 0; ) {
    const round = judge(aliasesOf(data, left, moveOf));
    rules.push(...round.rules);
    if (left === groups) {
      candidates = round.candidates;
      for (const reason of REASONS) rejected[reason] = round.rejected[reason];
    }
    const proven = new Set(round.rules.flatMap(({ scope }) => (scope.hosts === '*' ? [] : scope.hosts)));
    left = left.flatMap(({ replicas }) =>
      regrouped(
        replicas.filter((host) => !proven.has(host)),
        data.sizeOf,
      ),
    );
  }
  const printed = { 'min-support': options.minSupport, 'max-fpr': options.maxFpr, confidence: options.confidence };
  return {
    ruleSet: {
      ...{ dustpan: 1, apply: 'first', sun: false },
      options: { learner: 'replicas', method, seed, ...printed },
      rules,
    },
    aliases: groups.reduce((sum, { replicas }) => sum + replicas.length, 0),
    ...{ candidates, rejected, clusters: judge.clusters },
  };
}

type Judge = ((
  aliases: readonly Alias[],
) => { readonly rules: readonly Rule[]; readonly candidates: number } & Pick<HostRules, 'rejected'>) & {
  readonly clusters: readonly Cluster[];
};

function judgeOn(clusters: readonly Cluster[], options: HostRuleOptions): Judge {
  const halves = halvesOf(clusters);
  const labels = labelUrls(clusters);
  const judge = (aliases: readonly Alias[]) => {
    const frequencies = countProposals(clusters, halves, new Map(aliases.map(({ from, to }) => [from, to])));
    const candidates = aliases.flatMap((alias) => {
      const rule = hostRule(alias);
      const [first, second] = frequencies.get(alias.from) ?? [0, 0];
      const by = (first > 0 ? 1 : 0) | (second > 0 ? 2 : 0);
      return rule === null || by === 0 ? [] : [{ rule: { ...rule, evidence: { frequency: first + second } }, by }];
    });
    const { rules, rejected } = selectRules(
      candidates.map(({ rule }) => rule),
      { labels, texts: labels.urls },
      {
        ...{ ...options, style: 'none' },
        // What one half proposed alone is proven by the other; contradictions count everywhere.
        counted: { parts: halves, ofRule: candidates.map(({ by }) => judgedBy(by)) },
      },
    );
    return { rules, rejected, candidates: candidates.length };
  };
  return Object.assign(judge, { clusters });
}

/** Hosts that are left, as a group of their own. */
function regrouped(hosts: readonly string[], sizeOf: (host: string) => number): ReplicaGroup[] {
  if (hosts.length < 2) return [];
  const [representative, ...replicas] = hosts.toSorted(
    (x, y) => sizeOf(y) - sizeOf(x) || x.length - y.length || compareCodePoints(x, y),
  );
  return [{ representative: representative!, replicas }];
}

/** Every replica with the site that stands for it, and the move between their paths if their pair shows one. */
function aliasesOf(
  { hosts, pairs }: GroupedSites,
  groups: readonly ReplicaGroup[],
  moveOf: (pair: number) => Move | null,
): Alias[] {
  const target = new Map(
    groups.flatMap(({ representative, replicas }) => replicas.map((host) => [host, representative])),
  );
  const moves = new Map<string, Move>();
  for (let pair = 0; pair < pairs.size; pair++) {
    const [a, b] = [hosts[pairs.a[pair]!]!, hosts[pairs.b[pair]!]!];
    const isForward = target.get(a) === b;
    if (!isForward && target.get(b) !== a) continue;
    const move = moveOf(pair);
    if (move !== null) moves.set(isForward ? a : b, isForward ? move : { from: move.to, to: move.from });
  }
  return [...target].map(([from, to]) => ({ from, to, move: moves.get(from) ?? null }));
}

/** Clusters with the URLs that the hosts of groups have of them. */
export function clustersOfHosts(table: SiteTable, groups: readonly ReplicaGroup[]): Cluster[] {
  const wanted = new Set(hostsOf(groups));
  const isWanted = Uint8Array.from(table.hosts, (host) => (wanted.has(host) ? 1 : 0));
  const clusters: { id: string; urls: string[]; wide: string[] }[] = [];
  let current = -1;
  for (let row = 0; row < table.rows; row++) {
    if (isWanted[table.host[row]!] === 0) continue;
    if (table.cluster[row] !== current) {
      current = table.cluster[row]!;
      clusters.push({ id: String(current + 1), urls: [], wide: [] });
    }
    clusters.at(-1)!.urls.push(table.urlOf(row));
    clusters.at(-1)!.wide.push(String(table.wide[row]! + 1));
  }
  return clusters;
}

export function hostsOf(groups: readonly ReplicaGroup[]): string[] {
  return groups.flatMap(({ representative, replicas }) => [representative, ...replicas]);
}

/** For each replica the clusters of either half that it shares with the site that stands for it. */
function countProposals(
  clusters: readonly Cluster[],
  halves: Uint8Array,
  target: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly [number, number]> {
  const counts = new Map<string, [number, number]>();
  for (const [c, { urls }] of clusters.entries()) {
    const hosts = new Set(urls.map(hostOf));
    for (const host of hosts) {
      const to = target.get(host);
      if (to === undefined || !hosts.has(to)) continue;
      const known = counts.get(host) ?? [0, 0];
      known[halves[c]!]!++;
      counts.set(host, known);
    }
  }
  return counts;
}
