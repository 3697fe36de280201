/** What `learn` does part by part, on this thread or on another: choosing rules, and asking whether rules for every host hold. */
import {
  type AutoOptions,
  type ComposedSite,
  composeBlock,
  fallenInBlocks,
  type HoldQuestion,
} from '../engines/index.ts';

/** What a thread is given at its start. */
export type LearnWork =
  | { readonly options: AutoOptions; readonly failing: readonly string[] }
  | { readonly question: HoldQuestion };

/** Of a block of parts: what was chosen for its sites, or the ids of rules that they speak against. */
export type LearnAnswer = readonly ComposedSite[] | readonly string[];

/** Answers one block after the other. */
export function answersTo(work: LearnWork): (block: Uint8Array<ArrayBuffer>) => LearnAnswer {
  if ('question' in work) return fallenInBlocks(work.question);
  const failing = new Set(work.failing);
  return (block) => composeBlock(block, work.options, failing);
}
