/** Candidates of both halves of the clusters, or of a part of them, found in one pass: a cluster's smallest URL, which says its half, is known once its URLs are sorted. */
import { halfByUrl, halvesOfPacked, type PackedClusters, urlText } from '../../clusters/index.ts';
import { hostOf } from '../../url/index.ts';
import { ProblemList } from '../candidates.ts';
import type { HalvesProposal, Proposal } from '../learner.ts';
import { type AlignmentMethod, ClusterRules, PROBLEMS } from './cluster-rule.ts';
import { grown } from './grown.ts';
import { type AlignKernel, FOR_HOST, NOTHING_IN_COMMON, startAlignKernel, type Told } from './kernel.ts';
import type { AlignmentOptions } from './options.ts';
import { type FrequentRule, proposeByAlignment, RuleBodies } from './propose.ts';
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
    const proposals = [byKernel.proposalOf(0), byKernel.proposalOf(1)] as const;
    kernel.end();
    return { halves: byKernel.halves, proposals };
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
  const proposal = new ProposalsByKernel(method, clusters, options, kernel, isTaken).proposalOf(0);
  kernel.end();
  return proposal;
}

/** Instead of clusters that are taken: all are, and each half has a proposal of its own. */
const BY_HALF = 'halves';

class ProposalsByKernel {
  /** The half of each cluster of two URLs or more. */
  readonly halves: Uint8Array;
  readonly #clusters: PackedClusters;
  readonly #options: AlignmentOptions;
  readonly #kernel: AlignKernel;
  readonly #generator: ClusterRules;
  readonly #code = new RuleCode();
  readonly #isByHalf: boolean;
  readonly #bodies: RuleBodies;
  readonly #problems = [new ProblemList(), new ProblemList()] as const;
  /** The host of each beginning of URLs. */
  readonly #hosts: string[] = [];
  #numbers = new Int32Array(64);
  /** Clusters that the kernel does not know what to do with as they are. */
  readonly #left: number[] = [];

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
    this.#isByHalf = taken === BY_HALF;
    this.#generator = new ClusterRules(method, options);
    this.#bodies = new RuleBodies(method, options, (rule) => kernel.codeOf(rule));
    this.halves = new Uint8Array(clusters.size);
    if (taken === BY_HALF) kernel.proposeAll(this.halves, 'halves', this.#take);
    else {
      const isTaken = Uint8Array.from(this.halves, (_, cluster) => (taken(cluster) ? 1 : 0));
      kernel.proposeAll(isTaken, 'taken', this.#take);
    }
    for (const cluster of this.#left) this.#sample(cluster);
  }

  proposalOf(part: 0 | 1): Proposal {
    const kernel = this.#kernel;
    const { minFrequency } = this.#options;
    const found: FrequentRule[] = [];
    const next = (from: number) => kernel.frequentRule(from, part, minFrequency);
    for (let rule = next(0); rule >= 0; rule = next(rule + 1)) {
      const hosts = kernel.seenOn(rule, part).map((beginning) => this.#host(beginning));
      found.push({ number: rule, frequency: kernel.frequencyOf(rule, part), hosts });
    }
    return { candidates: this.#bodies.candidatesOf(found, null), problems: this.#problems[part].list() };
  }

  /** What the kernel did not count. */
  readonly #take: Told = (cluster, outcome, half, smallest) => {
    if (outcome === NOTHING_IN_COMMON)
      this.#problems[half as 0 | 1].add(PROBLEMS.nothingInCommon, urlText(this.#clusters.urls, smallest));
    else this.#left.push(cluster);
  };

  /** Of many URLs the kernel sees a choice, the one that `ClusterRules` makes. */
  #sample(cluster: number): void {
    const { sample, seed } = this.#options;
    const { urls } = this.#clusters;
    const kernel = this.#kernel;
    const given = this.#membersOf(cluster);
    const distinct = kernel.sort(this.#numbers, given);
    const smallest = this.#numbers[0]!;
    const half = this.#halfOf(cluster, smallest);
    const count = drawSample(urls, this.#numbers, distinct, sample, seed);
    if (count < 2) return;
    const outcome = count > kernel.most ? FOR_HOST : kernel.propose(this.#numbers, count, half);
    if (outcome === NOTHING_IN_COMMON) this.#problems[half].add(PROBLEMS.nothingInCommon, urlText(urls, smallest));
    else if (outcome === FOR_HOST) this.#generate(cluster, half);
  }

  /** The plain way for one cluster. */
  #generate(cluster: number, half: 0 | 1): void {
    const { urls } = this.#clusters;
    const count = this.#membersOf(cluster);
    const generator = this.#generator;
    const outcome = generator.generate(urls, this.#numbers, count, 'trimmed');
    if (outcome === 'none') return;
    if (outcome !== 'rule') {
      this.#problems[half].add(outcome, urlText(urls, generator.smallest));
      return;
    }
    const code = this.#code;
    code.write(generator.table, generator.consensus, generator.plan, this.#options.cardinality);
    this.#kernel.count(code.bytes, code.end, half, this.#numbers, generator.table.urls);
  }

  /** Where a cluster counts. */
  #halfOf(cluster: number, smallest: number): 0 | 1 {
    if (!this.#isByHalf) return 0;
    const half = halfByUrl(this.#clusters.urls, smallest);
    this.halves[cluster] = half;
    return half as 0 | 1;
  }

  #membersOf(cluster: number): number {
    const { first, members } = this.#clusters;
    const from = first[cluster]!;
    const count = first[cluster + 1]! - from;
    this.#numbers = grown(this.#numbers, count);
    for (let i = 0; i < count; i++) this.#numbers[i] = members[from + i]!;
    return count;
  }

  #host(beginning: number): string {
    this.#hosts[beginning] ??= hostOf(urlText(this.#clusters.urls, this.#kernel.urlWith(beginning)));
    return this.#hosts[beginning];
  }
}
