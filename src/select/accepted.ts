/** The rules accepted so far, in the order they are applied, and what they make of a text together. */
import { compareCodePoints } from '../base/index.ts';
import { FAMILIES } from '../learn/index.ts';
import { compileRules } from '../normalize/index.ts';
import { keyPlain, printRuleBody, type Rule, type RuleSet } from '../rules/index.ts';

const RANK = new Map(FAMILIES.map(({ name }, i) => [name, i]));

export type AcceptedRule = { readonly rule: Rule; readonly family: string };

/** By family, then by text: the same on every site, so that equal rules of several sites can become one. Many sites have many rules, so each is printed once. */
export function inOrder(rules: Iterable<AcceptedRule>): AcceptedRule[] {
  return Array.from(rules, (accepted) => ({
    accepted,
    rank: RANK.get(accepted.family) ?? FAMILIES.length,
    text: printRuleBody(accepted.rule.match, accepted.rule.emit),
  }))
    .sort((a, b) => a.rank - b.rank || compareCodePoints(a.text, b.text))
    .map(({ accepted }) => accepted);
}

/** So many texts are interpreted before the rules are compiled: often fewer tell all that is asked. */
const PLAIN_TEXTS = 12;

/** Rules as they are applied together. */
export function ruleSetOf(rules: readonly AcceptedRule[]): RuleSet {
  return { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: orderedRules(rules) };
}

export function orderedRules(rules: readonly AcceptedRule[]): Rule[] {
  return inOrder(rules).map(({ rule }) => rule);
}

/** The fixpoint of rules, by the normalizer that will run them; the first texts by the interpreter, which it must agree with. */
export function closureOf(rules: readonly AcceptedRule[]): (text: string) => string {
  const set = ruleSetOf(rules);
  let plain = 0;
  let compiled: ((text: string) => string) | null = null;
  return (text) => {
    if (compiled !== null) return compiled(text);
    if (plain++ < PLAIN_TEXTS) return keyPlain(set, text);
    compiled = compileRules(set).key;
    return compiled(text);
  };
}
