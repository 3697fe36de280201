/** Cuts the work of `auto` into parts that can be done anywhere and in any order, because sites have nothing to do with each other. */
import { type Cluster, type PackedClusters, textBytes } from '../clusters/index.ts';
import { partsOf, type SiteUrls, sitesOf } from '../learn/index.ts';
import { type ComposedSite, composeSites, type SitesUnder } from '../select/index.ts';
import { sun } from '../url/index.ts';
import { LEARNER_PROPOSERS } from './auto-proposals.ts';
import { doubtfulParts } from './doubtful-parts.ts';
import { mostAtOnce, siteShare } from './memory.ts';
import type { LearnOptions } from './options.ts';

export type AutoOptions = Pick<LearnOptions, 'maxRisk' | 'seenShare' | 'confidence'>;

/** Some sites, and the share of their pages that is known. Plain data. */
export type AutoPart = { readonly clusters: readonly Cluster[]; readonly seenShare: number };

export type AutoPlan = {
  readonly options: AutoOptions;
  /** URLs of each part that are taken, the largest part first. */
  readonly urls: readonly number[];
  /** URLs there are, taken or not. */
  readonly total: number;
  /** URLs that may be looked at at once, for want of memory. */
  readonly most: number;
  part(number: number): AutoPart;
  /** Numbers of the parts in which texts with equal keys may be different pages. */
  doubtful(keyOf: (text: string) => string): Iterable<number>;
};

/** Does all parts of a plan. `failing` are URLs known not to answer. */
export type ComposeParts = (plan: AutoPlan, failing: ReadonlySet<string>) => Promise<ComposedSite[]>;

/** A part may have as many URLs as `memory` allows; of the pages of a larger one a sample is taken, by a hash. */
export function planParts(packed: PackedClusters, options: AutoOptions, memory: number): AutoPlan {
  const most = mostAtOnce({ urls: packed.urls.count, bytes: textBytes(packed.urls) }, memory);
  const parts = partsOf(packed);
  const order = Array.from(parts.urls, (_, part) => part).sort((a, b) => parts.urls[b]! - parts.urls[a]! || a - b);
  const shareOf = (part: number) => siteShare(parts.urls[part]!, most);
  return {
    options,
    urls: order.map((part) => Math.round(parts.urls[part]! * shareOf(part))),
    total: packed.urls.count,
    most,
    part(number) {
      const part = order[number]!;
      const share = shareOf(part);
      return { clusters: parts.clusters(part, share), seenShare: options.seenShare * share };
    },
    doubtful(keyOf) {
      const found = doubtfulParts(packed, parts, keyOf);
      return [...order.keys()].filter((number) => found.has(order[number]!));
    },
  };
}

export function composePart(
  { clusters, seenShare }: AutoPart,
  { maxRisk, confidence }: AutoOptions,
  failing: ReadonlySet<string>,
): ComposedSite[] {
  const options = { maxRisk, seenShare, confidence, proposers: LEARNER_PROPOSERS };
  return composeSites(sitesOf(clusters, sun), options, failing);
}

/** The sites of a plan on which a change is to be looked at; kept for the next time if all of them fit. */
export function sitesUnder(plan: AutoPlan): SitesUnder {
  const known = new Map<number, SiteUrls[]>();
  return function* (keyOf) {
    for (const part of plan.doubtful(keyOf)) {
      const sites = known.get(part) ?? sitesOf(plan.part(part).clusters, sun);
      if (plan.total <= plan.most) known.set(part, sites);
      yield* sites;
    }
  };
}
