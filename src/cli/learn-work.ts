/** What `learn` does part by part, on this thread or on another: choosing rules, asking whether rules for every host hold, and counting forms. */
import {
  type AcceptedRule,
  type AutoOptions,
  type ComposedSite,
  composeBlock,
  countsInBlocks,
  type Doubtful,
  doubtfulInBlocks,
  type FormCounts,
  fallenInBlocks,
  type HoldQuestion,
  type PartColumns,
  type Suspects,
  suspectsInBlocks,
  writeParts,
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
  const answerTo = answersToBlocks(work);
  return (parts) => answerTo(writeParts(columns, parts, work.only));
}

function answersToBlocks(work: LearnWork): (block: Uint8Array<ArrayBuffer>) => LearnAnswer {
  if ('doubted' in work) return doubtfulInBlocks(work.doubted);
  if ('question' in work) return fallenInBlocks(work.question);
  if ('suspected' in work) return suspectsInBlocks(work.suspected);
  if ('counted' in work) return countsInBlocks(work.counted);
  const failing = new Set(work.failing);
  return (block) => composeBlock(block, work.options, failing);
}
