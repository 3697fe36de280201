/** Kinds of change that web software makes to addresses, each a hypothesis that a site's data must prove. */
export { FAMILIES } from './families.ts';
export {
  type Family,
  type Hypothesis,
  looksLikeId,
  type RuleBody,
  type SiteForm,
  type SitePair,
  type SiteView,
} from './family.ts';
export { families } from './learner.ts';
export { pairsOf } from './pairs.ts';
export { partsOf, type SiteParts } from './parts.ts';
export { type SiteUrls, siteOf, sitesOf, sitesOfLabels } from './sites.ts';
