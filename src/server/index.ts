/**
 * The HTTP service: rules applied, looked at, changed and learned over HTTP, and the explorer's files. Takes rules and data, gives a running server.
 * Invariant: nothing of the machine leaves in an answer; a refusal says what to do; a change is written whole, or not at all and told so.
 */
export type { ComparisonAnswer, JobRequest } from './api.ts';
export type { DataSet } from './data-set.ts';
export { CLUSTERS_FILE, type LearnMessage, type LearnOrder, type LearnProgress, RULES_FILE } from './jobs/protocol.ts';
export type { RuleSource } from './rule-store.ts';
export { readComparison, readReplicas } from './side-files.ts';
export { type RunningServer, type ServeOptions, startServer } from './start-server.ts';
