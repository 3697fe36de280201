/** The options of the pairwise rewrite rules, with where each default comes from (ROD is Rodrigues' thesis). */
import { check, completeOptions, type SharedOptions } from '../learner.ts';

export type RewriteOptions = SharedOptions & {
  /** N: a key is generalized when it has more values than this in rules that are otherwise equal. */
  readonly fanout: number;
  /** `urls`: only URLs that differ in one key make a rule. `rules`: all pairs do. */
  readonly singleKey: 'urls' | 'rules';
  /** `all`: every URL of a page becomes every other. `target`: they become the preferred one. */
  readonly direction: 'all' | 'target';
};

export const REWRITE_DEFAULTS: RewriteOptions = {
  seed: 1,
  // K, ROD 6.2.2: the clusters are sampled for all methods alike.
  sample: 10,
  // Not used: the method has fan-out instead.
  cardinality: 5,
  // Not used: the method has no min_freq.
  minFrequency: 1,
  // ROD 3.3 and 6.2.2, the value that worked best for the authors.
  fanout: 10,
  // ROD 3.3, "single key requirement".
  singleKey: 'urls',
  direction: 'all',
};

/**
 * URLs of a cluster of which pairs are made, whatever `sample` says: pairs grow with the square.
 */
export const MAX_PAIRED = 100;

/** The options as asked for, completed and checked. */
export function completeRewriteOptions(asked?: Partial<RewriteOptions>): RewriteOptions {
  const options = completeOptions(REWRITE_DEFAULTS, asked);
  check(Number.isSafeInteger(options.fanout) && options.fanout >= 1, 'fanout', 'a whole number of 1 or more');
  check(['urls', 'rules'].includes(options.singleKey), 'singleKey', '"urls" or "rules"');
  check(['all', 'target'].includes(options.direction), 'direction', '"all" or "target"');
  return options;
}
