/** The job `validate` over any engine, for sets whose rules stand each by itself: the same rule set as in memory. */
import { ConfigError } from '../../base/index.ts';
import type { Rule, RuleSet } from '../../rules/index.ts';
import type { Validation } from '../../validate/index.ts';
import { type ClusterCounts, type ClusterJobOptions, clusterJob } from './cluster-job.ts';
import { BOTH, judgeJob, reachJob, withEvidence } from './judge-job.ts';
import type { Engine, Source } from './stage.ts';

export type ValidateJobOptions = {
  readonly maxFpr: number;
  readonly confidence: number;
  readonly clustering: ClusterJobOptions;
};

export type ValidateJob = { readonly validation: Validation; readonly clustering: ClusterCounts };

export async function validateJob(
  engine: Engine,
  sources: readonly Source[],
  ruleSet: RuleSet,
  { maxFpr, confidence, clustering }: ValidateJobOptions,
): Promise<ValidateJob> {
  const rules = rulesByThemselves(ruleSet);
  const job = await clusterJob(engine, sources, clustering);
  const all = rules.map(() => BOTH);
  const judged = await judgeJob(engine, job, rules, all, confidence);
  const seen = judged.filter(({ evidence }) => evidence.support > 0);
  const reaches = await reachJob(engine, job, seen, confidence, false);
  await engine.drop(job.table);
  const refuted: string[] = [];
  const after = judged.map((one): Rule => {
    const { rule, evidence } = one;
    if (evidence.support === 0) return rule;
    const known = withEvidence(one, reaches.get(seen.indexOf(one)));
    if (evidence.falsePairs <= maxFpr * evidence.support || rule.state === 'refuted') return known;
    refuted.push(rule.id);
    return { ...known, state: 'refuted' };
  });
  const validation = {
    ruleSet: { ...ruleSet, rules: after },
    refuted,
    unseen: rules.length - seen.length,
    judged: seen.length,
  };
  return { validation, clustering: job.counts };
}

/** Rules that work on what others leave are judged in their order, on forms that change with each: not by stages. */
function rulesByThemselves(ruleSet: RuleSet): readonly Rule[] {
  if (!('stages' in ruleSet) && ruleSet.apply === 'first' && !ruleSet.sun) return ruleSet.rules;
  throw new ConfigError(
    'not-staged',
    'rules that work on what others leave (auto, dustbuster, or with standard normalization) are validated on this machine only; leave out --engine spark',
  );
}
