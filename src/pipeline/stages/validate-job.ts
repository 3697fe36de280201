/** The job `validate` over any engine: the same rule set as in memory. */
import { type RuleSet, rulesOf, stagesOf } from '../../rules/index.ts';
import {
  conclude,
  concludeReplayed,
  isContradicted,
  isEachAlone,
  type ReplayCounts,
  type Validation,
} from '../../validate/index.ts';
import {
  type ClusterCounts,
  type ClusterJob,
  type ClusterJobOptions,
  clusterJob,
  findRoots,
  values,
} from './cluster-job.ts';
import { BOTH, judgeJob, reachJob, withEvidence } from './judge-job.ts';
import { addReplays, type ReplayParams } from './replay.ts';
import { type Engine, part, type Source } from './stage.ts';

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
  options: ValidateJobOptions,
): Promise<ValidateJob> {
  const job = await clusterJob(engine, sources, { ...options.clustering, isNumbered: false });
  const validate = isEachAlone(ruleSet) ? validateAlone : validateTogether;
  const validation = await validate(engine, job, ruleSet, options);
  await engine.drop(job.table);
  return { validation, clustering: job.counts };
}

async function validateAlone(
  engine: Engine,
  job: ClusterJob,
  ruleSet: RuleSet,
  { maxFpr, confidence }: ValidateJobOptions,
): Promise<Validation> {
  const rules = rulesOf(ruleSet);
  const isSun = stagesOf(ruleSet)[0]!.sun;
  const all = rules.map(() => BOTH);
  const judged = await judgeJob(engine, job, rules, all, confidence, isSun);
  const seen = judged.filter(({ evidence }) => evidence.support > 0);
  const reaches = await reachJob(engine, job, seen, { isCovering: false, sun: isSun });
  const places = new Map(seen.map((one, place) => [one, place]));
  const verdicts = judged.map((one) => ({
    evidence: one.evidence,
    judged: () => withEvidence(one, reaches.get(places.get(one)!)),
  }));
  return conclude(ruleSet, verdicts, maxFpr);
}

/**
 * A rule that is refuted takes no part in what comes after it, and whether it is refuted all the data says. So the rules are judged as if
 * those were refuted that the last round refuted, until a round refutes the same. What is said of the first rule is right from the first round
 * on, of the second from the second at the latest, and so on; mostly two or three rounds do.
 */
async function validateTogether(
  engine: Engine,
  job: ClusterJob,
  ruleSet: RuleSet,
  options: ValidateJobOptions,
): Promise<Validation> {
  const stages = stagesOf(ruleSet);
  for (let refuted: readonly number[] = []; ; ) {
    const found = await replay(engine, job, { stages, refuted }, options.clustering.mostEdges);
    const now = [...found.keys()].filter((r) => isContradicted(found[r]!.counts, options.maxFpr));
    if (now.join() === refuted.join()) return concludeReplayed(ruleSet, found, options);
    refuted = now;
  }
}

async function replay(
  engine: Engine,
  { table, members }: ClusterJob,
  params: ReplayParams,
  mostEdges: number | undefined,
): Promise<ReplayCounts[]> {
  const links = await engine.run([{ stage: 'map:replay-links', params }], [members, part(table, 'f')]);
  const { roots } = await findRoots(engine, links, mostEdges);
  const steps = [{ stage: 'reduce:place' }, { stage: 'reduce:replay', params }];
  const counts = await engine.run(steps, [part(roots, 'r'), part(links, 'r')]);
  await engine.drop(links);
  await engine.drop(roots);
  const found = params.stages.flatMap(({ rules }) => rules.map((): ReplayCounts | undefined => undefined));
  for (const [rule, more] of await values<[number, ReplayCounts]>(engine, part(counts, 'y'))) {
    found[rule] = addReplays(found[rule], more);
  }
  await engine.drop(counts);
  return found.map((counts) => counts ?? NOTHING);
}

/** Of no data. */
const NOTHING: ReplayCounts = {
  counts: { pairs: 0, truePairs: 0, falsePairs: 0, forms: 0, impureForms: 0, falseWithoutSingles: 0 },
  examples: [],
  counterExamples: [],
};
