/** Judging rules over any engine: counts of all forms added up, and what else is needed of rules that are taken. */
import { type Evidence, emitsUrl, type Rule } from '../../rules/index.ts';
import { evidenceOf } from '../../validate/index.ts';
import type { ClusterJob } from './cluster-job.ts';
import { NO_COUNTS, type RuleCounts, ruleOfKey } from './judge.ts';
import type { ReachParams } from './map-reach.ts';
import type { JudgeParams } from './match.ts';
import type { RuleReach } from './reach.ts';
import { type Engine, part } from './stage.ts';

export type Judged = {
  readonly rule: Rule;
  /** The counts, without examples. */
  readonly evidence: Evidence & { readonly support: number; readonly falsePairs: number };
  /** All pairs that the rule joins, also those of which nothing is known. */
  readonly pairs: number;
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
  const params: JudgeParams = { rules, counted, sun };
  const steps = [{ stage: 'map:match', params }, { stage: 'reduce:judge', params }, { stage: 'reduce:add-counts' }];
  const counts = await engine.run(steps, [members, part(table, 'f')]);
  const totals = new Map<number, RuleCounts>();
  for (const { k, v } of await engine.few(part(counts, 'j'))) totals.set(ruleOfKey(k), JSON.parse(v) as RuleCounts);
  await engine.drop(counts);
  return rules.map((rule, r) => {
    const { checked, ok, ...pairs } = totals.get(r) ?? NO_COUNTS;
    const evidence = { ...evidenceOf(pairs, confidence), ...(emitsUrl(rule) && { fetchable: { checked, ok } }) };
    return { rule, evidence, pairs: pairs.pairs };
  });
}

/** By the place of the rule in the list; what covers it is looked for only if asked. */
export async function reachJob(
  engine: Engine,
  { members }: ClusterJob,
  judged: readonly Judged[],
  { isCovering, sun = false }: { readonly isCovering: boolean; readonly sun?: boolean },
): Promise<Map<number, RuleReach>> {
  const reaches = new Map<number, RuleReach>();
  if (judged.length === 0) return reaches;
  const rules = judged.map(({ rule }) => rule);
  const areFalse = judged.map(({ evidence }) => evidence.falsePairs > 0);
  const params: ReachParams = { rules, areFalse, isCovering, sun };
  const steps = [{ stage: 'map:reach', params }, { stage: 'reduce:reach', params }, { stage: 'reduce:add-reaches' }];
  const table = await engine.run(steps, [members]);
  for (const { k, v } of await engine.few(part(table, 'v'))) reaches.set(ruleOfKey(k), JSON.parse(v) as RuleReach);
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
