/** The job `learn` over any engine, for learners that look at one cluster, one host or one site at a time: the same rule set as in memory. */
import { ConfigError, compareCodePoints } from '../../base/index.ts';
import { findLearner, type Learner, type Problem } from '../../learn/index.ts';
import { makeRule, mergeHosts, printRuleBody, type Rule, type RuleSet } from '../../rules/index.ts';
import type { Reason } from '../../validate/index.ts';
import { AUTO } from '../auto.ts';
import { judgedBy, learnerOptions } from '../cross-fit.ts';
import { learnableShare } from '../memory.ts';
import { completeLearnOptions, type LearnOptions, printedOptions } from '../options.ts';
import { autoJob } from './auto-job.ts';
import { type ClusterJob, type ClusterJobOptions, clusterJob, values } from './cluster-job.ts';
import { type Judged, judgeJob, reachJob, withEvidence } from './judge-job.ts';
import { addProblems, type Proposed, type ProposeParams } from './propose.ts';
import { type Engine, part, type Source } from './stage.ts';
import { withoutUndone } from './undone.ts';

export type LearnJobOptions = {
  readonly learning: Partial<LearnOptions>;
  readonly clustering: ClusterJobOptions;
  /** Bytes of memory by which a part of the pages is taken, as one machine would; all pages are if null. */
  readonly pagesWithin: number | null;
  /** Options of clustering to be written down, if there are records among the inputs. */
  readonly madeWith: Readonly<Record<string, unknown>>;
};

export type LearnJob = {
  readonly ruleSet: RuleSet;
  readonly clustering: ClusterJob['counts'];
  /** The share of the pages that was learned from. */
  readonly share: number;
  readonly candidates: number;
  readonly rejected: Readonly<Record<Exclude<Reason, 'conflict'>, number>>;
  readonly problems: readonly Problem[];
};

/** Learners whose jobs are cut into stages. */
export const STAGED_LEARNERS: readonly string[] = [AUTO, 'dustlin', 'duster', 'koppula'];

export async function learnJob(engine: Engine, sources: readonly Source[], asked: LearnJobOptions): Promise<LearnJob> {
  const complete = completeLearnOptions(asked.learning);
  checkOptions(complete);
  const { learner: name, fold: part } = complete;
  const proposing = name === AUTO ? null : proposeParams(findLearner(name), complete);
  const isByCluster = proposing !== null && findLearner(name).clusterRule !== undefined;
  const { pagesWithin } = asked;
  const job = await clusterJob(engine, sources, {
    ...asked.clustering,
    fold: part && { part, which: 'outside' },
    proposing: isByCluster ? proposing : null,
    isNumbered: false,
    ...(pagesWithin !== null && { shareOf: (seen) => learnableShare(name, seen, pagesWithin) }),
  });
  const options = { ...complete, seenShare: complete.seenShare * job.share };
  const { labels, records } = job.counts;
  const written = { ...(records > labels ? asked.madeWith : {}), ...printedOptions(options) };
  if (proposing === null) {
    const { rules, candidates, unproven, contradicted } = await autoJob(engine, job, options, asked.clustering);
    await engine.drop(job.table);
    return {
      ruleSet: { dustpan: 1, apply: 'fixpoint', sun: true, options: written, rules },
      clustering: job.counts,
      share: job.share,
      candidates,
      rejected: { 'min-support': unproven, 'max-fpr': contradicted, inverse: 0, covered: 0 },
      problems: [],
    };
  }
  const learner = findLearner(options.learner);
  const { candidates, proposedBy, problems } = await propose(engine, job, learner, proposing);
  // A half that proposed a rule alone does not count for it; what speaks against it counts everywhere.
  const counted = proposedBy.map(judgedBy);
  const judged = await judgeJob(engine, job, candidates, counted, options.confidence);
  const { minSupport, maxFpr } = options;
  const isSupported = ({ evidence }: Judged) => evidence.support > 0 && evidence.support >= minSupport;
  const isRight = ({ evidence }: Judged) => evidence.falsePairs <= maxFpr * evidence.support;
  const accepted = judged.filter((one) => isSupported(one) && isRight(one));
  const mutual = await withoutUndone(engine, job, accepted);
  const kept = await withoutCovered(engine, job, mutual, learner.selection === 'covered');
  await engine.drop(job.table);
  const ruleSet: RuleSet = {
    dustpan: 1,
    apply: learner.apply,
    sun: false,
    options: written,
    rules: kept.sort(byOrder).map(({ rule }) => rule),
  };
  return {
    ruleSet,
    clustering: job.counts,
    share: job.share,
    candidates: candidates.length,
    rejected: {
      'min-support': judged.filter((one) => !isSupported(one)).length,
      'max-fpr': judged.filter((one) => isSupported(one) && !isRight(one)).length,
      inverse: accepted.length - mutual.length,
      covered: mutual.length - kept.length,
    },
    problems,
  };
}

