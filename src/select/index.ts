/**
 * Judges sets of rules that work together, and chooses them: from labeled clusters to rules that hold one after another. Takes clusters, gives rules with evidence.
 * Invariant: pure; nothing is taken that was not measured together with all that was taken before.
 */
export type { AcceptOptions } from './accept.ts';
export { type AcceptedRule, ruleSetOf } from './accepted.ts';
export {
  type ComposedSite,
  type ComposeOptions,
  type Composition,
  combineComposed,
  combineComposedBy,
  combineSites,
  composeSite,
  composeSites,
  failingSet,
  rulesOfSites,
  type SiteComposition,
  selectTogether,
} from './compose.ts';
export type { ExpectedImpurity } from './expected.ts';
export {
  everywhere,
  fallenBy,
  type HoldQuestion,
  type Lifted,
  lift,
  liftBy,
  type SiteRule,
  type SitesUnder,
  suspectsBy,
} from './lift.ts';
export { tellsOfNoise } from './noise.ts';
export { PRIORS, type Priors } from './priors.ts';
export { type Accepted, type Observer, type SiteSelection, selectSite } from './select-site.ts';
export { remainder, type Unexplained } from './unexplained.ts';
