/** The whole of learning: clusters in, a proven rule set and a summary for people out. */
import {
  type Cluster,
  type ListedUrl,
  labelPacked,
  labelUrls,
  type PackedClusters,
  takeFold,
} from '../clusters/index.ts';
import { countForms } from '../evaluate/index.ts';
import { findLearner, type Learner, type Problem } from '../learn/index.ts';
import { type Apply, type Example, printRule, type Rule, type RuleSet } from '../rules/index.ts';
import type { ExpectedImpurity, Unexplained } from '../select/index.ts';
import { clopperPearsonUpper, countFirstForms, type FormCounts, type Reason } from '../validate/index.ts';
import { adviseOn, adviseOnList } from './advice.ts';
import { AUTO, adviseOnAuto, type LearnedTogether, learnTogether, learnTogetherBy } from './auto.ts';
import type { PartWork } from './auto-plan.ts';
import { composeRules } from './compose.ts';
import { type Learned, proposeAndSelect } from './cross-fit.ts';
import { countPlural, type LearnData, learnData } from './learn-data.ts';
import { type LikelySummary, likelyRules, summarizeLikely } from './likely.ts';
import { completeLearnOptions, type LearnOptions, printedOptions } from './options.ts';

export type LearnInputs = {
  /** URLs known not to answer with a page: a rule that leads to one is not fetchable. */
  readonly failing?: readonly string[];
  /** URLs of whose pages nothing is known: a learner that takes lists finds likely rules in them, which stay quarantined. */
  readonly listed?: readonly ListedUrl[];
  /** Options of the steps before, to be written down beside those of learning. */
  readonly madeWith?: Readonly<Record<string, unknown>>;
  /** Bytes that may be used; of sites that need more a part of the pages is looked at. */
  readonly memory?: number;
};

export type LearnSummary = {
  readonly urls: number;
  readonly clusters: number;
  /** Clusters of two URLs or more. */
  readonly plural: number;
  /** What a perfect rule set would remove: urls - clusters. */
  readonly duplicates: number;
  /** What these rules remove of the same data. */
  readonly removed: number;
  /** Forms that join URLs, those of them that join different pages, and an upper bound of their share; null if nothing is joined. */
  readonly sharedForms: number;
  readonly impureForms: number;
  readonly errorBound: number | null;
  readonly confidence: number;
  readonly candidates: number;
  readonly accepted: number;
  readonly rejected: Readonly<Record<Reason, number>>;
  /** What kept clusters from proposing a rule. */
  readonly problems: readonly Problem[];
  /** Up to five, strongest first. */
  readonly strongest: readonly { readonly text: string; readonly support: number; readonly example?: Example }[];
  /** What was found in URLs of whose pages nothing is known; null if there are none, or the learner takes none. */
  readonly likely: LikelySummary | null;
  /** What to change when nothing was learned; else null. */
  readonly advice: string | null;
  /** Of `auto`: the duplicates that stay, by what differs, and how many of them a rule might still explain. */
  readonly unexplained?: readonly Unexplained[];
  readonly perhapsLearnable?: number;
  /** Of `auto`: the share of merges that is expected to join different pages, with its interval; null if nothing is joined. */
  readonly expectedImpurity?: ExpectedImpurity | null;
  /** Of `auto`: the share of the pages that was looked at, if not all. */
  readonly share?: number;
};

const STRONGEST = 5;
const UNEXPLAINED = 10;

type LearnRequest = Partial<LearnOptions> & LearnInputs;

export function learnRules(
  clusters: readonly Cluster[] | PackedClusters,
  asked: LearnRequest = {},
): { ruleSet: RuleSet; summary: LearnSummary } {
  const job = jobOf(clusters, asked);
  const { data, options, failing, memory } = job;
  if (options.learner !== AUTO) return finish(job, byLearner(job));
  return finish(job, byAuto(job, learnTogether(data.packed, options, failing, memory)));
}

/** The same rules; what `auto` does site by site is done by `work`, on other threads perhaps. */
export async function learnRulesBy(
  work: PartWork,
  clusters: readonly Cluster[] | PackedClusters,
  asked: LearnRequest = {},
): Promise<{ ruleSet: RuleSet; summary: LearnSummary }> {
  const job = jobOf(clusters, asked);
  const { data, options, failing, memory } = job;
  if (options.learner !== AUTO) return finish(job, byLearner(job));
  return finish(job, byAuto(job, await learnTogetherBy(work, data.packed, options, failing, memory)));
}

type Job = Required<LearnInputs> & { readonly data: LearnData; readonly options: LearnOptions };

