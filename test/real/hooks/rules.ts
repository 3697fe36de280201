/** Rule sets for the crawls, out of rules in one line each. */
import type { RuleSet } from '../../../src/index.ts';
import { ruleOf } from '../../support/rule-of.ts';

export function ruleSetOf(...texts: readonly string[]): RuleSet {
  const rules = texts.map((text) => ruleOf(text, { state: 'active' }));
  return { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };
}
