/** Rules that only seem to hold: found in URLs of whose pages nothing is known, and proven by nothing yet. */
import { type Cluster, type ListedUrl, labelUrls } from '../clusters/index.ts';
import type { Learner } from '../learn/index.ts';
import { type Example, printRule, type Rule } from '../rules/index.ts';
import { judgeRules } from '../validate/index.ts';
import { learnerOptions } from './cross-fit.ts';
import type { LearnOptions } from './options.ts';

export type LikelySummary = {
  /** URLs of whose pages nothing is known. */
  readonly urls: number;
  readonly rules: number;
  /** Rules of which some pairs are known to be similar by size or sketch, or to be one page. */
  readonly withEvidence: number;
  /** Up to ten, most pairs first. */
  readonly strongest: readonly {
    readonly text: string;
    readonly pairs: number;
    /** Pairs of which something is known. */
    readonly known: number;
    readonly example?: Example;
  }[];
};

const STRONGEST = 10;

/**
 * Quarantined rules, in the order of the learner; those that labels contradict and those that are proven are left out.
 * What is known of pages guides the learner, so that data with labels too is looked at as a whole; it does not prove what it proposed.
 */
export function likelyRules(
  learner: Learner,
  clusters: readonly Cluster[],
  listed: readonly ListedUrl[],
  options: LearnOptions,
  proven: readonly Rule[],
): Rule[] {
  const { candidates } = learner.propose(
    { clusters, urls: listed },
    { ...learnerOptions(learner, options), minFrequency: 1 },
  );
  const ids = new Set(proven.map(({ id }) => id));
  const others = candidates.filter(({ id }) => !ids.has(id)).map((rule): Rule => ({ ...rule, state: 'quarantined' }));
  if (clusters.length === 0) return others;
  const labels = labelUrls(clusters);
  const judged = judgeRules(others, { labels, texts: labels.urls }, options);
  return others.filter((_, i) => {
    const { support, falsePairs } = judged[i]!.evidence;
    return falsePairs <= options.maxFpr * support;
  });
}

export function summarizeLikely(rules: readonly Rule[], urls: number): LikelySummary {
  return {
    urls,
    rules: rules.length,
    withEvidence: rules.filter((rule) => knownPairs(rule) > 0).length,
    strongest: rules.slice(0, STRONGEST).map((rule) => {
      const [example] = rule.evidence?.examples ?? [];
      return {
        text: printRule(rule),
        pairs: rule.evidence?.likely?.pairs ?? 0,
        known: knownPairs(rule),
        ...(example === undefined ? {} : { example }),
      };
    }),
  };
}

function knownPairs({ evidence }: Rule): number {
  const { label = 0, sketch = 0, size = 0 } = evidence?.likely ?? {};
  return label + sketch + size;
}
