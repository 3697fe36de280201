/**
 * Rules as data: the model, its two written forms (JSON file and one-line text), and their checks. Takes and gives plain JSON-safe values.
 * Invariant: does no I/O, and whatever `parse…` and `check…` let through prints and reads back as the same rule.
 */
export { checkRuleSet } from './check/rule-set.ts';
export { parseRuleSet, printRuleSet, ruleSetPieces, SCHEMA } from './file.ts';
export { isHost, normalizeHosts } from './hosts.ts';
export {
  type ApplyOptions,
  applyBody,
  applyRule,
  beginsWithWord,
  bodyParsed,
  convert,
  describeMatch,
  type EditSource,
  editParsed,
  editSource,
  isApplied,
  isMeant,
  keyPlain,
  type MatchedPart,
  matchesKeys,
  type Normalized,
  normalizePlain,
  rewritePlain,
  type Step,
} from './interpret/index.ts';
export { compareKeys, type KeyParts, parseKey, printKey, wholeKey } from './key.ts';
export { makePrinted, makeRule, mergeHosts, type RuleInput, ruleId } from './make.ts';
export { coversHosts, refines, refinesRule, type TextPair, textPairOf, turned } from './refines.ts';
export {
  type Apply,
  CONVERSIONS,
  type Cond,
  type Conv,
  type EditEmit,
  type EditMatch,
  type El,
  type Emit,
  type Evidence,
  type Example,
  emitsUrl,
  formLimit,
  isFetchable,
  type Key,
  type KeyEmit,
  type KeyMatch,
  LEARNERS,
  type LearnerName,
  type Likely,
  MAX_PASSES,
  type Match,
  MIN_FETCHABLE,
  type Op,
  type Out,
  type PathCond,
  QUERY_CONDS,
  type QueryCond,
  type Rule,
  type RuleSet,
  type RuleState,
  rulesOf,
  type Scope,
  STATES,
  type Stage,
  stagesOf,
  type TextEmit,
  type TextMatch,
  type TokenEmit,
  type TokenMatch,
  type ValueExpr,
  type ValuePattern,
  type View,
} from './rule.ts';
export { parseRule } from './text/parse.ts';
export { printRule, printRuleBody } from './text/print.ts';
export { tidyEmit, tidyMatch } from './tidy.ts';