function jobOf(clusters: readonly Cluster[] | PackedClusters, asked: LearnRequest): Job {
  const { failing = [], listed = [], madeWith = {}, memory = Number.POSITIVE_INFINITY, ...given } = asked;
  const options = completeLearnOptions(given);
  const all = learnData(clusters);
  const data = options.fold ? learnData(takeFold(all.clusters, options.fold, 'outside')) : all;
  return { data, options, failing, listed, madeWith, memory };
}

function finish({ data, options, listed, madeWith }: Job, found: Found): { ruleSet: RuleSet; summary: LearnSummary } {
  const { learned, likely } = found;
  const proven = learned.rules;
  const ruleSet: RuleSet = {
    dustpan: 1,
    apply: found.apply,
    sun: found.sun,
    options: { ...madeWith, ...printedOptions(options) },
    rules: likely ? [...proven, ...likely] : proven,
  };
  const { urls, forms, sharedForms, impureForms } = countAll(ruleSet, found, data);
  const summary: LearnSummary = {
    urls,
    clusters: data.packed.size,
    plural: countPlural(data.packed),
    duplicates: urls - data.packed.size,
    removed: urls - forms,
    sharedForms,
    impureForms,
    errorBound: clopperPearsonUpper(impureForms, sharedForms, options.confidence),
    confidence: options.confidence,
    candidates: learned.candidates,
    accepted: proven.length,
    rejected: learned.rejected,
    problems: learned.problems,
    strongest: strongestOf(proven).map(describe),
    likely: likely && summarizeLikely(likely, listed.length),
    advice: found.advice,
    ...found.rest,
  };
  return { ruleSet, summary };
}

/** What the rules make of all data; where they were judged on all of it, that is known. */
function countAll(ruleSet: RuleSet, { learned, counts }: Found, data: LearnData): FormCounts {
  if (counts) return counts;
  if ('stages' in ruleSet || ruleSet.apply !== 'first' || ruleSet.sun || ruleSet.rules.length > learned.rules.length)
    return countForms(ruleSet, labelPacked(data.packed));
  if (learned.forms) return learned.forms;
  const labels = labelPacked(data.packed);
  return countFirstForms(learned.rules, { labels, texts: labels.urls });
}

type Found = {
  readonly learned: Learned;
  readonly apply: Apply;
  readonly sun: boolean;
  readonly likely: readonly Rule[] | null;
  readonly advice: string | null;
  /** What the rules make of all data, if that is known. */
  readonly counts?: FormCounts | undefined;
  readonly rest?: Pick<LearnSummary, 'unexplained' | 'perhapsLearnable' | 'expectedImpurity' | 'share'>;
};

function byAuto({ data, options }: Job, learned: LearnedTogether): Found {
  const { unexplained, perhapsLearnable, expected } = learned.composition;
  return {
    learned,
    apply: 'fixpoint',
    sun: true,
    likely: null,
    counts: learned.counts,
    advice: adviseOnAuto(learned, data.packed, options),
    rest: {
      unexplained: unexplained.slice(0, UNEXPLAINED),
      perhapsLearnable,
      expectedImpurity: expected,
      ...(learned.share < 1 && { share: learned.share }),
    },
  };
}

function byLearner({ data, options, failing, listed }: Job): Found {
  const learner = findLearner(options.learner);
  const learned = compose(learner, proposeAndSelect(learner, data, options, failing), data, options);
  const likely =
    learner.lists && listed.length > 0 ? likelyRules(learner, data.clusters, listed, options, learned.rules) : null;
  const advice = likely ? adviseOnList(likely.length) : adviseOn(learned, learner, data, options);
  return { learned, apply: learner.apply, sun: false, likely, advice };
}

/** Rules that are used together must also be right together. */
function compose(learner: Learner, learned: Learned, data: LearnData, { maxFpr }: LearnOptions): Learned {
  if (learner.apply === 'first') return learned;
  const { rules, useless, conflicting } = composeRules(learned.rules, labelUrls(data.clusters), maxFpr);
  const { covered, conflict } = learned.rejected;
  return {
    ...learned,
    rules: rules.map((rule) => ({ ...rule, state: 'active' })),
    rejected: { ...learned.rejected, covered: covered + useless, conflict: conflict + conflicting },
  };
}

/** Rules that compose are in the order they are applied, not of their support. */
function strongestOf(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => (b.evidence?.support ?? 0) - (a.evidence?.support ?? 0)).slice(0, STRONGEST);
}

function describe(rule: Rule): LearnSummary['strongest'][number] {
  const [example] = rule.evidence?.examples ?? [];
  return { text: printRule(rule), support: rule.evidence?.support ?? 0, ...(example === undefined ? {} : { example }) };
}
