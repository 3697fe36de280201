/** What the duplicates of a log are due to: what rules explain, and what no rule can (SCH, section 6.6). */
import { type Cluster, type FilterReport, takeFold } from '../clusters/index.ts';
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

type Counts = {
  /** Joined with another URL of the same page by the rules. */
  readonly rules: number;
  /** Pictures, and what else pages are made of, that stand in several places. */
  readonly images: number;
  /** Pages that say nothing; null if nothing tells them. */
  readonly softErrors: number | null;
  /** The same bytes as another URL of the page; null if no digests are known. */
  readonly copies: number | null;
  /** What is left, with that of which nothing is known. */
  readonly rest: number;
};

/** Duplicates, all but one URL of each page, by the first of these that applies; they add up to `duplicates`. */
export type DustClasses = Counts & {
  readonly duplicates: number;
  /** Of the duplicates; null if there are none. */
  readonly shares: Counts | null;
};

export type DustOptions = Pick<EvaluateOptions, 'include' | 'fold'> & {
  /** What is known of pages besides. */
  readonly facts?: Iterable<PageFacts>;
  /** What filters kept out of the clusters: soft errors and assets are counted from there. */
  readonly hygiene?: readonly FilterReport[];
};

const IMAGE = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i;

/** What is not known is not guessed, except that the end of a path tells a picture. */
export function classifyDust(
  ruleSet: RuleSet,
  clusters: readonly Cluster[],
  { facts = [], hygiene = [], include, fold }: DustOptions = {},
): DustClasses {
  const known = new Map<string, PageFacts>();
  for (const fact of facts) known.set(fact.url, fact);
  const normalizer = compileRules(ruleSet, include ? { include } : {});
  // Filters tell of the whole data, not of a part.
  const leftOut = (name: FilterReport['name']) => (fold ? null : leftOutBy(name, hygiene));
  const images = leftOut('assets') ?? 0;
  const errors = leftOut('soft-404');
  const counts = { rules: 0, images, softErrors: errors ?? 0, copies: 0, rest: 0 };
  let duplicates = images + (errors ?? 0);
  for (const { urls: members } of fold ? takeFold(clusters, fold, 'inside') : clusters) {
    duplicates += members.length - 1;
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
  const all = [...known.values()];
  const classes: Counts = {
    ...counts,
    softErrors: errors !== null || all.some(({ isSoftError }) => isSoftError !== undefined) ? counts.softErrors : null,
    copies: all.some(({ digest }) => digest !== undefined) ? counts.copies : null,
  };
  return { duplicates, ...classes, shares: duplicates === 0 ? null : sharesOf(classes, duplicates) };
}

/** Of data that share no cluster, without filters: the classes of all of it. */
export function addDust(all: readonly DustClasses[]): DustClasses {
  const sum = (count: (classes: DustClasses) => number | null) =>
    all.some((classes) => count(classes) !== null) ? all.reduce((total, one) => total + (count(one) ?? 0), 0) : null;
  const duplicates = sum((one) => one.duplicates) ?? 0;
  const classes: Counts = {
    rules: sum(({ rules }) => rules) ?? 0,
    images: sum(({ images }) => images) ?? 0,
    softErrors: sum(({ softErrors }) => softErrors),
    copies: sum(({ copies }) => copies),
    rest: sum(({ rest }) => rest) ?? 0,
  };
  return { duplicates, ...classes, shares: duplicates === 0 ? null : sharesOf(classes, duplicates) };
}

/** Duplicates among what a filter left out; null if it could not tell. */
function leftOutBy(name: FilterReport['name'], hygiene: readonly FilterReport[]): number | null {
  const report = hygiene.find((other) => other.name === name);
  return report?.state === 'on' ? report.urls - report.clusters : null;
}

function sharesOf({ rules, images, softErrors, copies, rest }: Counts, duplicates: number): Counts {
  return {
    rules: rules / duplicates,
    images: images / duplicates,
    softErrors: softErrors === null ? null : softErrors / duplicates,
    copies: copies === null ? null : copies / duplicates,
    rest: rest / duplicates,
  };
}
