/** What the duplicates of a log are due to: what rules explain, and what no rule can (SCH, section 6.6). */
import { type Cluster, labelUrls } from '../clusters/index.ts';
import { compileRules } from '../normalize/index.ts';
import type { RuleSet } from '../rules/index.ts';
import { splitUrl } from '../url/index.ts';
import type { EvaluateOptions } from './evaluate-rules.ts';

/** What is known of a page besides its labels. */
export type PageFacts = {
  readonly url: string;
  /** Media type. */
  readonly type?: string;
  /** Equal for equal bodies. */
  readonly digest?: string;
  /** The page is an error, a login or an empty result, answered as if it were one. */
  readonly isSoftError?: boolean;
};

/** Duplicates, all but one URL of each cluster, by the first of these that applies; they add up to `duplicates`. */
export type DustClasses = {
  readonly duplicates: number;
  /** Joined with another URL of the same page by the rules. */
  readonly rules: number;
  /** Pictures that stand in several places. */
  readonly images: number;
  /** Pages that say nothing. */
  readonly softErrors: number;
  /** The same bytes as another URL of the page. */
  readonly copies: number;
  readonly rest: number;
};

const IMAGE = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i;

/** Facts that are not given are not guessed, except that the end of a path tells a picture. */
export function classifyDust(
  ruleSet: RuleSet,
  clusters: readonly Cluster[],
  facts: Iterable<PageFacts> = [],
  { include }: Pick<EvaluateOptions, 'include'> = {},
): DustClasses {
  const { urls, clusters: pages } = labelUrls(clusters);
  const known = new Map<string, PageFacts>();
  for (const fact of facts) known.set(fact.url, fact);
  const normalizer = compileRules(ruleSet, include ? { include } : {});
  const counts = { rules: 0, images: 0, softErrors: 0, copies: 0, rest: 0 };
  for (const { urls: members } of clusters) {
    // Of the URLs with one form one is left to be explained by something else.
    const left = new Map<string, string>();
    for (const url of members) {
      const form = normalizer.key(url);
      if (left.has(form)) counts.rules++;
      else left.set(form, url);
    }
    const digests = new Set<string>();
    for (const [i, url] of [...left.values()].entries()) {
      const { type, digest, isSoftError } = known.get(url) ?? { url };
      const isCopy = digest !== undefined && digests.has(digest);
      if (digest !== undefined) digests.add(digest);
      // The first is the page, the others are its duplicates.
      if (i === 0) continue;
      if (type === undefined ? IMAGE.test(splitUrl(url).path) : type.startsWith('image/')) counts.images++;
      else if (isSoftError) counts.softErrors++;
      else if (isCopy) counts.copies++;
      else counts.rest++;
    }
  }
  return { duplicates: urls.length - pages, ...counts };
}
