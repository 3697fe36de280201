/**
 * The hot path: a rule set compiled so that a URL costs one host lookup and work linear in its length. Takes rule sets and URLs, gives keys.
 * Invariant: no dependency, no Node built-in, no regular expression made from a rule; a URL never makes it throw.
 */
export { parseRuleSet, printRule, printRuleSet, type RuleSet, rulesOf } from '../rules/index.ts';
export { type AllMatches, type HashedMatch, type MatchFound, matchAllRules } from './all-matches.ts';
export { type CompiledRules, compileRules, loadChecked, loadCompiled, saveCompiled } from './compile.ts';
export { isCompiled } from './flat.ts';
export type { MatchSink, UrlHashes } from './judge-kernel.ts';
export type {
  CompileOptions,
  DedupeTransform,
  ExplainedStep,
  Explanation,
  LineTransform,
  Normalizer,
} from './normalizer.ts';
