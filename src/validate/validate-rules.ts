/** Judges a rule set anew on labeled data: every rule gets the evidence of that data, and those it contradicts are marked; rules that compose are replayed in order. */
import { type Cluster, labelUrls } from '../clusters/index.ts';
import { type Evidence, type Rule, type RuleSet, rulesOf, stagesOf } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { type Judgement, judgeRules, packData } from './judge.ts';
import { replayStages } from './replay-stages.ts';
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
  const labels = labelUrls(clusters);
  const refuted: string[] = [];
  let unseen = 0;
  /** The rule as it is from now on. */
  const conclude = (rule: Rule, evidence: Judgement['evidence'], judged: () => Rule): Rule => {
    if (evidence.support === 0) {
      unseen++;
      return rule;
    }
    if (evidence.falsePairs <= maxFpr * evidence.support || rule.state === 'refuted') return judged();
    refuted.push(rule.id);
    return { ...judged(), state: 'refuted' };
  };
  const judged = (): RuleSet => {
    if (!('stages' in ruleSet) && ruleSet.apply === 'first') {
      // Each rule by itself: another one that comes first may not be there where the rule is used next.
      const data = packData({ labels, texts: ruleSet.sun ? labels.urls.map(sun) : labels.urls, failing });
      const judgements = judgeRules(ruleSet.rules, data, { confidence }, () => true);
      return {
        ...ruleSet,
        rules: judgements.map((judgement) =>
          conclude(judgement.rule, judgement.evidence, () => withEvidence(judgement, data)),
        ),
      };
    }
    const stages = replayStages(stagesOf(ruleSet), { labels, failing }, { maxFpr, confidence });
    const rules = stages.map((stage) =>
      stage.map(({ rule, evidence }) => conclude(rule, evidence, () => replayed(rule, evidence))),
    );
    if (!('stages' in ruleSet)) return { ...ruleSet, rules: rules[0]! };
    return { ...ruleSet, stages: ruleSet.stages.map((stage, s) => ({ ...stage, rules: rules[s]! })) };
  };
  const result = judged();
  return { ruleSet: result, refuted, unseen, judged: rulesOf(result).length - unseen };
}

/** How it was found stays. */
function replayed(rule: Rule, evidence: Evidence): Rule {
  const { frequency, family } = rule.evidence ?? {};
  const found = { ...(frequency !== undefined && { frequency }), ...(family !== undefined && { family }) };
  return { ...rule, evidence: { ...found, ...evidence } };
}
