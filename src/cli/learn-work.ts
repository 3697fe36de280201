/** What `learn` does part by part, on this thread or on another: choosing rules, asking whether rules for every host hold, and counting forms. */
import {
  type AcceptedRule,
  type AutoOptions,
  type ComposedSite,
  composeParts,
  countsInParts,
  type Doubtful,
  doubtfulInParts,
  type FormCounts,
  fallenInParts,
  type HoldQuestion,
  type PartColumns,
  type Parts,
  type Suspects,
  suspectsInParts,
} from '../engines/index.ts';
import type { RuleSet } from '../index.ts';

/** What a thread is told before the parts that it is to be done with. */
export type LearnWork = (
  | { readonly options: AutoOptions; readonly failing: readonly string[] }
  | { readonly doubted: RuleSet }
  | { readonly question: HoldQuestion }
  | { readonly suspected: readonly AcceptedRule[] }
  | { readonly counted: RuleSet }
) & {
  /** 1 for each URL that is looked at; all if absent. */
  readonly only?: Uint8Array | null;
};

/** Of some parts: what was chosen for their sites, what is doubtful, the ids of rules that they speak against, of all together or of each part, or their forms. */
export type LearnAnswer =
  | readonly ComposedSite[]
  | readonly Doubtful[]
  | readonly string[]
  | readonly Suspects[]
  | readonly FormCounts[];

/** Answers for some parts after the other, by their numbers. */
export function answersTo(work: LearnWork, columns: PartColumns): (parts: readonly number[]) => LearnAnswer {
  const answerTo = answersToParts(work);
  return (numbers) => answerTo({ columns, numbers, only: work.only });
}

function answersToParts(work: LearnWork): (parts: Parts) => LearnAnswer {
  if ('doubted' in work) return doubtfulInParts(work.doubted);
  if ('question' in work) return fallenInParts(work.question);
  if ('suspected' in work) return suspectsInParts(work.suspected);
  if ('counted' in work) return countsInParts(work.counted);
  const failing = new Set(work.failing);
  return (parts) => composeParts(parts, work.options, failing);
}
