/** Koppula's options, with where each default comes from (KOP is the paper, `spec` 5 what is built of it). */
import { check, completeOptions, type SharedOptions } from '../learner.ts';

/** When a place of many values is taken for a fixed part of them. */
export type DeepOptions = {
  /** Share of the values that must have something at the place. */
  readonly minCoverageShare: number;
  /** Different texts there, as a share of the values. */
  readonly maxUniqueShare: number;
  /** Standard deviation / mean of how often each text occurs there. */
  readonly maxVariation: number;
};

export type KoppulaOptions = SharedOptions &
  DeepOptions & {
    /** k: URLs of a page that the others are turned into. */
    readonly targets: number;
    /** s: URLs of a page that are turned into a target; the shared `sample` bounds it too. */
    readonly sources: number;
    /** θ: a key with more values than this in a node of the tree becomes a wildcard. */
    readonly maxValues: number;
    /** URLs of the training data that a rule must match; null is as many as `minFrequency` says pages. */
    readonly minCoverage: number | null;
    /** Whether a URL may become one of another host. */
    readonly crossHost: boolean;
    /** Importance of URLs, for those of which it is known: ranks targets, and decides which sources are looked at. */
    readonly importance: Readonly<Record<string, number>> | null;
  };

export const KOPPULA_DEFAULTS: KoppulaOptions = {
  seed: 1,
  sample: 10,
  // Not used: KOP has a threshold of its own, `maxValues`.
  cardinality: 5,
  minFrequency: 10,
  // KOP 3.1.2 says high, low, low; these reproduce its Figure 2.
  minCoverageShare: 0.8,
  maxUniqueShare: 0.25,
  maxVariation: 1,
  targets: 1,
  sources: 50,
  maxValues: 10,
  // KOP 5.1 has 10, of URLs; as many pages are as many URLs at least.
  minCoverage: null,
  // KOP 4 groups pair rules by host.
  crossHost: false,
  importance: null,
};

/** A key that the rule changes needs at least this many values, or two of them would become "rewrite anything". */
export const MIN_CHANGED_VALUES = 10;
/** A value that a key reference can name; shorter ones are equal by chance. */
export const MIN_REFERENCE = 3;
/** Units above which a value is not deep-tokenized: the cost grows with their square, and no pattern is that long. */
export const MAX_UNITS = 64;
/** Strata of source selection (KOP 3.2.1, "equal sized buckets"). */
export const STRATA = 10;

/** The options as asked for, completed and checked. */
export function completeKoppulaOptions(asked?: Partial<KoppulaOptions>): KoppulaOptions {
  const options = completeOptions(KOPPULA_DEFAULTS, asked);
  for (const name of ['minCoverageShare', 'maxUniqueShare'] as const)
    check(options[name] >= 0 && options[name] <= 1, name, 'a number from 0 to 1');
  check(options.maxVariation >= 0, 'maxVariation', 'a number of 0 or more');
  for (const name of ['targets', 'sources', 'maxValues', 'minCoverage'] as const)
    check(isCount(options[name] ?? options.minFrequency), name, 'a whole number of 1 or more');
  return options;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}
