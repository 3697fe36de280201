/**
 * Sites that copy each other: candidates, features, classifiers, verdicts. Takes rows of clusters, gives scores of pairs of sites.
 * Invariant: pure; no step goes over all pairs of sites; the same data and seed give the same scores in any order of records.
 */
export { eachNearPair, isTelling, pairedSites } from './candidates.ts';
export type { Comparisons } from './compare-sites.ts';
export { type Extended, type Finding, KINDS, type Kind } from './extended/extended.ts';
export type { Move } from './extended/moved-tree.ts';
export { type ClaimName, type Claims, LEAST_SCORE } from './extended/verdict.ts';
export { FEATURES, type FeatureName, featuresOf } from './features/features.ts';
export { countUrls, groupReplicas, type ReplicaGroup } from './groups.ts';
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
export { obviousOf, type Prepared, prepareReplicas } from './prepare.ts';
export { type HostNote, RecordNotes, sketchOf } from './record-notes.ts';
export { signedRank } from './signed-rank.ts';
export { ROOT, type SiteTable, SiteTableBuilder, splitSite } from './site-table.ts';
export { compareSketches, readSketch } from './sketch-log.ts';
export {
  type ComparedPair,
  comparePartners,
  type Partner,
  type PartnerOptions,
  type SitePage,
  type SitePages,
} from './some-sites.ts';
