/** Judging rules over any engine: counts of all forms added up, and what else is needed of rules that are taken. */
import { type Evidence, emitsUrl, type Rule } from '../../rules/index.ts';
import { evidenceOf } from '../../validate/index.ts';
import { type ClusterJob, values } from './cluster-job.ts';
import { addCounts, type JudgeParams, mergeReach, NO_COUNTS, type RuleCounts, type RuleReach } from './judge.ts';
import { type Engine, part } from './stage.ts';

export type Judged = {
  readonly rule: Rule;
  /** The counts, without examples. */
  readonly evidence: Evidence & { readonly support: number; readonly falsePairs: number };
  /** All pairs that the rule joins, also those of which nothing is known. */
  readonly pairs: number;
  readonly counted: number;
};

/** Clusters of both halves count. */
export const BOTH = 3;

/** `counted`: for each rule the halves whose clusters count for it. */
export async function judgeJob(
  engine: Engine,
  { table, members }: ClusterJob,
  rules: readonly Rule[],
  counted: readonly number[],
  confidence: number,
  sun = false,
): Promise<Judged[]> {
  if (rules.length === 0) return [];
  const params: JudgeParams = { rules, counted, confidence, isReach: false, isCovering: false, sun };
  const steps = [
    { stage: 'map:match', params },
    { stage: 'reduce:judge', params },
  ];
  const counts = await engine.run(steps, [members, part(table, 'f')]);
  const totals = new Map<number, RuleCounts>();
  for (const [rule, found] of await values<[number, RuleCounts]>(engine, part(counts, 'j'))) {
    totals.set(rule, addCounts(totals.get(rule) ?? NO_COUNTS, found));
  }
  await engine.drop(counts);
  return rules.map((rule, r) => {
    const { checked, ok, ...pairs } = totals.get(r) ?? NO_COUNTS;
    const evidence = { ...evidenceOf(pairs, confidence), ...(emitsUrl(rule) && { fetchable: { checked, ok } }) };
    return { rule, evidence, pairs: pairs.pairs, counted: counted[r]! };
  });
}

/** By the place of the rule in the list; what covers it is looked for only if asked. */
export async function reachJob(
  engine: Engine,
  { members }: ClusterJob,
  judged: readonly Judged[],
  confidence: number,
  { isCovering, sun = false }: { readonly isCovering: boolean; readonly sun?: boolean },
): Promise<Map<number, RuleReach>> {
  const reaches = new Map<number, RuleReach>();
  if (judged.length === 0) return reaches;
  const rules = judged.map(({ rule }) => rule);
  const params: JudgeParams = {
    rules,
    counted: judged.map(({ counted }) => counted),
    confidence,
    isReach: true,
    isCovering,
    sun,
  };
  const steps = [
    { stage: 'map:match', params },
    { stage: 'reduce:reach', params },
  ];
  const table = await engine.run(steps, [members]);
  for (const [rule, reach] of await values<[number, RuleReach]>(engine, part(table, 'v'))) {
    reaches.set(rule, mergeReach(reaches.get(rule), reach));
  }
  await engine.drop(table);
  return reaches;
}

/** The rule with what is now known of it; how it was found stays. */
export function withEvidence({ rule, evidence }: Judged, reach: RuleReach | undefined): Rule {
  const { frequency } = rule.evidence ?? {};
  const { examples = [], counterExamples = [] } = reach ?? {};
  const found = frequency === undefined ? {} : { frequency };
  return { ...rule, evidence: { ...found, ...evidence, examples, counterExamples } };
}
