/** All that is known of one rule, for its page. */
import { alignTexts, type Example, exportRules, type Rule, type RuleSet, stagesOf, TARGETS } from '../index.ts';
import { compileRules, type Normalizer } from '../normalize/index.ts';
import type { AlignedExample, Change, Evidence, RuleDetail } from './api.ts';
import { rowOf } from './rule-list.ts';
import type { Entry, Snapshot } from './snapshot.ts';

/** A rule's evidence in sentences; the command line has the words. */
export type DescribeEvidence = (evidence: Evidence | undefined) => {
  readonly inFavor: readonly string[];
  readonly against: readonly string[];
};

export function detailOf(
  { revision, ruleSet }: Snapshot,
  entry: Entry,
  changes: readonly Change[],
  describe: DescribeEvidence,
): RuleDetail {
  const { rule } = entry;
  const { examples = [], counterExamples = [] } = rule.evidence ?? {};
  const alone = onlyRule(ruleSet, entry);
  const normalizer = compileRules(alone);
  const aligned = ({ urls, form }: Example): AlignedExample => ({
    urls,
    form,
    columns: alignTexts([...urls, form]),
    parts: [partsOf(normalizer, urls[0]), partsOf(normalizer, urls[1])],
  });
  return {
    ...rowOf(entry),
    revision,
    rule,
    ...describe(rule.evidence),
    examples: examples.map(aligned),
    counterExamples: counterExamples.map(aligned),
    rewrites: rewrites(normalizer, [...examples, ...counterExamples]),
    exports: TARGETS.map((target) => ({
      target,
      refusal: exportRules(alone, { to: target }).refused[0]?.reason ?? null,
    })),
    changes,
  };
}

/** The set with nothing but this rule, applied whatever its state. */
function onlyRule(set: RuleSet, { rule, stage }: Entry): RuleSet {
  const only: Rule = { ...rule, state: 'active' };
  const stages = stagesOf(set).map(({ apply, sun }, i) => ({ apply, sun, rules: i === stage ? [only] : [] }));
  const [first] = stages;
  return stages.length === 1 && first ? { dustpan: 1, options: {}, ...first } : { dustpan: 1, options: {}, stages };
}

function partsOf(normalizer: Normalizer, url: string): AlignedExample['parts'][0] {
  return normalizer.explain(url).steps[0]?.parts ?? [];
}

/** The normalizer says so itself, on the URLs that are known to be changed by the rule; null if there are none. */
function rewrites(normalizer: Normalizer, examples: readonly Example[]): boolean | null {
  const changed = examples.flatMap(({ urls }) => urls).find((url) => normalizer.explain(url).steps.length > 0);
  return changed === undefined ? null : normalizer.explain(changed).rewrite !== changed;
}
