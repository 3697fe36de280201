/** Rule sets for the crawls, out of rules in one line each. */
import { parseRule, type RuleSet } from '../../../src/index.ts';
import { makeRule } from '../../../src/rules/index.ts';

export function ruleSetOf(...texts: readonly string[]): RuleSet {
  const rules = texts.map((text) => {
    const { scope, match, emit } = parseRule(text);
    return makeRule({ learner: 'manual', hosts: scope.hosts, match, emit, state: 'active' });
  });
  return { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };
}
