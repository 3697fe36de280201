/** Candidate rules (ROD Algorithms 2 and 5): one rule per cluster, equal ones counted, those of few clusters dropped. */
import { compareUrls, type PackedClusters, touchUrls, urlText } from '../../clusters/index.ts';
import { makePrinted, normalizeHosts, type Rule } from '../../rules/index.ts';
import { exampleOf, ProblemList, sortCandidates } from '../candidates.ts';
import type { CandidateRule, Proposal } from '../learner.ts';
import { type AlignmentMethod, ClusterRules } from './cluster-rule.ts';
import { grown } from './grown.ts';
import { endOfBeginning, HostTable } from './hosts.ts';
import type { AlignmentOptions } from './options.ts';
import { bodyOfCode } from './rule-body.ts';
import { RuleTable } from './rule-table.ts';
import type { UrlBytes } from './url-bytes.ts';

/** Clusters whose URLs are brought into the cache together. */
const BATCH = 64;

/** From all clusters, or those that `isTaken`. Examples take long, and are found anew when rules are judged. A rule that joins nothing cannot come up: two different URLs differ at some position. */
export function proposeByAlignment(
  method: AlignmentMethod,
  clusters: PackedClusters,
  options: AlignmentOptions,
  isTaken: (cluster: number) => boolean = () => true,
  withExamples = true,
): Proposal {
  const { urls } = clusters;
  const generator = new ClusterRules(method, options);
  const rules = new RuleTable();
  const hosts = new HostTable();
  const seen = new SeenOn();
  const problems = new ProblemList();
  /** The smallest URL among those of a rule's clusters: its cluster stands for the rule. */
  let smallestOf = new Int32Array(1024);

  const { size, first, members } = clusters;
  let numbers = new Int32Array(64);
  const take = (cluster: number): number => {
    const from = first[cluster]!;
    const count = first[cluster + 1]! - from;
    numbers = grown(numbers, count);
    for (let i = 0; i < count; i++) numbers[i] = members[from + i]!;
    return count;
  };
  for (let c = 0; c < size; c++) {
    if (c % BATCH === 0) touchUrls(urls, members, first[c]!, first[Math.min(size, c + BATCH)]!);
    if (!isTaken(c)) continue;
    const count = take(c);
    const outcome = generator.generate(urls, numbers, count, 'trimmed');
    if (outcome === 'none') continue;
    const { smallest } = generator;
    if (outcome !== 'rule') {
      problems.add(outcome, urlText(urls, smallest));
      continue;
    }
    const known = rules.size;
    const rule = rules.add(generator.table, generator.consensus, generator.plan, options.cardinality);
    if (options.scopeFrom === 'sample') addSample(seen, hosts, rule, generator.table.source);
    else addCluster(seen, hosts, rule, clusters, c);
    if (rule < known && compareUrls(urls, smallestOf[rule]!, smallest) <= 0) continue;
    smallestOf = grown(smallestOf, rule + 1);
    smallestOf[rule] = smallest;
  }

  const bodies = new RuleBodies(method, options, (rule) => rules.codeOf(rule));
  const examples = (rule: number): readonly [string, string] => {
    const count = take(clusters.cluster[smallestOf[rule]!]!);
    generator.generate(urls, numbers, count, 'whole');
    const { source } = generator.table;
    return [source.text(0), source.text(1)];
  };
  const kept = seen.hostsOf((rule) => rules.frequency[rule]! >= options.minFrequency, hosts.names);
  const frequent = [...kept].map(([number, names]) => ({ number, frequency: rules.frequency[number]!, hosts: names }));
  return {
    candidates: bodies.candidatesOf(frequent, withExamples ? examples : null),
    problems: problems.list(),
  };
}

/** A rule that is kept, with the hosts it was seen on. */
export type FrequentRule = { readonly number: number; readonly frequency: number; readonly hosts: readonly string[] };

/** Rules that are kept, each made of its code once, whoever proposes it. */
export class RuleBodies {
  readonly #method: AlignmentMethod;
  readonly #options: AlignmentOptions;
  readonly #codeOf: (rule: number) => Uint8Array;
  readonly #made = new Map<number, Rule>();
  readonly #texts = new Map<string, string>();

  constructor(method: AlignmentMethod, options: AlignmentOptions, codeOf: (rule: number) => Uint8Array) {
    this.#method = method;
    this.#options = options;
    this.#codeOf = codeOf;
  }

  /** As candidates; `examples` gives two URLs that show a rule. */
  candidatesOf(
    kept: readonly FrequentRule[],
    examples: ((rule: number) => readonly [string, string]) | null,
  ): CandidateRule[] {
    const candidates = kept.map(({ number, frequency, hosts }): CandidateRule => {
      const rule = { ...this.#ruleOf(number), scope: { hosts: normalizeHosts(hosts) } };
      return { ...rule, evidence: { frequency, ...(examples && exampleOf(rule, examples(number))) } };
    });
    return sortCandidates(candidates, this.#texts);
  }

  /** The rule, for no host yet. */
  #ruleOf(number: number): Rule {
    const known = this.#made.get(number);
    if (known !== undefined) return known;
    const body = bodyOfCode(this.#codeOf(number), this.#options);
    const { rule, text } = makePrinted({ learner: this.#method.name, hosts: [], ...body });
    this.#made.set(number, rule);
    this.#texts.set(rule.id, text);
    return rule;
  }
}

/** On the hosts of the URLs that were aligned. */
function addSample(
  seen: SeenOn,
  hosts: HostTable,
  rule: number,
  { bytes, starts, ends, left, right, count }: UrlBytes,
): void {
  const first = starts[0]! - left;
  // Most clusters are of one host, and all their URLs begin with it.
  const isShared = left > 0 && endOfBeginning(bytes, first, first + left) < first + left;
  for (let u = 0; u < (isShared ? 1 : count); u++)
    seen.add(rule, hosts.idOf(bytes, starts[u]! - left, ends[u]! + right));
}

/** On the hosts of all URLs of a cluster. */
function addCluster(
  seen: SeenOn,
  hosts: HostTable,
  rule: number,
  { urls, first, members }: PackedClusters,
  cluster: number,
): void {
  for (let i = first[cluster]!; i < first[cluster + 1]!; i++)
    seen.add(rule, hosts.idOf(urls.bytes, urls.starts[members[i]!]!, urls.ends[members[i]!]!));
}

/** Which rules were seen on which hosts, as a list that is put in order only for the few rules that are kept. */
class SeenOn {
  #rule = new Int32Array(1024);
  #host = new Int32Array(1024);
  #size = 0;

  add(rule: number, host: number): void {
    const last = this.#size - 1;
    if (last >= 0 && this.#host[last] === host && this.#rule[last] === rule) return;
    this.#rule = grown(this.#rule, this.#size + 1);
    this.#host = grown(this.#host, this.#size + 1);
    this.#rule[this.#size] = rule;
    this.#host[this.#size++] = host;
  }

  hostsOf(isKept: (rule: number) => boolean, names: readonly string[]): Map<number, string[]> {
    const ids = new Map<number, Set<number>>();
    for (let i = 0; i < this.#size; i++) {
      const rule = this.#rule[i]!;
      if (!isKept(rule)) continue;
      const hosts = ids.get(rule);
      if (hosts) hosts.add(this.#host[i]!);
      else ids.set(rule, new Set([this.#host[i]!]));
    }
    return new Map([...ids].map(([rule, hosts]) => [rule, [...hosts].map((host) => names[host]!)]));
  }
}
