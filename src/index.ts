/** The public API: everything a user of the library needs, and no logic of its own. */
export {
  CLUSTER_DEFAULTS,
  type Cluster,
  type ClusterFile,
  type Clustering,
  type ClusterNote,
  type ClusterOptions,
  clusterRecords,
  EVIDENCE,
  type EvidenceKind,
  FILTERS,
  type FilterName,
  type FilterReport,
  type Fold,
  parseBy,
  parseFilters,
  parseFold,
  parseMemory,
  type RecordBatches,
  withWide,
  writeClusters,
} from './clusters/index.ts';
export { type EvaluateOptions, type Evaluation, evaluateRules, type Measures } from './evaluate/index.ts';
export { learners } from './learn/index.ts';
export {
  type CompileOptions,
  compileRules,
  type ExplainedStep,
  type Explanation,
  isCompiled,
  type LineTransform,
  loadCompiled,
  type Normalizer,
  saveCompiled,
} from './normalize/index.ts';
export {
  LEARN_DEFAULTS,
  type LearnInputs,
  type LearnOptions,
  type LearnSummary,
  learnRules,
} from './pipeline/index.ts';
export {
  type CrawlRecord,
  FORMATS,
  type Format,
  type ReadOptions,
  type ReadProblem,
  type RecordStream,
  readRecords,
} from './records/index.ts';
export {
  type Evidence,
  type Example,
  parseRule,
  parseRuleSet,
  printRule,
  printRuleSet,
  type Rule,
  type RuleSet,
  type RuleState,
  rulesOf,
  type Stage,
  stagesOf,
} from './rules/index.ts';
export { type ValidateOptions, type Validation, validateRules } from './validate/index.ts';
