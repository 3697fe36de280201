/** Candidates of both halves of the clusters, or of a part of them, found in one pass: a cluster's smallest URL, which says its half, is known once its URLs are sorted. */
import { halfByUrl, halvesOfPacked, type PackedClusters, urlText } from '../../clusters/index.ts';
import { hostOf } from '../../url/index.ts';
import { ProblemList } from '../candidates.ts';
import type { HalvesProposal, Proposal } from '../learner.ts';
import { type AlignmentMethod, ClusterRules, PROBLEMS } from './cluster-rule.ts';
import { grown } from './grown.ts';
import { type AlignKernel, FOR_HOST, NOTHING_IN_COMMON, RULE, startAlignKernel } from './kernel.ts';
import type { AlignmentOptions } from './options.ts';
import { proposeByAlignment, RuleBodies, SeenOn } from './propose.ts';
import { RuleCode } from './rule-code.ts';
import { drawSample } from './sample.ts';

/** For linear alignment alone, which is what the kernel does. */
export function proposeHalves(
  method: AlignmentMethod,
  clusters: PackedClusters,
  options: AlignmentOptions,
): HalvesProposal {
  const kernel = startAlignKernel(clusters, options);
  if (kernel !== null) {
    const byKernel = new ProposalsByKernel(method, clusters, options, kernel, BY_HALF);
    return { halves: byKernel.halves, proposals: [byKernel.proposalOf(0), byKernel.proposalOf(1)] };
  }
  const halves = halvesOfPacked(clusters);
  const propose = (half: number) =>
    proposeByAlignment(method, clusters, options, (cluster) => halves[cluster] === half, false);
  return { halves, proposals: [propose(0), propose(1)] };
}

/** The same for the clusters that `isTaken`. */
export function proposePart(
  method: AlignmentMethod,
  clusters: PackedClusters,
  options: AlignmentOptions,
  isTaken: (cluster: number) => boolean,
): Proposal {
  const kernel = startAlignKernel(clusters, options);
  if (kernel === null) return proposeByAlignment(method, clusters, options, isTaken, false);
  return new ProposalsByKernel(method, clusters, options, kernel, isTaken).proposalOf(0);
}

/** Instead of clusters that are taken: all are, and each half has a proposal of its own. */
const BY_HALF = 'halves';

/** What is known of the rules of one half. */
class Tally {
  frequency = new Int32Array(1024);
  readonly seen = new SeenOn();
  readonly problems = new ProblemList();

  count(rule: number): void {
    this.frequency = grown(this.frequency, rule + 1);
    this.frequency[rule]!++;
  }
}

class ProposalsByKernel {
  /** The half of each cluster of two URLs or more. */
  readonly halves: Uint8Array;
  readonly #clusters: PackedClusters;
  readonly #options: AlignmentOptions;
  readonly #kernel: AlignKernel;
  readonly #generator: ClusterRules;
  readonly #code = new RuleCode();
  readonly #taken: typeof BY_HALF | ((cluster: number) => boolean);
  readonly #bodies: RuleBodies;
  readonly #tallies = [new Tally(), new Tally()] as const;
  /** The host of each beginning of URLs, and the hosts. */
  #hostOf = new Int32Array(1024).fill(-1);
  readonly #hosts: string[] = [];
  readonly #hostNumbers = new Map<string, number>();
  #numbers = new Int32Array(64);

  constructor(
    method: AlignmentMethod,
    clusters: PackedClusters,
    options: AlignmentOptions,
    kernel: AlignKernel,
    taken: typeof BY_HALF | ((cluster: number) => boolean),
  ) {
    this.#clusters = clusters;
    this.#options = options;
    this.#kernel = kernel;
    this.#taken = taken;
    this.#generator = new ClusterRules(method, options);
    this.#bodies = new RuleBodies(method, options, (rule) => kernel.codeOf(rule));
    this.halves = new Uint8Array(clusters.size);
    this.#askAll();
  }

