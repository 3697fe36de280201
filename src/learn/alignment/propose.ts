/** Candidate rules (ROD Algorithms 2 and 5): one rule per cluster, equal ones counted, those of few clusters dropped. */
import { compareCodePoints } from '../../base/index.ts';
import type { Cluster } from '../../clusters/index.ts';
import { makeRule } from '../../rules/index.ts';
import { exampleOf, ProblemList, sortCandidates } from '../candidates.ts';
import type { CandidateRule, Proposal } from '../learner.ts';
import { type AlignmentMethod, ClusterRules } from './cluster-rule.ts';
import { grown } from './grown.ts';
import { HostTable } from './hosts.ts';
import type { AlignmentOptions } from './options.ts';
import { ruleBody } from './rule-body.ts';
import { RuleTable } from './rule-table.ts';
import { UrlBytes } from './url-bytes.ts';

/** A rule that joins nothing cannot come up: two different URLs differ at some position. */
export function proposeByAlignment(
  method: AlignmentMethod,
  clusters: readonly Cluster[],
  options: AlignmentOptions,
): Proposal {
  const generator = new ClusterRules(method, options);
  const rules = new RuleTable();
  const seen = new SeenOn();
  const problems = new ProblemList();
  /** The cluster with the smallest URL among those of a rule, which stands for it, and that URL. */
  const clusterOf: number[] = [];
  const smallestOf: string[] = [];

  for (const [c, { urls }] of clusters.entries()) {
    const outcome = generator.generate(urls);
    if (outcome === 'none') continue;
    const { smallest } = generator;
    if (outcome !== 'rule') {
      problems.add(outcome, smallest);
      continue;
    }
    const rule = rules.add(generator.table, generator.consensus, generator.plan, options.cardinality);
    seen.add(rule, options.scopeFrom === 'sample' ? generator.table.source : seen.load(urls));
    if (rule < clusterOf.length && compareCodePoints(smallestOf[rule]!, smallest) <= 0) continue;
    clusterOf[rule] = c;
    smallestOf[rule] = smallest;
  }

  const hosts = seen.hostsOf((rule) => rules.frequency[rule]! >= options.minFrequency);
  const candidates = [...hosts].map(([rule, names]): CandidateRule => {
    generator.generate(clusters[clusterOf[rule]!]!.urls);
    const body = ruleBody(generator.table, generator.consensus, generator.plan, options);
    return candidate(method, body, names, rules.frequency[rule]!, generator.table.urls);
  });
  return { candidates: sortCandidates(candidates), problems: problems.list() };
}

function candidate(
  method: AlignmentMethod,
  body: ReturnType<typeof ruleBody>,
  hosts: readonly string[],
  frequency: number,
  urls: readonly string[],
): CandidateRule {
  const rule = makeRule({ learner: method.name, hosts, ...body });
  return { ...rule, evidence: { frequency, ...exampleOf(rule, [urls[0]!, urls[1]!]) } };
}

/** Which rules were seen on which hosts, as a list that is put in order only for the few rules that are kept. */
class SeenOn {
  readonly #hosts = new HostTable();
  readonly #source = new UrlBytes();
  #rule = new Int32Array(1024);
  #host = new Int32Array(1024);
  #size = 0;

  /** URLs that are not those of the last alignment. */
  load(urls: readonly string[]): UrlBytes {
    this.#source.load(urls);
    return this.#source;
  }

  add(rule: number, source: UrlBytes): void {
    let last = -1;
    for (let u = 0; u < source.urls.length; u++) {
      const host = this.#hosts.idOf(source, u);
      if (host === last) continue;
      last = host;
      this.#rule = grown(this.#rule, this.#size + 1);
      this.#host = grown(this.#host, this.#size + 1);
      this.#rule[this.#size] = rule;
      this.#host[this.#size++] = host;
    }
  }

  hostsOf(isKept: (rule: number) => boolean): Map<number, string[]> {
    const ids = new Map<number, Set<number>>();
    for (let i = 0; i < this.#size; i++) {
      const rule = this.#rule[i]!;
      if (!isKept(rule)) continue;
      const hosts = ids.get(rule);
      if (hosts) hosts.add(this.#host[i]!);
      else ids.set(rule, new Set([this.#host[i]!]));
    }
    return new Map([...ids].map(([rule, hosts]) => [rule, [...hosts].map((host) => this.#hosts.names[host]!)]));
  }
}
