/** From what two sites have in common to a score: four things must hold of a replica, and the weakest of them is the score. */

export type Claims = {
  /** Where both have a page it is the same page: mean resemblance, on a scale where 0.5 is the least of a copy. */
  readonly agreement: number;
  /** That is no chance: lower confidence bound of the agreement, by the number of different pages. */
  readonly confidence: number;
  /** It is the site and not a corner of it: share of a site's pages, more if the home page is the same. */
  readonly coverage: number;
  /** The pages belong to these sites, and are not what many unlike sites have. */
  readonly belonging: number;
};
export type ClaimName = keyof Claims;

export type Common = {
  /** Paths that both have, different pages among them, and how much they are the same in sum. */
  readonly common: number;
  readonly distinct: number;
  readonly same: number;
  /** Share of the pages of either site that the other has, rare pages weighing more. */
  readonly coverA: number;
  readonly coverB: number;
  readonly belonging: number;
  /** Share of the pages of either site, whichever is less, that lie in the folders of the common tree; 1 if the tree is not moved. */
  readonly inside: number;
  /** How much the home pages are the same; null if one of them is not known. */
  readonly home: number | null;
};

/** A score of a replica. Every claim is made so that half is where it begins to hold. */
export const LEAST_SCORE = 0.5;
/** Text of which this share is the same is held for one text: the customary threshold of near-duplicate detection. */
const LEAST_RESEMBLANCE = 0.8;
/** A whole site: what has a larger share of its pages elsewhere is more than a copy of the other. */
export const WHOLE = 0.8;
/** Of a two-sided bound at 95 %. */
const Z = 1.96;

/** `isMoved`: the tree of one site lies in a folder of the other. Then it must be the whole of both, or it is a site that contains another. */
export function claimsOf(found: Common, isMoved: boolean): Claims {
  const { common, distinct, same, coverA, coverB, belonging, inside, home } = found;
  if (common === 0) return NOTHING;
  const mean = same / common;
  return {
    agreement: halfAt(LEAST_RESEMBLANCE, mean),
    confidence: wilsonLower(mean, distinct),
    coverage: isMoved
      ? Math.min(coverA, coverB, halfAt(WHOLE, inside))
      : coverageInPlace(Math.max(coverA, coverB), home),
    belonging,
  };
}

/**
 * A crawl may have other parts of the one site than of the other, so that a small share is common: if the home page is the same, that is
 * not a corner. If the home pages differ, only the whole of a site will do, since they may be made anew for every visitor.
 */
function coverageInPlace(share: number, home: number | null): number {
  if (home === null) return share;
  return home >= LEAST_RESEMBLANCE ? LEAST_SCORE + share / 2 : halfAt(WHOLE, share);
}

/** A share on a scale where half is at `least`. */
function halfAt(least: number, share: number): number {
  return share < least ? share / (2 * least) : 1 - (1 - share) / (2 * (1 - least));
}

export const NOTHING: Claims = { agreement: 0, confidence: 0, coverage: 0, belonging: 0 };

export function scoreOf({ agreement, confidence, coverage, belonging }: Claims): number {
  return Math.min(agreement, confidence, coverage, belonging);
}

export function weakestOf(claims: Claims): ClaimName {
  const names: readonly ClaimName[] = ['agreement', 'confidence', 'coverage', 'belonging'];
  return names.reduce((weakest, name) => (claims[name] < claims[weakest] ? name : weakest));
}

/** Wilson's lower bound of a share seen in n cases. */
export function wilsonLower(share: number, n: number): number {
  if (n === 0) return 0;
  const square = Z ** 2;
  const center = share + square / (2 * n);
  const spread = Z * Math.sqrt((share * (1 - share)) / n + square / (4 * n ** 2));
  return Math.max(0, (center - spread) / (1 + square / n));
}
