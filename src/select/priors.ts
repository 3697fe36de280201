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
    b: 0.7,
  },
  shares: {
    'any-page': 0.057,
    'any-segment': 0.078,
    case: 0.804,
    cut: 0.302,
    'double-slash': 0.822,
    'empty-params': 0.808,
    'first-letter': 0.745,
    'host-alias': 0.817,
    'index-page': 0.705,
    'learner:dustbuster': 0.331,
    'learner:duster': 0.411,
    'learner:dustlin': 0.411,
    'learner:koppula': 0.24,
    'learner:pattern-tree': 0.388,
    'learner:rewrite': 0.328,
    order: 0.646,
    param: 0.626,
    'param-any': 0.4,
    'param-prefix': 0.63,
    'param-set': 0.612,
    'param-value': 0.706,
    'param-with': 0.565,
    'path-from-param': 0.382,
    'path-from-params': 0.704,
    'prefix-alias': 0.168,
    query: 0.096,
    'repeated-params': 0.635,
    scheme: 0.758,
    segment: 0.212,
    separator: 0.535,
    slash: 0.682,
    suffix: 0.835,
    'value-alias': 0.341,
    www: 0.703,
  },
};
