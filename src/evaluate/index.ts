/**
 * How good a rule set is on labeled URLs: what it removes, and what it joins wrongly. Takes rules and clusters, gives numbers.
 * Invariant: pure; a rate with an empty denominator is null; the order of the data does not matter.
 */
export { addDust, classifyDust, type DustClasses, type PageFacts } from './classify-dust.ts';
export { countForms, type FormCounts, formCounter } from './count-forms.ts';
export { evaluateNormalizer, type KeyFunction, type NormalizerEvaluation } from './evaluate-normalizer.ts';
export {
  addEvaluations,
  type EvaluateOptions,
  type Evaluation,
  type EvaluationCounts,
  evaluateRules,
  evaluationCounter,
  evaluationOf,
} from './evaluate-rules.ts';
export { type FormNumbers, formNumbering } from './form-numbers.ts';
export type { Measures } from './measure.ts';
export { type PrecisionAt, precisionAt, rankedRules, ranksOf } from './precision-at.ts';
export { type PrecisionLevel, type PrecisionTable, type RulePrecision, rulePrecision } from './rule-precision.ts';
