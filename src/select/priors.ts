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
    'any-page': 0.054,
    'any-segment': 0.082,
    case: 0.866,
    cut: 0.299,
    'double-slash': 0.792,
    'empty-params': 0.803,
    encoding: 0.611,
    'host-alias': 0.812,
    'index-page': 0.7,
    'learner:dustbuster': 0.339,
    'learner:duster': 0.381,
    'learner:dustlin': 0.381,
    'learner:koppula': 0.247,
    'learner:pattern-tree': 0.344,
    'learner:rewrite': 0.402,
    order: 0.639,
    param: 0.617,
    'param-any': 0.413,
    'param-prefix': 0.625,
    'param-set': 0.621,
    'param-value': 0.69,
    'param-with': 0.576,
    'path-from-param': 0.376,
    'prefix-alias': 0.155,
    query: 0.092,
    'repeated-params': 0.63,
    scheme: 0.754,
    segment: 0.209,
    separator: 0.529,
    slash: 0.676,
    slug: 0.295,
    suffix: 0.805,
    'value-alias': 0.362,
    www: 0.697,
  },
};
