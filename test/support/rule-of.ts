/** Rules written in one line each, as whoever wrote them by hand would store them. */
import { makeRule, parseRule, type Rule, type RuleSet } from '../../src/rules/index.ts';

export function ruleOf(text: string, more: Partial<Omit<Rule, 'scope' | 'match' | 'emit'>> = {}): Rule {
  const { scope, match, emit } = parseRule(text);
  return { ...makeRule({ learner: 'manual', hosts: scope.hosts, match, emit }), ...more };
}

/** A set of which the first rule that matches is applied, to the URL as it is written. */
export function firstSetOf(...texts: readonly string[]): RuleSet {
  return { dustpan: 1, apply: 'first', sun: false, options: {}, rules: texts.map((text) => ruleOf(text)) };
}