  proposalOf(part: 0 | 1): Proposal {
    const { seen, frequency, problems } = this.#tallies[part];
    const { minFrequency } = this.#options;
    const hosts = seen.hostsOf((rule) => frequency[rule]! >= minFrequency, this.#hosts);
    return { candidates: this.#bodies.candidatesOf(hosts, frequency, null), problems: problems.list() };
  }

  #askAll(): void {
    const { size, first } = this.#clusters;
    const taken = this.#taken;
    for (let c = 0; c < size; c++) {
      const count = first[c + 1]! - first[c]!;
      if (count < 2 || (taken !== BY_HALF && !taken(c))) continue;
      if (count <= this.#kernel.most) this.#kernel.ask(c, this.#take);
      else this.#sample(c);
    }
    this.#kernel.flush(this.#take);
  }

  /** What the kernel found out about a cluster. */
  readonly #take = (kernel: AlignKernel): void => {
    const { urls } = this.#clusters;
    const { cluster, outcome, smallest, rule } = kernel;
    if (outcome === FOR_HOST) {
      this.#generate(cluster);
      return;
    }
    const tally = this.#tallyOf(cluster, smallest, kernel.half);
    if (outcome === NOTHING_IN_COMMON) tally.problems.add(PROBLEMS.nothingInCommon, urlText(urls, smallest));
    if (outcome !== RULE) return;
    tally.count(rule);
    for (let k = 0; k < kernel.beginnings; k++)
      tally.seen.add(rule, this.#host(kernel.beginning(k), kernel.urlWith(k)));
  };

  /** Of many URLs the kernel sees a choice, the one that `ClusterRules` makes. */
  #sample(cluster: number): void {
    const { sample, seed } = this.#options;
    const kernel = this.#kernel;
    const given = this.#membersOf(cluster);
    const count = kernel.sort(this.#numbers, given);
    const smallest = this.#numbers[0]!;
    const taken = drawSample(this.#clusters.urls, this.#numbers, count, sample, seed);
    if (taken > kernel.most) this.#generate(cluster);
    else kernel.askOrdered(cluster, smallest, this.#numbers, taken, this.#take);
  }

  /** The plain way for one cluster. */
  #generate(cluster: number): void {
    const { urls } = this.#clusters;
    const count = this.#membersOf(cluster);
    const generator = this.#generator;
    const outcome = generator.generate(urls, this.#numbers, count, 'trimmed');
    const tally = this.#tallyOf(cluster, generator.smallest, -1);
    if (outcome === 'none') return;
    if (outcome !== 'rule') {
      tally.problems.add(outcome, urlText(urls, generator.smallest));
      return;
    }
    const code = this.#code;
    code.write(generator.table, generator.consensus, generator.plan, this.#options.cardinality);
    const rule = this.#kernel.ruleOf(code.bytes, code.end);
    tally.count(rule);
    for (let i = 0; i < generator.table.urls; i++) {
      const url = this.#numbers[i]!;
      tally.seen.add(rule, this.#host(this.#kernel.beginningOf(url), url));
    }
  }

  /** Where a cluster counts; its half is -1 if it is to be found out. */
  #tallyOf(cluster: number, smallest: number, known: number): Tally {
    if (this.#taken !== BY_HALF) return this.#tallies[0];
    const half = known >= 0 ? known : halfByUrl(this.#clusters.urls, smallest);
    this.halves[cluster] = half;
    return this.#tallies[half]!;
  }

  #membersOf(cluster: number): number {
    const { first, members } = this.#clusters;
    const from = first[cluster]!;
    const count = first[cluster + 1]! - from;
    this.#numbers = grown(this.#numbers, count);
    for (let i = 0; i < count; i++) this.#numbers[i] = members[from + i]!;
    return count;
  }

  #host(beginning: number, url: number): number {
    if (beginning >= this.#hostOf.length) {
      const before = this.#hostOf.length;
      this.#hostOf = grown(this.#hostOf, beginning + 1);
      this.#hostOf.fill(-1, before);
    }
    const known = this.#hostOf[beginning]!;
    if (known !== -1) return known;
    const name = hostOf(urlText(this.#clusters.urls, url));
    const host = this.#hostNumbers.get(name) ?? this.#hosts.push(name) - 1;
    this.#hostNumbers.set(name, host);
    this.#hostOf[beginning] = host;
    return host;
  }
}
