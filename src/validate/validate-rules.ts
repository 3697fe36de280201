/** Judges a rule set anew on labeled data: every rule gets the evidence of that data, and those it contradicts are marked; rules that compose are replayed in order. */
import { type Cluster, labelUrls } from '../clusters/index.ts';
import { type Evidence, type Rule, type RuleSet, rulesOf, stagesOf } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { evidenceOf, type Judgement, judgeRules, packData } from './judge.ts';
import type { PairCounts } from './pairs.ts';
import { type ReplayCounts, replayStages } from './replay-stages.ts';
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
  if (isEachAlone(ruleSet)) {
    const data = packData({ labels, texts: ruleSet.sun ? labels.urls.map(sun) : labels.urls, failing });
    const judgements = judgeRules(ruleSet.rules, data, { confidence }, () => true);
    return conclude(
      ruleSet,
      judgements.map((judgement) => ({
        evidence: judgement.evidence,
        judged: () => withEvidence(judgement, data),
      })),
      maxFpr,
    );
  }
  const stages = replayStages(stagesOf(ruleSet), { labels, failing }, (_stage, _rule, counts) =>
    isContradicted(counts, maxFpr),
  );
  return concludeReplayed(ruleSet, stages.flat(), { maxFpr, confidence });
}

/** True if each rule is judged by itself: another one that comes first may not be there where the rule is used next. */
export function isEachAlone(ruleSet: RuleSet): ruleSet is Extract<RuleSet, { rules: unknown }> {
  return !('stages' in ruleSet) && ruleSet.apply === 'first';
}

/** More than this share of what a rule joins are different pages. */
export function isContradicted({ truePairs, falsePairs }: PairCounts, maxFpr: number): boolean {
  return falsePairs > maxFpr * (truePairs + falsePairs);
}

/** The set with what was counted of each of its rules, in order, when they were used one after another. */
export function concludeReplayed(
  ruleSet: RuleSet,
  found: readonly ReplayCounts[],
  { maxFpr, confidence }: { readonly maxFpr: number; readonly confidence: number },
): Validation {
  const rules = rulesOf(ruleSet);
  const judged = found.map(({ counts, examples, counterExamples, fetchable }, r) => {
    const evidence = {
      ...evidenceOf(counts, confidence),
      ...{ examples, counterExamples },
      ...(fetchable && { fetchable }),
    };
    return { evidence, judged: () => replayed(rules[r]!, evidence) };
  });
  return conclude(ruleSet, judged, maxFpr);
}

/** What is known of a rule now; `judged` is the rule with it. */
export type Verdict = {
  readonly evidence: Pick<Judgement['evidence'], 'support' | 'falsePairs'>;
  readonly judged: () => Rule;
};

/** Rules of which nothing is known stay; those that are contradicted are refuted. */
export function conclude(ruleSet: RuleSet, verdicts: readonly Verdict[], maxFpr: number): Validation {
  const refuted: string[] = [];
  let unseen = 0;
  const rules = rulesOf(ruleSet).map((rule, r): Rule => {
    const { evidence, judged } = verdicts[r]!;
    if (evidence.support === 0) {
      unseen++;
      return rule;
    }
    if (evidence.falsePairs <= maxFpr * evidence.support || rule.state === 'refuted') return judged();
    refuted.push(rule.id);
    return { ...judged(), state: 'refuted' };
  });
  return { ruleSet: withRules(ruleSet, rules), refuted, unseen, judged: rules.length - unseen };
}

function withRules(ruleSet: RuleSet, rules: readonly Rule[]): RuleSet {
  if (!('stages' in ruleSet)) return { ...ruleSet, rules };
  let from = 0;
  const stages = ruleSet.stages.map((stage) => {
    const own = rules.slice(from, from + stage.rules.length);
    from += own.length;
    return { ...stage, rules: own };
  });
  return { ...ruleSet, stages };
}

/** How it was found stays. */
function replayed(rule: Rule, evidence: Evidence): Rule {
  const { frequency, family } = rule.evidence ?? {};
  const found = { ...(frequency !== undefined && { frequency }), ...(family !== undefined && { family }) };
  return { ...rule, evidence: { ...found, ...evidence } };
}
