/** Which rules of a set did something: gave a URL a form that another URL has too. */
import { byteLength } from '../base/index.ts';
import { compileRules, matchAllRules } from '../normalize/index.ts';
import { type ApplyOptions, formLimit, isApplied, type RuleSet, rulesOf } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { formSizes } from './forms.ts';

/** A rule of a set: its place, or its stage and id. */
export type AppliedRule = number | string;

/** Gives the rules that did something to the chosen URLs, whose forms are told. */
export type FindApplied = (forms: Int32Array, chosen: Int32Array, urls: readonly string[]) => Set<AppliedRule>;

/** The form may be another URL's own text: a rule that leads to a known URL was applied as well as one that joins two of its outputs. */
export function appliedRules(ruleSet: RuleSet, options: ApplyOptions): FindApplied {
  const rulesFor =
    'stages' in ruleSet || ruleSet.apply !== 'first' ? composedRules(ruleSet, options) : firstRule(ruleSet, options);
  return (forms, chosen, urls) => {
    const sizes = formSizes(forms);
    const applied = new Set<AppliedRule>();
    for (const [i, url] of chosen.entries()) {
      if (sizes[forms[i]!]! > 1) for (const rule of rulesFor(urls[url]!)) applied.add(rule);
    }
    return applied;
  };
}

type RulesFor = (url: string) => Iterable<AppliedRule>;

/** The usual case, by the index of rules. */
function firstRule(ruleSet: RuleSet, options: ApplyOptions): RulesFor {
  const all = matchAllRules(rulesOf(ruleSet).filter((rule) => isApplied(rule, options)));
  const isNormalized = 'sun' in ruleSet && ruleSet.sun;
  return (url) => {
    let first = -1;
    all.each(isNormalized ? sun(url) : url, (rule, _form, length) => {
      if (first === -1 && length <= formLimit(byteLength(url))) first = rule;
    });
    return first === -1 ? [] : [first];
  };
}

function composedRules(ruleSet: RuleSet, options: ApplyOptions): RulesFor {
  const normalizer = compileRules(ruleSet, options.include ? { include: options.include } : {});
  return (url) => normalizer.explain(url).steps.map(({ stage, rule }) => `${stage} ${rule.id}`);
}
