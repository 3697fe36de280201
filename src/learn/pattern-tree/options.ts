/** The options of the URL pattern tree. What the descriptions of the method leave open says so. */
import { check, completeOptions, type SharedOptions } from '../learner.ts';

export type PatternTreeOptions = SharedOptions & {
  /** Pairs of training URLs that a rule must join. */
  readonly minSupport: number;
  /** Largest share of false pairs, among training URLs, for a key that is called irrelevant. */
  readonly maxFpr: number;
  /** A node of fewer URLs is not split. */
  readonly minNode: number;
  /** A value of fewer URLs is never salient, unless it is the only one. */
  readonly minSalient: number;
  /** Values that are all equally frequent are salient if there are no more of them than this. */
  readonly smallFlat: number;
};

export const PATTERN_TREE_DEFAULTS: PatternTreeOptions = {
  seed: 1,
  // K, ROD 6.2.2: the clusters are sampled for all methods alike.
  sample: 10,
  // Not used: salience takes its place.
  cardinality: 5,
  // Not used: the method has no min_freq.
  minFrequency: 1,
  // The value of the comparisons in ROD 6.2.2.
  minSupport: 10,
  maxFpr: 0,
  // Our completions of the method.
  minNode: 2,
  minSalient: 3,
  smallFlat: 3,
};

/** Keys of a site that are looked at; the rarest parameters are left out. */
export const SITE_KEYS = 64;
/** Two nodes are held to be the same pages if they share this many clusters, and this share of those of the smaller one. */
export const SHARED_CLUSTERS = 2;
export const SHARED_SHARE = 0.5;
/** A key of the target comes from a key of the source if their values agree in this share of the shared clusters. */
export const SAME_SHARE = 0.9;
/** Values of another key count only from this length on. */
export const MIN_REFERENCE = 3;
/** Nodes that are compared for one cluster, and shared clusters that are compared for two nodes. */
export const MAX_PARTNERS = 50;
export const MAX_COMPARED = 100;

/** The options as asked for, completed and checked. */
export function completePatternTreeOptions(asked?: Partial<PatternTreeOptions>): PatternTreeOptions {
  const options = completeOptions(PATTERN_TREE_DEFAULTS, asked);
  for (const name of ['minSupport', 'minNode', 'minSalient', 'smallFlat'] as const) {
    check(Number.isSafeInteger(options[name]) && options[name] >= 1, name, 'a whole number of 1 or more');
  }
  check(options.maxFpr >= 0 && options.maxFpr <= 1, 'maxFpr', 'a number from 0 to 1');
  return options;
}
