/** The whole of learning: clusters in, a proven rule set and a summary for people out. */
import { type Cluster, takeFold } from '../clusters/index.ts';
import { countForms } from '../evaluate/index.ts';
import { findLearner, type Problem } from '../learn/index.ts';
import { type Example, printRule, type Rule, type RuleSet } from '../rules/index.ts';
import { clopperPearsonUpper, type Reason } from '../validate/index.ts';
import { adviseOn } from './advice.ts';
import { proposeAndSelect } from './cross-fit.ts';
import { completeLearnOptions, type LearnOptions, printedOptions } from './options.ts';

export type LearnInputs = {
  /** URLs known not to answer with a page: a rule that leads to one is not fetchable. */
  readonly failing?: readonly string[];
};

export type LearnSummary = {
  readonly urls: number;
  readonly clusters: number;
  /** Clusters of two URLs or more. */
  readonly plural: number;
  /** What a perfect rule set would remove: urls - clusters. */
  readonly duplicates: number;
  /** What these rules remove of the same data. */
  readonly removed: number;
  /** Forms that join URLs, those of them that join different pages, and an upper bound of their share; null if nothing is joined. */
  readonly sharedForms: number;
  readonly impureForms: number;
  readonly errorBound: number | null;
  readonly confidence: number;
  readonly candidates: number;
  readonly accepted: number;
  readonly rejected: Readonly<Record<Reason, number>>;
  /** What kept clusters from proposing a rule. */
  readonly problems: readonly Problem[];
  /** Up to five, strongest first. */
  readonly strongest: readonly { readonly text: string; readonly support: number; readonly example?: Example }[];
  /** What to change when nothing was learned; else null. */
  readonly advice: string | null;
};

const STRONGEST = 5;

export function learnRules(
  clusters: readonly Cluster[],
  asked: Partial<LearnOptions> & LearnInputs = {},
): { ruleSet: RuleSet; summary: LearnSummary } {
  const { failing = [], ...given } = asked;
  const options = completeLearnOptions(given);
  const learner = findLearner(options.learner);
  const data = options.fold ? takeFold(clusters, options.fold, 'outside') : clusters;
  const learned = proposeAndSelect(learner, data, options, failing);
  const rules = learned.rules;
  const ruleSet: RuleSet = { dustpan: 1, apply: 'first', sun: false, options: printedOptions(options), rules };
  const { urls, forms, sharedForms, impureForms } = countForms(ruleSet, data);
  const summary: LearnSummary = {
    urls,
    clusters: data.length,
    plural: data.filter((cluster) => cluster.urls.length > 1).length,
    duplicates: urls - data.length,
    removed: urls - forms,
    sharedForms,
    impureForms,
    errorBound: clopperPearsonUpper(impureForms, sharedForms, options.confidence),
    confidence: options.confidence,
    candidates: learned.candidates,
    accepted: rules.length,
    rejected: learned.rejected,
    problems: learned.problems,
    strongest: rules.slice(0, STRONGEST).map(describe),
    advice: adviseOn(learned, learner, data, options),
  };
  return { ruleSet, summary };
}

function describe(rule: Rule): LearnSummary['strongest'][number] {
  const [example] = rule.evidence?.examples ?? [];
  return { text: printRule(rule), support: rule.evidence?.support ?? 0, ...(example === undefined ? {} : { example }) };
}
