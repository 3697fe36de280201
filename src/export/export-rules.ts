/** A rule set for another program: what it can express exactly, and by name what it cannot. */
import { ConfigError } from '../base/index.ts';
import { type ApplyOptions, checkRuleSet, isApplied, type Rule, type RuleSet, stagesOf } from '../rules/index.ts';
import { type ExportContext, type ExportOptions, type Refusal, without } from './exporter.ts';
import { EXPORTERS, type TargetName } from './exporters.ts';

export type ExportRulesOptions = ExportOptions &
  Pick<ApplyOptions, 'include'> & {
    readonly to: TargetName;
  };

export type Export = {
  /** The text for the target. */
  readonly text: string;
  /** Rules that are in the text. */
  readonly exported: readonly Rule[];
  /** Rules that are not, and why. */
  readonly refused: readonly Refusal[];
  /** Whether the target compares keys, or redirects. */
  readonly gives: 'key' | 'rewrite';
  /** What the target makes of a URL. */
  apply(url: string): string;
};

/** Writes what can be written exactly; the other rules are refused, never approximated. */
export function exportRules(ruleSet: RuleSet, { to, include, ...options }: ExportRulesOptions): Export {
  const exporter = EXPORTERS[to];
  const form = options.form ?? exporter.forms[0] ?? '';
  if (form !== '' && !exporter.forms.includes(form)) {
    const known = exporter.forms.length === 0 ? 'it has only one' : `it has ${exporter.forms.join(', ')}`;
    throw new ConfigError('bad-form', `${to} has no form "${form}"; ${known}`);
  }
  const apply = include === undefined ? {} : { include };
  const all: ExportContext = {
    ...options,
    form,
    stages: stagesOf(checkRuleSet(ruleSet)).map((stage) => ({
      apply: stage.apply,
      sun: stage.sun,
      rules: stage.rules.filter((rule) => isApplied(rule, apply)),
    })),
  };
  const single: Refusal[] = [];
  for (const { rules } of all.stages) {
    for (const rule of rules) {
      const reason = exporter.refuse(rule, all);
      if (reason !== null) single.push({ rule, reason });
    }
  }
  const expressible = without(all, single);
  const together = exporter.refuseTogether?.(expressible, single) ?? [];
  const plan = without(expressible, together);
  const refused = new Map([...single, ...together].map((refusal) => [refusal.rule, refusal]));
  const rules = all.stages.flatMap((stage) => stage.rules);
  let simulated: ((url: string) => string) | undefined;
  return {
    text: exporter.render(plan),
    exported: plan.stages.flatMap((stage) => stage.rules),
    refused: rules.flatMap((rule) => refused.get(rule) ?? []),
    gives: exporter.gives(form),
    apply(url) {
      simulated ??= exporter.simulate(plan);
      return simulated(url);
    },
  };
}
