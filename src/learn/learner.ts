/** The learner contract: a learner is a value that turns dup-clusters into candidate rules, and does nothing else. */
import { ConfigError } from '../base/index.ts';
import type { Cluster, ListedUrl, PackedClusters } from '../clusters/index.ts';
import type { Apply, Emit, Evidence, LearnerName, Match, Rule, View } from '../rules/index.ts';

export type LearnInput = {
  /** Clusters may span hosts; those of one URL are no evidence for a rule but tell pages apart. */
  readonly clusters: readonly Cluster[];
  /** URLs without a known cluster, for methods that learn from lists. */
  readonly urls?: readonly ListedUrl[];
};

/** Options that mean the same to every learner. */
export type SharedOptions = {
  /** Of everything random. */
  readonly seed: number;
  /** K: URLs of a cluster that are looked at; Infinity is all of them. */
  readonly sample: number;
  /** Card_set: this many different values at one place are generalized to their type. */
  readonly cardinality: number;
  /** min_freq: clusters that must propose the same rule. */
  readonly minFrequency: number;
};

/** A rule with the evidence that produced it: how many clusters proposed it, and an example. */
export type CandidateRule = Rule & { readonly evidence: Evidence & { readonly frequency: number } };

/** Something that kept data from becoming a rule: counted, never thrown. */
export type Problem = { readonly code: string; readonly count: number; readonly example?: string };

export type Proposal = { readonly candidates: readonly CandidateRule[]; readonly problems: readonly Problem[] };

/** What each half of the clusters proposes, and the half of each cluster of two URLs or more. */
export type HalvesProposal = { readonly halves: Uint8Array; readonly proposals: readonly [Proposal, Proposal] };

/** What a method that looks at one cluster at a time makes of it: a rule, nothing, or the code of a problem. */
export type ClusterOutcome =
  | { readonly kind: 'rule'; readonly match: Match; readonly emit: Emit; readonly hosts: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly code: string };

export type Learner<Options extends SharedOptions = SharedOptions> = {
  readonly name: LearnerName;
  /** The publication that describes the method. */
  readonly source: string;
  /** The views of the URL its rules can have. */
  readonly emits: readonly View[];
  readonly defaults: Options;
  /** Names of the options that can keep a rule from being proposed at all, and at 1 keep none; `minFrequency` when absent. */
  readonly thresholds?: readonly string[];
  /** It also learns from URLs of whose pages nothing is known. */
  readonly lists?: true;
  /** What shared code does with the valid rules: keeps all, drops those covered by another, or walks a tree. */
  readonly selection: 'none' | 'covered' | 'tree';
  /** How its rules are used: the first that applies, or all of them in order until nothing changes. */
  readonly apply: Apply;
  /** Pure: the same clusters in any order give the same proposal, candidates sorted by frequency, then text. */
  propose(input: LearnInput, options?: Partial<Options>): Proposal;
  /** The same for clusters in bytes, those that `isTaken` alone, and without examples: for methods that need no strings. */
  proposePacked?(clusters: PackedClusters, isTaken: (cluster: number) => boolean, options?: Partial<Options>): Proposal;
  /** The same for both halves at once (`halvesOf`). */
  proposeHalves?(clusters: PackedClusters, options?: Partial<Options>): HalvesProposal;
  /**
   * The map step of `propose`, for methods whose rules come from one cluster each: a pure function of a cluster's URLs.
   * The reduce step counts equal rules, unites their hosts and keeps those of `minFrequency` clusters.
   */
  clusterRule?(options?: Partial<Options>): (urls: readonly string[]) => ClusterOutcome;
};

/** The shared options as asked for, the others as by default; a value that makes no sense is refused. */
export function completeOptions<Options extends SharedOptions>(
  defaults: Options,
  asked: Partial<Options> = {},
): Options {
  const options = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Options)[]) {
    const value = asked[name];
    if (value !== undefined) options[name] = value;
  }
  check(Number.isSafeInteger(options.seed), 'seed', 'a whole number');
  check(
    atLeast(options.sample, 2) || options.sample === Number.POSITIVE_INFINITY,
    'sample',
    'a whole number of 2 or more, or Infinity',
  );
  check(atLeast(options.cardinality, 2), 'cardinality', 'a whole number of 2 or more');
  check(atLeast(options.minFrequency, 1), 'minFrequency', 'a whole number of 1 or more');
  return options;
}

/** Refuses an option. */
export function check(good: boolean, option: string, wanted: string): void {
  if (!good) throw new ConfigError('bad-option', `The option ${option} must be ${wanted}.`);
}

function atLeast(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}
