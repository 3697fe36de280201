/** Who proposes and who judges: candidates are judged on clusters that did not propose them, so that chance does not pass for evidence. */
import { type Cluster, halvesOf, labelUrls, thirdsOf } from '../clusters/index.ts';
import type { CandidateRule, Learner, Problem } from '../learn/index.ts';
import { mergeHosts, type Rule } from '../rules/index.ts';
import { type Selection, selectRules } from '../validate/index.ts';
import type { LearnOptions } from './options.ts';

export type Learned = Selection & {
  readonly candidates: number;
  readonly problems: readonly Problem[];
};

/** Candidates of both halves, or of the first third, and what was chosen of them. */
export function proposeAndSelect(
  learner: Learner,
  clusters: readonly Cluster[],
  options: LearnOptions,
  failing: readonly string[],
): Learned {
  const { confidence, minSupport, maxFpr } = options;
  const style = learner.selection === 'covered' ? 'covered' : 'none';
  const thresholds = { confidence, minSupport, maxFpr, style } as const;
  const judge = (judges: readonly Cluster[]) => {
    const labels = labelUrls(judges);
    return { labels, texts: labels.urls, failing };
  };
  if (options.split === 'thirds') {
    const [proposers, judges] = thirdsOf(clusters, options.seed);
    const { candidates, problems } = learner.propose({ clusters: proposers }, learnerOptions(options));
    return { ...selectRules(candidates, judge(judges), thresholds), candidates: candidates.length, problems };
  }
  const halves = halvesOf(clusters);
  const proposals = [0, 1].map((half) => {
    return learner.propose({ clusters: clusters.filter((_, c) => halves[c] === half) }, learnerOptions(options));
  });
  const { rules, proposedBy } = pool(proposals.map(({ candidates }) => candidates));
  // Contradictions count on all data: on one half three of four would not be seen.
  const isCounted = (rule: number, cluster: number) =>
    proposedBy[rule] === BOTH || proposedBy[rule] !== 1 << halves[cluster]!;
  return {
    ...selectRules(rules, judge(clusters), { ...thresholds, isCounted }),
    candidates: rules.length,
    problems: addProblems(proposals.flatMap(({ problems }) => problems)),
  };
}

/** The largest number of clusters that propose one rule, where proposing is done; 0 if there is none. */
export function bestFrequency(learner: Learner, clusters: readonly Cluster[], options: LearnOptions): number {
  const halves = halvesOf(clusters);
  const parts =
    options.split === 'thirds'
      ? [thirdsOf(clusters, options.seed)[0]]
      : [0, 1].map((half) => clusters.filter((_, c) => halves[c] === half));
  const any = { ...learnerOptions(options), minFrequency: 1 };
  return Math.max(
    ...parts.map((part) => learner.propose({ clusters: part }, any).candidates[0]?.evidence.frequency ?? 0),
  );
}

const BOTH = 3;

/** Equal rules become one: hosts united, frequencies added. `proposedBy` has bit 0 for the first half, bit 1 for the second. */
function pool(halves: readonly (readonly CandidateRule[])[]): { rules: Rule[]; proposedBy: Uint8Array } {
  const found = new Map<string, { rules: CandidateRule[]; by: number }>();
  for (const [half, candidates] of halves.entries()) {
    for (const rule of candidates) {
      const known = found.get(rule.id) ?? { rules: [], by: 0 };
      known.rules.push(rule);
      found.set(rule.id, { rules: known.rules, by: known.by | (1 << half) });
    }
  }
  const groups = [...found.values()];
  const rules = groups.map(({ rules }): Rule => {
    const frequency = rules.reduce((sum, { evidence }) => sum + evidence.frequency, 0);
    return { ...mergeHosts(rules)[0]!, evidence: { frequency } };
  });
  return { rules, proposedBy: Uint8Array.from(groups, ({ by }) => by) };
}

function learnerOptions({ seed, sample, cardinality, minFrequency }: LearnOptions) {
  return { seed, sample, cardinality, minFrequency };
}

function addProblems(problems: readonly Problem[]): Problem[] {
  const sums = new Map<string, Problem>();
  for (const problem of problems) {
    const known = sums.get(problem.code);
    sums.set(problem.code, known ? { ...known, count: known.count + problem.count } : problem);
  }
  return [...sums.values()];
}
