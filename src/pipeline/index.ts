/**
 * The order of the steps: reading is done, learning and judging are to be tied together. Takes clusters, gives rule sets and summaries.
 * Invariant: does no I/O; the same clusters and options give the same result, in any order.
 */
export { type LearnInputs, type LearnSummary, learnRules } from './learn.ts';
export { LEARN_DEFAULTS, type LearnOptions } from './options.ts';
