/** The public API: everything a user of the library needs, and no logic of its own. */
export {
  type CompileOptions,
  compileRules,
  type ExplainedStep,
  type Explanation,
  isCompiled,
  type LineTransform,
  loadCompiled,
  type Normalizer,
  saveCompiled,
} from './normalize/index.ts';
export {
  type Evidence,
  type Example,
  parseRule,
  parseRuleSet,
  printRule,
  printRuleSet,
  type Rule,
  type RuleSet,
  type RuleState,
  rulesOf,
  type Stage,
  stagesOf,
} from './rules/index.ts';
