/**
 * Where the stages of a job run: on Spark, on Hadoop, or on this machine. They know nothing of each other, and nothing of what the stages do.
 * Invariant: an engine changes where rows are, never what they say.
 */
export {
  type AutoOptions,
  type AutoPlan,
  all,
  type ClusterCounts,
  type ClusterJob,
  type ClusterJobOptions,
  type ComposedSite,
  clusterJob,
  clusterLinesJob,
  composeBlock,
  dedupeJob,
  type Engine,
  type EvaluateJob,
  evaluateJob,
  fallenInBlocks,
  keptLineOf,
  keyedJob,
  keyJob,
  type HoldQuestion,
  type LearnJob,
  type LearnJobOptions,
  learnJob,
  learnRulesBy,
  lineOf,
  type Part,
  type PartWork,
  plainJob,
  type ReplicaForm,
  type ReplicasJob,
  type Row,
  replicasJob,
  replicaText,
  type Source,
  type ValidateJob,
  validateJob,
} from '../pipeline/index.ts';
export { type HadoopJob, hadoopCommands, jobScript } from './hadoop/index.ts';
export { type LocalOptions, openLocalEngine } from './local/index.ts';
export {
  findSubmit,
  openSparkEngine,
  openSparkSession,
  type SparkOptions,
  type SparkSession,
  type SparkWork,
  type TaskCounters,
} from './spark/index.ts';
