/**
 * Jobs cut into stages, for engines that run them on many machines: pure functions over rows, and the order in which they run.
 * Invariant: no I/O; whatever the engine and the number of partitions, the result is that of the functions that work in memory.
 */

export {
  type ClusterCounts,
  type ClusterJob,
  type ClusterJobOptions,
  clusterJob,
  clusterLinesJob,
} from './cluster-job.ts';
export { type EvaluateJob, type EvaluateJobOptions, evaluateJob } from './evaluate-job.ts';
export type { KeptLine, KeyParams } from './key.ts';
export { dedupeJob, keptLineOf, keyedJob, keyJob, lineOf, plainJob } from './key-job.ts';
export { type LearnJob, type LearnJobOptions, learnJob, STAGED_LEARNERS } from './learn-job.ts';
export { findStage } from './registry.ts';
export { type ReplicasJob, type ReplicasJobOptions, replicasJob } from './replicas-job.ts';
export { parseRow, runStage } from './run-stage.ts';
export {
  all,
  type Engine,
  type Part,
  part,
  type Row,
  type Source,
  type Stage,
  type Step,
  type Table,
} from './stage.ts';
export { type ValidateJob, type ValidateJobOptions, validateJob } from './validate-job.ts';
