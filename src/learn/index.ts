/**
 * The learners, one contract for all: from dup-clusters to candidate rules. They propose; others validate, choose and order.
 * Invariant: pure, no I/O, never throws on data; the order of the input does not matter.
 */
export { sampleSorted, sortDistinct } from './alignment/index.ts';
export {
  FAMILIES,
  type Family,
  type Hypothesis,
  looksLikeId,
  pairsOf,
  partsOf,
  type RuleBody,
  type SiteForm,
  type SitePair,
  type SiteParts,
  type SiteUrls,
  type SiteView,
  siteOf,
  sitesOf,
  sitesOfLabels,
} from './families/index.ts';
export type {
  CandidateRule,
  ClusterOutcome,
  HalvesProposal,
  Learner,
  LearnInput,
  Problem,
  Proposal,
  SharedOptions,
} from './learner.ts';
export { findLearner, learners } from './learners.ts';
