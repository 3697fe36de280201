/** Who proposes and who judges: candidates are judged on clusters that did not propose them, so that chance does not pass for evidence. */
import { ConfigError } from '../base/index.ts';
import { halvesOfPacked, labelPacked, takeClusters, thirdsOfPacked } from '../clusters/index.ts';
import type { CandidateRule, HalvesProposal, Learner, Problem, Proposal, SharedOptions } from '../learn/index.ts';
import { mergeHosts, type Rule } from '../rules/index.ts';
import { type Selection, selectRules } from '../validate/index.ts';
import type { LearnData } from './learn-data.ts';
import type { LearnOptions } from './options.ts';

export type Learned = Selection & {
  readonly candidates: number;
  readonly problems: readonly Problem[];
};

/** Candidates of both halves, or of the first third, and what was chosen of them. */
export function proposeAndSelect(
  learner: Learner,
  data: LearnData,
  options: LearnOptions,
  failing: readonly string[],
): Learned {
  const { confidence, minSupport, maxFpr } = options;
  const thresholds = { confidence, minSupport, maxFpr, style: learner.selection };
  if (options.split === 'thirds') {
    const thirds = thirdsOfPacked(data.packed, options.seed, options.rotation);
    const { candidates, problems } = proposeOnPart(learner, data, thirds, 0, learnerOptions(learner, options));
    const labels = labelPacked(takeClusters(data.packed, numbersOf(thirds, 1)));
    const selection = selectRules(candidates, { labels, texts: labels.urls, failing }, thresholds);
    return { ...selection, candidates: candidates.length, problems };
  }
  const { halves, proposals } = proposeOnHalves(learner, data, options, {});
  const { rules, proposedBy } = pool(proposals.map(({ candidates }) => candidates));
  // Contradictions count on all data: on one half three of four would not be seen.
  const counted = { parts: halves, ofRule: proposedBy.map(judgedBy) };
  const labels = labelPacked(data.packed);
  return {
    ...selectRules(
      rules,
      { labels, texts: labels.urls, failing },
      { ...thresholds, counted, countsForms: learner.apply === 'first' },
    ),
    candidates: rules.length,
    problems: addProblems(proposals.flatMap(({ problems }) => problems)),
  };
}

/** What each half of the clusters proposes, with some of the learner's options changed. */
function proposeOnHalves(
  learner: Learner,
  data: LearnData,
  options: LearnOptions,
  changed: Readonly<Record<string, number>>,
): HalvesProposal {
  const asked = { ...learnerOptions(learner, options), ...changed };
  if (learner.proposeHalves) return learner.proposeHalves(data.packed, asked);
  const halves = halvesOfPacked(data.packed);
  const propose = (half: number) => proposeOnPart(learner, data, halves, half, asked);
  return { halves, proposals: [propose(0), propose(1)] };
}

/** What the clusters of one part propose. */
function proposeOnPart(
  learner: Learner,
  data: LearnData,
  parts: Uint8Array,
  part: number,
  asked: Partial<SharedOptions>,
): Proposal {
  if (learner.proposePacked) return learner.proposePacked(data.packed, (cluster) => parts[cluster] === part, asked);
  return learner.propose({ clusters: data.clusters.filter((_, c) => parts[c] === part) }, asked);
}

/** The clusters of one part. */
function numbersOf(parts: Uint8Array, part: number): number[] {
  const numbers: number[] = [];
  for (let c = 0; c < parts.length; c++) if (parts[c] === part) numbers.push(c);
  return numbers;
}

/** The largest number of clusters that propose one rule, where proposing is done, with some of the learner's options changed; 0 if there is none. */
export function bestFrequency(
  learner: Learner,
  data: LearnData,
  options: LearnOptions,
  changed: Readonly<Record<string, number>>,
): number {
  const best = ({ candidates }: Proposal) => candidates[0]?.evidence.frequency ?? 0;
  if (options.split === 'thirds') {
    const thirds = thirdsOfPacked(data.packed, options.seed, options.rotation);
    return best(proposeOnPart(learner, data, thirds, 0, { ...learnerOptions(learner, options), ...changed }));
  }
  return Math.max(...proposeOnHalves(learner, data, options, changed).proposals.map(best));
}

const BOTH = 3;

/** The halves that judge what these halves proposed: what one proposed alone is proven by the other. */
export function judgedBy(halves: number): number {
  return halves === BOTH ? BOTH : BOTH & ~halves;
}

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

/** What a learner may ask for: each takes the options it has. Those meant for it alone it must have. */
export function learnerOptions(learner: Learner, options: LearnOptions): Partial<SharedOptions> {
  const { seed, sample, cardinality, minFrequency, minSupport, maxFpr, methodOptions = {} } = options;
  for (const name of Object.keys(methodOptions)) {
    if (Object.hasOwn(learner.defaults, name)) continue;
    const known = Object.keys(learner.defaults).join(', ');
    throw new ConfigError('bad-option', `The learner ${learner.name} has no option ${name}; it has ${known}.`);
  }
  const shared = { seed, sample, cardinality, minFrequency, minSupport, maxFpr };
  return { ...shared, ...methodOptions };
}

function addProblems(problems: readonly Problem[]): Problem[] {
  const sums = new Map<string, Problem>();
  for (const problem of problems) {
    const known = sums.get(problem.code);
    sums.set(problem.code, known ? { ...known, count: known.count + problem.count } : problem);
  }
  return [...sums.values()];
}
