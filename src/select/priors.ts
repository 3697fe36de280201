/**
 * What is believed of a rule before a site's data is seen, estimated from many sites by `scripts/estimate-priors.mjs`; not set by hand.
 * A rule is either right, and then a few of its merges are wrong by chance or by noise in the labels, or wrong, and then any share of them may be.
 */

/** A Beta distribution of the share of wrong merges. */
export type Beta = { readonly a: number; readonly b: number };

/** One of the distributions that right rules of a site may have, and the share of sites that have it. */
export type Noise = Beta & { readonly weight: number };

export type Priors = {
  /** Of rules that are right: sites differ in how often their pages are another text though they are the same page. */
  readonly right: readonly Noise[];
  /** Of those that are wrong. */
  readonly wrong: Beta;
  /** The share of right ones among the hypotheses of each family. */
  readonly shares: Readonly<Record<string, number>>;
};

export const PRIORS: Priors = {
  right: [
    {
      a: 0.045,
      b: 14.96,
      weight: 0.119,
    },
    {
      a: 0.18,
      b: 59.82,
      weight: 0.056,
    },
    {
      a: 0.15,
      b: 14.85,
      weight: 0.059,
    },
    {
      a: 0.6,
      b: 59.4,
      weight: 0.223,
    },
    {
      a: 0.45,
      b: 14.55,
      weight: 0.321,
    },
    {
      a: 1.8,
      b: 58.2,
      weight: 0.034,
    },
    {
      a: 0.9,
      b: 14.1,
      weight: 0.159,
    },
    {
      a: 3.6,
      b: 56.4,
      weight: 0.03,
    },
  ],
  wrong: {
    a: 1,
    b: 0.7,
  },
  shares: {
    'any-page': 0.064,
    'any-segment': 0.086,
    case: 0.858,
    cut: 0.307,
    'double-slash': 0.844,
    'empty-params': 0.817,
    'first-letter': 0.772,
    'host-alias': 0.773,
    'index-page': 0.709,
    'learner:dustbuster': 0.288,
    'learner:duster': 0.535,
    'learner:dustlin': 0.535,
    'learner:koppula': 0.162,
    'learner:pattern-tree': 0.338,
    'learner:rewrite': 0.391,
    order: 0.64,
    param: 0.647,
    'param-any': 0.4,
    'param-prefix': 0.692,
    'param-set': 0.643,
    'param-value': 0.733,
    'param-with': 0.53,
    'path-from-param': 0.592,
    'path-from-params': 0.755,
    'prefix-alias': 0.19,
    query: 0.095,
    'repeated-params': 0.637,
    scheme: 0.765,
    segment: 0.247,
    separator: 0.627,
    slash: 0.708,
    suffix: 0.79,
    'value-alias': 0.366,
    www: 0.748,
  },
};
