/** DustBuster's options, with the values of the thesis (`spec`, README). */
import { check, completeOptions, type SharedOptions } from '../learner.ts';

/** The frequency of a rule is the number of pairs of URLs that show it. `sample` and `cardinality` mean nothing here. */
export type DustBusterOptions = SharedOptions & {
  /** MS: pairs of URLs that must show a substitution; `minFrequency` if that is more. */
  readonly minPairs: number;
  /** S: tokens of the longest substring that is looked at. */
  readonly maxTokens: number;
  /** T_low: a group of more URLs that differ at one place only is no evidence. */
  readonly tLow: number;
  /** T_high: the same for finding out which of two rules is redundant. */
  readonly tHigh: number;
  /** MRD and MAD: how much less support, relative or absolute, a rule may have than one that it makes redundant. */
  readonly maxRelativeDeficiency: number;
  readonly maxAbsoluteDeficiency: number;
  /** MW: rules below a rule that are compared with it. */
  readonly maxWindow: number;
  /** Values of two sketches that must be equal; all of them if there are fewer. */
  readonly minEqualShingles: number;
  /** Share of likely similar pairs from which a parameter is held to be without meaning. Ours: the thesis does not say. */
  readonly minSimilarShare: number;
};

export const DUSTBUSTER_DEFAULTS: DustBusterOptions = {
  seed: 1,
  sample: 10,
  cardinality: 5,
  minFrequency: 1,
  minPairs: 3,
  maxTokens: 35,
  tLow: 6,
  tHigh: 11,
  maxRelativeDeficiency: 0.05,
  maxAbsoluteDeficiency: 1,
  maxWindow: 1100,
  minEqualShingles: 4,
  minSimilarShare: 0.5,
};

/** A substring's length must fit into what is kept of it. */
const MAX_TOKENS = 1000;

export function completeDustBusterOptions(asked: Partial<DustBusterOptions> = {}): DustBusterOptions {
  const options = completeOptions(DUSTBUSTER_DEFAULTS, asked);
  const { maxTokens, tLow, tHigh, maxRelativeDeficiency, maxAbsoluteDeficiency } = options;
  check(isWhole(maxTokens, 1) && maxTokens <= MAX_TOKENS, 'maxTokens', `a whole number from 1 to ${MAX_TOKENS}`);
  check(isWhole(tLow, 2), 'tLow', 'a whole number of 2 or more');
  check(isWhole(tHigh, tLow), 'tHigh', 'a whole number, tLow or more');
  check(maxRelativeDeficiency >= 0, 'maxRelativeDeficiency', 'a number of 0 or more');
  check(maxAbsoluteDeficiency >= 0, 'maxAbsoluteDeficiency', 'a number of 0 or more');
  check(isWhole(options.maxWindow, 0), 'maxWindow', 'a whole number of 0 or more');
  check(isWhole(options.minEqualShingles, 1), 'minEqualShingles', 'a whole number of 1 or more');
  const share = options.minSimilarShare;
  check(share >= 0 && share <= 1, 'minSimilarShare', 'a number from 0 to 1');
  check(isWhole(options.minPairs, 1), 'minPairs', 'a whole number of 1 or more');
  return { ...options, minPairs: Math.max(options.minPairs, options.minFrequency) };
}

function isWhole(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}