function checkOptions({ learner: name, split, methodOptions }: LearnOptions): void {
  if (!STAGED_LEARNERS.includes(name)) {
    throw new ConfigError(
      'not-staged',
      `the learner ${name} runs on this machine only; with spark use --learner ${STAGED_LEARNERS.join(' or --learner ')}`,
    );
  }
  if (split === 'thirds') {
    throw new ConfigError('not-staged', 'thirds need all clusters in one place; with spark leave out --split thirds');
  }
  if (methodOptions?.['crossHost']) {
    throw new ConfigError(
      'not-staged',
      'targets on other hosts need all hosts in one place; with spark leave out crossHost',
    );
  }
}

type Candidates = {
  readonly candidates: readonly Rule[];
  /** Bit 0 for the first half, bit 1 for the second. */
  readonly proposedBy: readonly number[];
  readonly problems: readonly Problem[];
};

function proposeParams(learner: Learner, options: LearnOptions): ProposeParams {
  return { learner: learner.name, options: learnerOptions(learner, options), minFrequency: options.minFrequency };
}

/** Candidates of both halves; equal rules are one, hosts united, frequencies added. */
async function propose(
  engine: Engine,
  { members, table: clusters }: ClusterJob,
  learner: Learner,
  params: ProposeParams,
): Promise<Candidates> {
  const table = learner.clusterRule
    ? await engine.run([{ stage: 'reduce:count-rules', params }], [part(clusters, 'p'), part(clusters, '!problem')])
    : await engine.run(
        [
          { stage: 'map:by-host' },
          { stage: 'reduce:propose-hosts', params },
          // A rule that one host proposes often enough is one, whatever the others say.
          { stage: 'reduce:count-rules', params: { ...params, minFrequency: 1 } },
        ],
        [members],
      );
  const found = new Map<string, { rules: Rule[]; frequency: number; by: number }>();
  for (const { k, v } of await engine.few(part(table, 'q'))) {
    const { frequency, hosts, match, emit } = JSON.parse(v) as Proposed;
    const rule = makeRule({ learner: learner.name, hosts, match, emit });
    const known = found.get(rule.id) ?? { rules: [], frequency: 0, by: 0 };
    const by = known.by | (1 << Number(k[1]));
    found.set(rule.id, { rules: [...known.rules, rule], frequency: known.frequency + frequency, by });
  }
  const problems = await values<Problem>(engine, part(table, '!problem'));
  await engine.drop(table);
  const groups = [...found.values()];
  return {
    candidates: groups.map(({ rules, frequency }) => ({ ...mergeHosts(rules)[0]!, evidence: { frequency } })),
    proposedBy: groups.map(({ by }) => by),
    problems: addProblems(problems),
  };
}

/** The rules that none kept before them covers (`spec` 8, section 3), if that is asked for, with their examples. */
async function withoutCovered(
  engine: Engine,
  job: ClusterJob,
  accepted: readonly Judged[],
  isAsked: boolean,
): Promise<Judged[]> {
  if (accepted.length === 0) return [];
  const reaches = await reachJob(engine, job, accepted, { isCovering: isAsked });
  const order = accepted.map((_, r) => r).sort((a, b) => byStrength(accepted[a]!, accepted[b]!));
  const kept = new Set<number>();
  for (const r of order) {
    const isCovered = isAsked && reaches.get(r)?.coveredBy?.some((other) => kept.has(other));
    if (!isCovered) kept.add(r);
  }
  return [...kept].map((r) => ({ ...accepted[r]!, rule: withEvidence(accepted[r]!, reaches.get(r)) }));
}

/** More pairs, more hosts, the shorter context, the id. */
function byStrength(a: Judged, b: Judged): number {
  const hosts = ({ rule: { scope } }: Judged) => (scope.hosts === '*' ? Number.POSITIVE_INFINITY : scope.hosts.length);
  const context = ({ rule }: Judged) => printRuleBody(rule.match, rule.emit).indexOf(' => ');
  if (a.pairs !== b.pairs) return b.pairs - a.pairs;
  if (hosts(a) !== hosts(b)) return hosts(b) - hosts(a);
  return context(a) - context(b) || compareCodePoints(a.rule.id, b.rule.id);
}

/** Support, then frequency, then id. */
function byOrder(a: Judged, b: Judged): number {
  const frequency = ({ rule }: Judged) => rule.evidence?.frequency ?? 0;
  if (a.evidence.support !== b.evidence.support) return b.evidence.support - a.evidence.support;
  return frequency(b) - frequency(a) || compareCodePoints(a.rule.id, b.rule.id);
}
