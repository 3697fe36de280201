/** What `learn` does part by part, on this thread or on another: choosing rules, and asking whether rules for every host hold. */
import {
  type AcceptedRule,
  type AutoOptions,
  type ComposedSite,
  composeBlock,
  fallenInBlocks,
  type HoldQuestion,
  type Suspects,
  suspectsInBlocks,
} from '../engines/index.ts';

/** What a thread is given at its start. */
export type LearnWork =
  | { readonly options: AutoOptions; readonly failing: readonly string[] }
  | { readonly question: HoldQuestion }
  | { readonly suspected: readonly AcceptedRule[] };

/** Of a block of parts: what was chosen for its sites, or the ids of rules that they speak against, of all together or of each part. */
export type LearnAnswer = readonly ComposedSite[] | readonly string[] | readonly Suspects[];

/** Answers one block after the other. */
export function answersTo(work: LearnWork): (block: Uint8Array<ArrayBuffer>) => LearnAnswer {
  if ('question' in work) return fallenInBlocks(work.question);
  if ('suspected' in work) return suspectsInBlocks(work.suspected);
  const failing = new Set(work.failing);
  return (block) => composeBlock(block, work.options, failing);
}
