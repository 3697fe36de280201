/** Learning with `auto`: hypotheses of all families, judged by what they do together; the default way. */
import type { PackedClusters } from '../clusters/index.ts';
import type { FormCounts } from '../evaluate/index.ts';
import type { Rule, RuleSet } from '../rules/index.ts';
import { type Composition, combineComposed, combineComposedBy, failingSet } from '../select/index.ts';
import { type AutoPlan, composeParts, type PartWork, planParts, sitesUnder } from './auto-plan.ts';
import type { Learned } from './cross-fit.ts';
import { fallenOnParts, impureParts } from './fallen-on-parts.ts';
import { countPlural } from './learn-data.ts';
import type { LearnOptions } from './options.ts';

/** The name of the way, where names of learners stand. */
export const AUTO = 'auto';

export type LearnedTogether = Learned & {
  readonly composition: Composition;
  /** The share of the pages that was looked at. */
  readonly share: number;
  /** What the rules make of all URLs, if that was counted part by part. */
  readonly counts?: FormCounts;
};

export function learnTogether(
  packed: PackedClusters,
  options: LearnOptions,
  failing: readonly string[],
  memory: number,
): LearnedTogether {
  const plan = planParts(packed, options, memory);
  const known = failingSet(failing);
  const { columns } = plan;
  const composed = plan.urls.flatMap((_, part) => composeParts({ columns, numbers: [part] }, plan.options, known));
  return together(plan, combineComposed(composed, sitesUnder(plan), plan.options.confidence));
}

/** The same, with the parts worked on wherever `work` does it. */
export async function learnTogetherBy(
  work: PartWork,
  packed: PackedClusters,
  options: LearnOptions,
  failing: readonly string[],
  memory: number,
): Promise<LearnedTogether> {
  const plan = planParts(packed, options, memory);
  const composed = await work.compose(plan, failingSet(failing));
  const count = recounting(work, plan);
  const composition = await combineComposedBy(composed, fallenOnParts(work, plan, count), plan.options.confidence);
  const learned = together(plan, composition);
  // Rules lead from a host to others of its site only, so that the forms of parts are different ones.
  return learned.share < 1 ? learned : { ...learned, counts: addCounts(await count(setOf(composition.rules))) };
}

/**
 * Counts what rules make of all parts. The rules in the end are those that were asked about, but for some that were withdrawn from sites of parts in which different pages became one:
 * what is asked after the first time is counted again in such parts only.
 */
function recounting(work: Pick<PartWork, 'count'>, plan: AutoPlan): (rules: RuleSet) => Promise<readonly FormCounts[]> {
  let last: { readonly what: string; readonly counts: readonly FormCounts[] } | null = null;
  return async (rules) => {
    const what = whatIsApplied(rules);
    if (last?.what === what) return last.counts;
    const known = last?.counts ?? [];
    const parts = last === null ? [...plan.urls.keys()] : impureParts(known);
    const counts = [...known];
    for (const [i, counted] of (await work.count(plan, parts, rules)).entries()) counts[parts[i]!] = counted;
    last = { what, counts };
    return counts;
  };
}

/** Ids and hosts, in their order: nothing else of rules says what becomes of a URL. */
function whatIsApplied(set: RuleSet): string {
  return JSON.stringify('rules' in set ? set.rules.map(({ id, scope, state }) => [id, scope.hosts, state]) : set);
}

/** The rules as they will be applied. */
function setOf(rules: readonly Rule[]): RuleSet {
  return { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };
}

function addCounts(counts: readonly FormCounts[]): FormCounts {
  const sum = { urls: 0, forms: 0, sharedForms: 0, impureForms: 0 };
  for (const { urls, forms, sharedForms, impureForms } of counts) {
    sum.urls += urls;
    sum.forms += forms;
    sum.sharedForms += sharedForms;
    sum.impureForms += impureForms;
  }
  return sum;
}

function together(plan: AutoPlan, composition: Composition): LearnedTogether {
  const taken = plan.urls.reduce((sum, urls) => sum + urls, 0);
  return {
    composition,
    share: plan.total === 0 ? 1 : taken / plan.total,
    rules: composition.rules,
    candidates: composition.candidates,
    rejected: {
      'min-support': composition.unproven,
      'max-fpr': composition.contradicted,
      inverse: 0,
      covered: 0,
      conflict: 0,
    },
    bestSupport: null,
    bestFpr: null,
    problems: [],
  };
}

/** What to say when nothing was learned; else null. */
export function adviseOnAuto(learned: LearnedTogether, packed: PackedClusters, options: LearnOptions): string | null {
  if (learned.rules.length > 0) return null;
  if (countPlural(packed) === 0) {
    const left = options.fold ? ` outside fold ${options.fold.part}/${options.fold.of}` : '';
    return `no cluster${left} has two URLs, so there is nothing to learn from`;
  }
  const [most] = learned.composition.unexplained;
  if (learned.candidates === 0) return 'no difference between the URLs of a page comes twice, so no rule can be proven';
  const hint = most === undefined ? '' : ` (most duplicates differ in: ${most.difference})`;
  return `no rule is proven to join different pages in less than --max-risk ${options.maxRisk} of its merges${hint}; more data would help`;
}
