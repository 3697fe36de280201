/** Cuts the work of `auto` into parts that can be done anywhere and in any order, because sites have nothing to do with each other. */
import { type PackedClusters, textBytes } from '../clusters/index.ts';
import { partsOf, type SiteUrls, sitesOfLabels } from '../learn/index.ts';
import { compileRules } from '../normalize/index.ts';
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
import { doubtfulParts } from './doubtful-parts.ts';
import { mostAtOnce, siteShare } from './memory.ts';
import type { LearnOptions } from './options.ts';
import { readParts, type TakenClusters, writeParts } from './part-block.ts';

export type AutoOptions = Pick<LearnOptions, 'maxRisk' | 'seenShare' | 'confidence'>;

/** What can be given to threads. */
export type PlannedParts = {
  /** URLs of each part that are taken, the largest part first. */
  readonly urls: readonly number[];
  /** URLs that may be looked at at once, for want of memory. */
  readonly most: number;
  /** Parts by their numbers, as bytes that a thread can be given. */
  block(numbers: readonly number[]): Uint8Array<ArrayBuffer>;
};

/** Numbers of parts in which rules may join different pages, and the parts with only those URLs that they may join wrongly. */
export type DoubtfulParts = { readonly numbers: readonly number[]; readonly few: PlannedParts };

export type AutoPlan = PlannedParts & {
  readonly options: AutoOptions;
  /** URLs there are, taken or not. */
  readonly total: number;
  /** The rules must leave hosts as they are. */
  doubtful(rules: RuleSet): DoubtfulParts;
};

/** Does the work on the parts of a plan, wherever that is. */
export type PartWork = {
  /** What is chosen for all sites. `failing` are URLs known not to answer. */
  compose(plan: AutoPlan, failing: ReadonlySet<string>): Promise<ComposedSite[]>;
  /** The ids of rules that sites of these parts speak against. */
  fallen(plan: PlannedParts, parts: readonly number[], question: HoldQuestion): Promise<ReadonlySet<string>>;
  /** For each of these parts the ids of rules that join different pages there, some of what all of them join. */
  suspects(plan: PlannedParts, parts: readonly number[], rules: readonly AcceptedRule[]): Promise<readonly Suspects[]>;
};

/** Ids of rules. */
export type Suspects = readonly string[];

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
    block: (numbers) => writeParts(packed, numbers.map(takenOf)),
    doubtful(rules) {
      const found = doubtfulParts(packed, parts, compileRules(rules));
      const only = found.mixed;
      const urls = new Int32Array(order.length);
      for (let u = 0; u < only.length; u++) urls[parts.partOf[packed.cluster[u]!]!]! += only[u]!;
      return {
        numbers: [...order.keys()].filter((number) => found.parts.has(order[number]!)),
        few: {
          urls: order.map((part) => urls[part]!),
          most,
          block: (numbers) =>
            writeParts(
              packed,
              numbers.map((number) => ({ ...takenOf(number), only })),
            ),
        },
      };
    },
  };

  function takenOf(number: number): TakenClusters {
    const share = shareOf(order[number]!);
    return { clusters: parts.clusters(order[number]!, share), seenShare: options.seenShare * share };
  }
}

/** What is chosen for the sites of some parts. */
export function composeBlock(
  block: Uint8Array<ArrayBuffer>,
  { maxRisk, confidence }: AutoOptions,
  failing: ReadonlySet<string>,
): ComposedSite[] {
  return readParts(block).flatMap(({ labels, seenShare }) => {
    const options = { maxRisk, seenShare, confidence, proposers: LEARNER_PROPOSERS };
    return composeSites(sitesOfLabels(labels, sun), options, failing);
  });
}

/** Tells of one block after the other the ids of rules that its sites speak against. */
export function fallenInBlocks(question: HoldQuestion): (block: Uint8Array<ArrayBuffer>) => string[] {
  const fallenOn = fallenBy(question);
  return (block) => sitesIn(block).flatMap(fallenOn);
}

/** Tells of one block after the other, for each of its parts, the ids of rules that join different pages there. */
export function suspectsInBlocks(rules: readonly AcceptedRule[]): (block: Uint8Array<ArrayBuffer>) => Suspects[] {
  const suspectsOn = suspectsBy(rules);
  return (block) => readParts(block).map(({ labels }) => sitesOfLabels(labels, sun).flatMap(suspectsOn));
}

/** The sites of a plan on which a change is to be looked at; kept for the next time if all of them fit. */
export function sitesUnder(plan: AutoPlan): SitesUnder {
  const known = new Map<number, SiteUrls[]>();
  return function* (rules) {
    for (const part of plan.doubtful(rules).numbers) {
      const sites = known.get(part) ?? sitesIn(plan.block([part]));
      if (plan.total <= plan.most) known.set(part, sites);
      yield* sites;
    }
  };
}

function sitesIn(block: Uint8Array<ArrayBuffer>): SiteUrls[] {
  return readParts(block).flatMap(({ labels }) => sitesOfLabels(labels, sun));
}
