/** What rules do to data somebody has: how much is duplicate, where it comes from, what the rules remove, what stays. All that a report shows. */
import type { Cluster, ListedUrl } from '../../clusters/index.ts';
import { evaluateRules } from '../../evaluate/index.ts';
import { compileRules, type Normalizer } from '../../normalize/index.ts';
import { isApplied, type RuleSet, rulesOf } from '../../rules/index.ts';
import { remainder, type Unexplained } from '../../select/index.ts';
import { clopperPearsonUpper } from '../../validate/index.ts';
import type { BotUse, HitCounter } from './bots.ts';
import { type ParamUse, paramUses } from './params.ts';
import type { SurveyedUrl } from './surveyed-url.ts';
import { type Waste, wasteBy } from './waste.ts';

export type SurveyInputs = {
  readonly clusters: readonly Cluster[];
  /** URLs of whose pages nothing is known, as in logs. */
  readonly listed?: readonly ListedUrl[];
  /** Counted while a log was read. */
  readonly hits?: HitCounter;
  readonly include?: readonly 'quarantined'[];
};

export type Survey = {
  readonly dustpan: 1;
  readonly totals: {
    readonly urls: number;
    /** URLs of whose pages something is known, the pages, and the URLs that are one too many. */
    readonly labeled: number;
    readonly pages: number;
    readonly duplicates: number;
    /** Different keys of all URLs, and so the URLs that the rules remove. */
    readonly keys: number;
    readonly removed: number;
    /** Of the duplicates that are known; joined pairs that are different pages do not count. */
    readonly coverage: number | null;
    readonly precision: number | null;
    readonly pagesLost: number;
    /** Keys of several URLs, those of them that join different pages, and an upper bound of their share. */
    readonly sharedForms: number;
    readonly impureForms: number;
    readonly errorBound: number | null;
    readonly confidence: number;
  };
  readonly rules: { readonly active: number; readonly quarantined: number; readonly refuted: number };
  readonly hosts: readonly Waste[];
  readonly paths: readonly Waste[];
  readonly params: readonly ParamUse[];
  /** Null if no input was a log with agents. */
  readonly bots: readonly BotUse[] | null;
  /** Duplicates that the rules leave, by what differs; the most frequent first. */
  readonly unexplained: readonly Unexplained[];
};

const CONFIDENCE = 0.95;

export function surveyRules(ruleSet: RuleSet, { clusters, listed = [], hits, include = [] }: SurveyInputs): Survey {
  const normalizer = compileRules(ruleSet, { include });
  const found = evaluateRules(ruleSet, clusters, { include });
  const pages = pagesOf(normalizer, clusters, listed);
  const keys = new Set(pages.map(({ key }) => key)).size;
  const rules = rulesOf(ruleSet);
  const inState = (state: string) => rules.filter((rule) => rule.state === state).length;
  return {
    dustpan: 1,
    totals: {
      ...{ urls: pages.length, labeled: found.urls, pages: found.clusters },
      ...{ duplicates: found.urls - found.clusters, keys, removed: pages.length - keys },
      ...{ coverage: found.coverage, precision: found.normalizationPrecision, pagesLost: found.pagesLost },
      ...{ sharedForms: found.sharedForms, impureForms: found.impureForms },
      errorBound: clopperPearsonUpper(found.impureForms, found.sharedForms, CONFIDENCE),
      confidence: CONFIDENCE,
    },
    rules: { active: inState('active'), quarantined: inState('quarantined'), refuted: inState('refuted') },
    ...wasteBy(pages),
    params: paramUses(
      pages,
      rules.filter((rule) => isApplied(rule, { include })),
    ),
    bots: hits?.uses(normalizer) ?? null,
    unexplained: remainder(keysOfPages(pages)),
  };
}

function pagesOf(normalizer: Normalizer, clusters: readonly Cluster[], listed: readonly ListedUrl[]): SurveyedUrl[] {
  const found: SurveyedUrl[] = [];
  for (const [page, cluster] of clusters.entries())
    for (const url of cluster.urls) found.push({ url, key: normalizer.key(url), page });
  for (const { url } of listed) found.push({ url, key: normalizer.key(url), page: -1 });
  return found;
}

/** For each page that is left with several keys, those. */
function* keysOfPages(pages: readonly SurveyedUrl[]): Generator<readonly string[]> {
  let keys = new Set<string>();
  for (const [i, { key, page }] of pages.entries()) {
    if (page === -1) return;
    keys.add(key);
    if (pages[i + 1]?.page === page) continue;
    if (keys.size > 1) yield [...keys];
    keys = new Set();
  }
}
