/** A rule written in one line, as whoever wrote it by hand would store it. */
import { makeRule, parseRule, type Rule } from '../../src/rules/index.ts';

export function ruleOf(text: string, more: Partial<Omit<Rule, 'scope' | 'match' | 'emit'>> = {}): Rule {
  const { scope, match, emit } = parseRule(text);
  return { ...makeRule({ learner: 'manual', hosts: scope.hosts, match, emit }), ...more };
}
