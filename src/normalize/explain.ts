/** Why a URL has the key it has: the plain interpreter's steps, with the URL cut up by what in each rule matched it. */
import {
  type ApplyOptions,
  describeMatch,
  isFetchable,
  normalizePlain,
  printRule,
  type Rule,
  type RuleSet,
} from '../rules/index.ts';
import type { ExplainedStep, Explanation } from './normalizer.ts';

export function explain(set: RuleSet, url: string, options: ApplyOptions): Explanation {
  const { form, steps, converged } = normalizePlain(set, url, options);
  const proven = steps.length > 0 && steps.every(({ rule }) => isFetchable(rule));
  return {
    url,
    key: form,
    rewrite: proven ? form : url,
    converged,
    steps: steps.map(({ rule, stage, before, after }) => ({
      stage,
      rule: explainRule(rule),
      before,
      after,
      parts: describeMatch(rule, before),
    })),
  };
}

function explainRule(rule: Rule): ExplainedStep['rule'] {
  const { id, learner, state, note, evidence } = rule;
  return {
    id,
    learner,
    state,
    text: printRule(rule),
    ...(note === undefined ? {} : { note }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}
