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
    'any-page': 0.056,
    'any-segment': 0.077,
    case: 0.817,
    cut: 0.248,
    'double-slash': 0.82,
    'empty-params': 0.806,
    encoding: 0.618,
    'first-letter': 0.739,
    'host-alias': 0.815,
    'index-page': 0.703,
    'learner:dustbuster': 0.342,
    'learner:duster': 0.426,
    'learner:dustlin': 0.426,
    'learner:koppula': 0.238,
    'learner:pattern-tree': 0.451,
    'learner:rewrite': 0.328,
    order: 0.64,
    param: 0.624,
    'param-any': 0.373,
    'param-prefix': 0.629,
    'param-repeat': 0.728,
    'param-set': 0.615,
    'param-value': 0.706,
    'param-with': 0.556,
    'path-from-param': 0.38,
    'prefix-alias': 0.177,
    query: 0.094,
    'repeated-params': 0.633,
    scheme: 0.755,
    segment: 0.149,
    separator: 0.523,
    slash: 0.681,
    slug: 0.302,
    space: 0.69,
    suffix: 0.809,
    'value-alias': 0.341,
    www: 0.701,
  },
};
