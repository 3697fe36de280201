/**
 * What DUSTER and DustLin share: alignment of URLs, consensus, rules from a consensus. Not a learner.
 * Takes the URLs of clusters, gives candidate rules. Invariant: exact scores, so that ties fall the same way everywhere.
 */
export { type AlignmentMethod, clusterRule } from './cluster-rule.ts';
export type { Consensus } from './consensus.ts';
export { ALIGNMENT_DEFAULTS, type AlignmentOptions, completeAlignmentOptions } from './options.ts';
export { proposeByAlignment } from './propose.ts';
export { proposeHalves, proposePart } from './propose-packed.ts';
export { sampleSorted, sortDistinct } from './sample.ts';
export { type MultipleAlignment, Workspace } from './workspace.ts';
