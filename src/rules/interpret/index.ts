/** The plain interpreter: what rules mean, in the most obvious code. */
export { applyBody, applyRule, bodyParsed, matchesKeys } from './apply.ts';
export { convert } from './convert.ts';
export { describeMatch, type MatchedPart } from './describe.ts';
export { beginsWithWord, type EditSource, editParsed, editSource, isMeant } from './edit.ts';
export {
  type ApplyOptions,
  isApplied,
  keyPlain,
  type Normalized,
  normalizePlain,
  rewritePlain,
  type Step,
} from './rule-set.ts';
