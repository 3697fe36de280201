/**
 * The order of the steps: reading is done, learning and judging are to be tied together. Takes clusters, gives rule sets and summaries.
 * Invariant: does no I/O of its own; the same clusters and options give the same result, in any order.
 */
export type { FormCounts } from '../evaluate/index.ts';
export type { AcceptedRule, ComposedSite, HoldQuestion } from '../select/index.ts';
export {
  type AutoOptions,
  type AutoPlan,
  composeParts,
  countsInParts,
  fallenInParts,
  type PartWork,
  type SomeParts,
  type Suspects,
  suspectsInParts,
} from './auto-plan.ts';
export { LEARNER_PROPOSERS } from './auto-proposals.ts';
export {
  assembleComparison,
  type CompareInputs,
  type Comparison,
  compareLearners,
  compareRow,
  NOT_MEASURED,
  planLevels,
  planRows,
  type RowCost,
  type RowMemory,
  STANDARD_NORMALIZERS,
} from './compare.ts';
export { FIGURES, type FigureName, type Figures } from './compare-figures.ts';
export { type ComparedLevel, type ComparedRank, compareLevels, type MethodLevels } from './compare-levels.ts';
export {
  type CompareOptions,
  comparableLearners,
  completeCompareOptions,
  parseSweep,
  SWEEPS,
  type Sweep,
  type SweepName,
} from './compare-options.ts';
export type { Published } from './compare-published.ts';
export type { PublishedLevel } from './compare-published-levels.ts';
export type { CompareRow, NamedNormalizer, RowInputs, RowKey, RowResult } from './compare-row.ts';
export { type Doubtful, doubtfulInParts } from './doubtful-parts.ts';
export { exampleUrls, type FetchProgress, type FetchProof, proveByFetching } from './fetch-validate.ts';
export { type LearnInputs, type LearnSummary, learnRules, learnRulesBy } from './learn.ts';
export type { LikelySummary } from './likely.ts';
export { learnableShare, mostAtOnce } from './memory.ts';
export { LEARN_DEFAULTS, type LearnOptions } from './options.ts';
export type { PartColumns, Parts } from './part-columns.ts';
export { findReplicas, type ReplicaInputs } from './replicas.ts';
export { type Combined, combineSets, type Reduction, reductionOf } from './replicas-combine.ts';
export {
  compareReplicas,
  type LabeledPair,
  type LabelFigures,
  type ReplicaCompareOptions,
  type ReplicaComparison,
  type ReplicaRow,
} from './replicas-compare.ts';
export { type ReplicaForm, replicaText } from './replicas-lines.ts';
export type { AddressList, HostAddress } from './replicas-read.ts';
export type { HostRuleOptions, HostRules } from './replicas-rules.ts';
export type { ReplicaPair, ReplicaSearch, ReplicaSummary } from './replicas-search.ts';
export {
  all,
  type ClusterCounts,
  type ClusterJob,
  type ClusterJobOptions,
  clusterJob,
  clusterLinesJob,
  dedupeJob,
  type Engine,
  type EvaluateJob,
  type EvaluateJobOptions,
  evaluateJob,
  findStage,
  type KeptLine,
  type KeyParams,
  keptLineOf,
  keyedJob,
  keyJob,
  type LearnJob,
  type LearnJobOptions,
  learnJob,
  lineOf,
  type Part,
  parseRow,
  part,
  plainJob,
  type ReplicasJob,
  type ReplicasJobOptions,
  type Row,
  replicasJob,
  runStage,
  type Source,
  STAGED_LEARNERS,
  type Step,
  type Table,
  type ValidateJob,
  type ValidateJobOptions,
  validateJob,
} from './stages/index.ts';
export { type BotUse, type Hit, HitCounter } from './survey/bots.ts';
export { PARAM_KINDS, type ParamKind } from './survey/param-words.ts';
export type { ParamUse } from './survey/params.ts';
export { type Survey, type SurveyInputs, surveyRules } from './survey/survey.ts';
export type { Waste } from './survey/waste.ts';
