/** Judges a rule set anew on labeled data: every rule gets the evidence of that data, and those it contradicts are marked. */
import { ConfigError } from '../base/index.ts';
import { type Cluster, labelUrls } from '../clusters/index.ts';
import type { Rule, RuleSet } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { type JudgingData, judgeRules } from './judge.ts';
import { withEvidence } from './select.ts';

export type ValidateOptions = {
  /** A rule is refuted if its share of false pairs is larger. Default 0. */
  readonly maxFpr?: number;
  /** Of the bounds in the evidence. Default 0.95. */
  readonly confidence?: number;
  /** URLs known not to answer with a page: a rule that leads to one is not fetchable. */
  readonly failing?: readonly string[];
};

export type Validation = {
  readonly ruleSet: RuleSet;
  /** Ids of rules that were refuted now. */
  readonly refuted: readonly string[];
  /** Rules that join no pair of the data of which something is known: they keep the evidence they had. */
  readonly unseen: number;
  /** Rules with new evidence. */
  readonly judged: number;
};

export function validateRules(
  ruleSet: RuleSet,
  clusters: readonly Cluster[],
  options: ValidateOptions = {},
): Validation {
  const { maxFpr = 0, confidence = 0.95, failing = [] } = options;
  if ('stages' in ruleSet || ruleSet.apply !== 'first') {
    throw new ConfigError(
      'composed-rules',
      'Only sets in which the first applicable rule counts ("apply": "first") can be validated rule by rule; this one composes its rules, so use evaluate.',
    );
  }
  const labels = labelUrls(clusters);
  const texts = ruleSet.sun ? labels.urls.map(sun) : labels.urls;
  const data: JudgingData = { labels, texts, failing };
  const refuted: string[] = [];
  let unseen = 0;
  const rules = judgeRules(ruleSet.rules, data, { confidence }, () => true).map((judgement): Rule => {
    const { rule, evidence } = judgement;
    if (evidence.support === 0) {
      unseen++;
      return rule;
    }
    const judged = withEvidence(judgement, data);
    if (evidence.falsePairs <= maxFpr * evidence.support || rule.state === 'refuted') return judged;
    refuted.push(rule.id);
    return { ...judged, state: 'refuted' };
  });
  return { ruleSet: { ...ruleSet, rules }, refuted, unseen, judged: rules.length - unseen };
}
