/**
 * How good a rule set is on labeled URLs: what it removes, and what it joins wrongly. Takes rules and clusters, gives numbers.
 * Invariant: pure; a rate with an empty denominator is null; the order of the data does not matter.
 */
export { countForms, type FormCounts } from './count-forms.ts';
export { type EvaluateOptions, type Evaluation, evaluateRules } from './evaluate-rules.ts';
export type { Measures } from './measure.ts';
