/**
 * Sites that copy each other: candidates, features, classifiers, verdicts. Takes rows of clusters, gives scores of pairs of sites.
 * Invariant: pure; no step goes over all pairs of sites; the same data and seed give the same scores in any order of records.
 */
export { type Extended, type Finding, KINDS, type Kind } from './extended/extended.ts';
export type { Move } from './extended/moved-tree.ts';
export { type ClaimName, type Claims, LEAST_SCORE } from './extended/verdict.ts';
export { FEATURES, type FeatureName } from './features/features.ts';
export { groupReplicas, type ReplicaGroup } from './groups.ts';
export { type Alias, hostRule } from './host-rules.ts';
export { extendedOf, type MethodScores, scorePairs, type Training } from './methods.ts';
export {
  areaUnderCurve,
  detectionRate,
  drawPositions,
  type RocPoint,
  rocCurve,
  type Scored,
  unionReduction,
} from './metrics.ts';
export {
  completeReplicaOptions,
  REPLICA_DEFAULTS,
  REPLICA_METHODS,
  type ReplicaMethod,
  type ReplicaOptions,
} from './options.ts';
export type { PairList } from './pair-set.ts';
export { type Prepared, prepareReplicas } from './prepare.ts';
export { RecordNotes } from './record-notes.ts';
export { signedRank } from './signed-rank.ts';
export { type SiteTable, SiteTableBuilder } from './site-table.ts';
