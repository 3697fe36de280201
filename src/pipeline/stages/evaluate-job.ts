/** The job `evaluate` over any engine: the same figures as in memory. */
import type { Fold } from '../../clusters/index.ts';
import { type DustClasses, type Evaluation, evaluationOf, rankedRules, ranksOf } from '../../evaluate/index.ts';
import type { CompileOptions } from '../../normalize/index.ts';
import { type RuleSet, rulesOf } from '../../rules/index.ts';
import { type ClusterCounts, type ClusterJobOptions, clusterJob, findRoots, values } from './cluster-job.ts';
import { addParts, type EvaluatedPart, type EvaluateParams } from './evaluate.ts';
import { BOTH, judgeJob } from './judge-job.ts';
import { type Engine, part, type Source } from './stage.ts';

export type EvaluateJobOptions = {
  readonly include?: CompileOptions['include'];
  readonly fold?: Fold;
  readonly clustering: ClusterJobOptions;
};

export type EvaluateJob = {
  readonly evaluation: Evaluation;
  /** What duplicates are due to; null if there are records, of which more is known than is looked at here. */
  readonly dust: DustClasses | null;
  readonly clustering: ClusterCounts;
};

export async function evaluateJob(
  engine: Engine,
  sources: readonly Source[],
  ruleSet: RuleSet,
  { include, fold, clustering }: EvaluateJobOptions,
): Promise<EvaluateJob> {
  const options = { ...(include && { include }), ...(fold && { fold }) };
  const params: EvaluateParams = { ruleSet, ...options };
  const job = await clusterJob(engine, sources, { ...clustering, isNumbered: false });
  const links = await engine.run([{ stage: 'map:cluster-links', params }], [job.members]);
  const { roots } = await findRoots(engine, links, clustering.mostEdges);
  const steps = [{ stage: 'reduce:place' }, { stage: 'reduce:measure', params }];
  const table = await engine.run(steps, [part(roots, 'r'), part(links, 'r')]);
  await engine.drop(links);
  await engine.drop(roots);
  const { counts, dust } = addParts(await values<EvaluatedPart>(engine, part(table, 'm')));
  const rules = rankedRules(rulesOf(ruleSet));
  // Ranks are of the fold alone.
  const judging = fold ? { ...job, table, members: part(table, 'c') } : job;
  const judged = await judgeJob(
    engine,
    judging,
    rules,
    rules.map(() => BOTH),
    CONFIDENCE,
  );
  await engine.drop(table);
  await engine.drop(job.table);
  const ranks = ranksOf(
    judged.map(({ evidence: { support, falsePairs } }) => ({ right: support - falsePairs, wrong: falsePairs })),
  );
  const { records, labels } = job.counts;
  return {
    evaluation: evaluationOf(ruleSet, counts, ranks, options),
    dust: records > labels ? null : dust,
    clustering: job.counts,
  };
}

/** Of bounds that nobody asks for here. */
const CONFIDENCE = 0.95;
