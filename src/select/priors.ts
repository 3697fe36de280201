/**
 * What is believed of a rule before a site's data is seen, estimated from many sites by `scripts/estimate-priors.mjs`; not set by hand.
 * A rule is either right, and then a few of its merges are wrong by chance or by noise in the labels, or wrong, and then any share of them may be.
 */

/** A Beta distribution of the share of wrong merges. */
export type Beta = { readonly a: number; readonly b: number };

export type Priors = {
  /** Of rules that are right, and of those that are wrong. */
  readonly right: Beta;
  readonly wrong: Beta;
  /** The share of right ones among the hypotheses of each family. */
  readonly shares: Readonly<Record<string, number>>;
};

export const PRIORS: Priors = {
  right: {
    a: 0.36,
    b: 14.64,
  },
  wrong: {
    a: 1,
    b: 1,
  },
  shares: {
    'any-segment': 0.105,
    case: 0.887,
    'double-slash': 0.845,
    'empty-params': 0.839,
    encoding: 0.684,
    'host-alias': 0.839,
    'index-page': 0.723,
    order: 0.729,
    param: 0.629,
    'param-any': 0.425,
    'param-prefix': 0.658,
    'param-set': 0.672,
    'param-value': 0.716,
    'path-from-param': 0.405,
    'prefix-alias': 0.145,
    query: 0.15,
    'repeated-params': 0.699,
    scheme: 0.792,
    segment: 0.198,
    separator: 0.568,
    slash: 0.706,
    suffix: 0.835,
    'value-alias': 0.432,
    www: 0.736,
  },
};
