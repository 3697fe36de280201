/** Cuts the work of `auto` into parts that can be done anywhere and in any order, because sites have nothing to do with each other. */
import { type PackedClusters, textBytes } from '../clusters/index.ts';
import { type FormCounts, formCounter } from '../evaluate/index.ts';
import { partsOf, type SiteUrls, sitesOfLabels } from '../learn/index.ts';
import type { RuleSet } from '../rules/index.ts';
import {
  type AcceptedRule,
  type ComposedSite,
  composeSites,
  fallenBy,
  type HoldQuestion,
  type SitesUnder,
  suspectsBy,
} from '../select/index.ts';
import { sun } from '../url/index.ts';
import { LEARNER_PROPOSERS } from './auto-proposals.ts';
import { type Doubtful, doubtfulInParts } from './doubtful-parts.ts';
import { mostAtOnce, siteShare } from './memory.ts';
import type { LearnOptions } from './options.ts';
import { type PartColumns, type Parts, readByteParts, readParts } from './part-columns.ts';

export type AutoOptions = Pick<LearnOptions, 'maxRisk' | 'seenShare' | 'confidence'>;

/** The parts of the data, the largest first: plain data, so that threads can be given it. */
export type AutoPlan = {
  readonly options: AutoOptions;
  /** URLs there are, taken or not. */
  readonly total: number;
  /** URLs of each part that are taken. */
  readonly urls: readonly number[];
  /** URLs that may be looked at at once, for want of memory. */
  readonly most: number;
  readonly columns: PartColumns;
};

/** Some of the parts by their numbers, and of their URLs those with a 1, if only some are wanted. */
export type SomeParts = { readonly numbers: readonly number[]; readonly only: Uint8Array | null };

/** Does the work on the parts of a plan, wherever that is. */
export type PartWork = {
  /** What is chosen for all sites. `failing` are URLs known not to answer. */
  compose(plan: AutoPlan, failing: ReadonlySet<string>): Promise<ComposedSite[]>;
  /** What is doubtful in each part. The rules must lead from a host to others of its part only. */
  doubtful(plan: AutoPlan, rules: RuleSet): Promise<readonly Doubtful[]>;
  /** The ids of rules that sites of these parts speak against. */
  fallen(plan: AutoPlan, parts: readonly number[], question: HoldQuestion): Promise<ReadonlySet<string>>;
  /** For each of these parts the ids of rules that join different pages there, some of what all of them join. */
  suspects(plan: AutoPlan, parts: SomeParts, rules: readonly AcceptedRule[]): Promise<readonly Suspects[]>;
  /** What rules make of the URLs of each of these parts. */
  count(plan: AutoPlan, parts: readonly number[], rules: RuleSet): Promise<readonly FormCounts[]>;
};

/** Ids of rules. */
export type Suspects = readonly string[];

/** A part may have as many URLs as `memory` allows; of the pages of a larger one a sample is taken, by a hash. */
export function planParts(packed: PackedClusters, options: AutoOptions, memory: number): AutoPlan {
  const most = mostAtOnce({ urls: packed.urls.count, bytes: textBytes(packed.urls) }, memory);
  const parts = partsOf(packed);
  const order = Array.from(parts.urls, (_, part) => part).sort((a, b) => parts.urls[b]! - parts.urls[a]! || a - b);
  const shares = order.map((part) => siteShare(parts.urls[part]!, most));
  const { urls, first, members, wide } = packed;
  const firstOf = new Int32Array(order.length + 1);
  const clusters = new Int32Array(packed.size);
  for (const [number, part] of order.entries()) {
    const own = parts.clusters(part, shares[number]!);
    clusters.set(own, firstOf[number]!);
    firstOf[number + 1] = firstOf[number]! + own.length;
  }
  return {
    options,
    total: urls.count,
    urls: order.map((part, number) => Math.round(parts.urls[part]! * shares[number]!)),
    most,
    columns: {
      urls,
      first,
      members,
      wide,
      clusters,
      firstOf,
      shares: Float64Array.from(shares, (share) => options.seenShare * share),
    },
  };
}

/** What is chosen for the sites of some parts. */
export function composeParts(
  parts: Parts,
  { maxRisk, confidence }: AutoOptions,
  failing: ReadonlySet<string>,
): ComposedSite[] {
  return readParts(parts).flatMap(({ labels, seenShare }) => {
    const options = { maxRisk, seenShare, confidence, proposers: LEARNER_PROPOSERS };
    return composeSites(sitesOfLabels(labels, sun), options, failing);
  });
}

/** Tells of some parts after the other the ids of rules that their sites speak against. */
export function fallenInParts(question: HoldQuestion): (parts: Parts) => string[] {
  const fallenOn = fallenBy(question);
  return (parts) => sitesIn(parts).flatMap(fallenOn);
}

/** Tells of some parts after the other, for each of them, the ids of rules that join different pages there. */
export function suspectsInParts(rules: readonly AcceptedRule[]): (parts: Parts) => Suspects[] {
  const suspectsOn = suspectsBy(rules);
  return (parts) => readParts(parts).map(({ labels }) => sitesOfLabels(labels, sun).flatMap(suspectsOn));
}

/** Tells of some parts after the other how many forms rules leave in each of them, none of which another part has. */
export function countsInParts(rules: RuleSet): (parts: Parts) => FormCounts[] {
  const count = formCounter(rules);
  return (parts) => readByteParts(parts).map(count);
}

/** The sites of a plan on which a change is to be looked at; kept for the next time if all of them fit. */
export function sitesUnder(plan: AutoPlan): SitesUnder {
  const known = new Map<number, SiteUrls[]>();
  return function* (rules) {
    const doubtfulIn = doubtfulInParts(rules);
    for (const part of plan.urls.keys()) {
      const parts = { columns: plan.columns, numbers: [part] };
      if (doubtfulIn(parts)[0] === null) continue;
      const sites = known.get(part) ?? sitesIn(parts);
      if (plan.total <= plan.most) known.set(part, sites);
      yield* sites;
    }
  };
}

function sitesIn(parts: Parts): SiteUrls[] {
  return readParts(parts).flatMap(({ labels }) => sitesOfLabels(labels, sun));
}
