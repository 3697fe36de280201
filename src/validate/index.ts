/**
 * What speaks for a rule and against it, counted on labeled URLs, and which candidates make a set. Takes rules and clusters, gives rules with evidence.
 * Invariant: pure; counts by groups and never by pairs; the order of the data does not matter.
 */
export { clopperPearsonUpper, logGamma } from './binomial.ts';
export {
  type Fetcher,
  type FetchOutcome,
  PROOF_DEFAULTS,
  type ProofOptions,
  type ProofProgress,
  type RuleProof,
  type Trial,
  validateByFetching,
} from './by-fetching/index.ts';
export { countFirstForms, type FormCounts } from './first-forms.ts';
export { directedOf, dropUndone, type Undone, UndoneCounter } from './inverse.ts';
export { type Counted, evidenceOf, type Judgement, type JudgeOptions, type JudgingData, judgeRules } from './judge.ts';
export { eachMatch } from './matches.ts';
export { type PairCounts, pairsOf } from './pairs.ts';
export { type ReplayCounts, replayStages, replayTexts } from './replay-stages.ts';
export { REASONS, type Reason, type Selection, type SelectOptions, selectRules } from './select.ts';
export {
  conclude,
  concludeReplayed,
  isContradicted,
  isEachAlone,
  type ValidateOptions,
  type Validation,
  validateRules,
} from './validate-rules.ts';
