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
  right: { a: 0.36, b: 29.64 },
  wrong: { a: 0.7, b: 1 },
  shares: {
    'any-segment': 0.079,
    case: 0.474,
    'double-slash': 0.655,
    'empty-params': 0.774,
    encoding: 0.575,
    'host-alias': 0.69,
    'index-page': 0.625,
    order: 0.593,
    param: 0.53,
    'param-any': 0.343,
    'param-prefix': 0.525,
    'param-set': 0.514,
    'param-value': 0.615,
    'path-from-param': 0.25,
    'prefix-alias': 0.102,
    query: 0.096,
    'repeated-params': 0.631,
    scheme: 0.664,
    segment: 0.13,
    separator: 0.438,
    slash: 0.568,
    suffix: 0.765,
    'value-alias': 0.346,
    www: 0.599,
  },
};
