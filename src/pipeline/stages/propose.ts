/** Candidates by stages: what each cluster proposes, counted over all clusters (DustLin-MR, job 1). */
import { ConfigError } from '../../base/index.ts';
import { halvesOf, type PackedClusters, smallestOf, unpackClusters } from '../../clusters/index.ts';
import { findLearner, type Problem, type Proposal, type SharedOptions } from '../../learn/index.ts';
import { type Emit, type Match, ruleId } from '../../rules/index.ts';
import type { EmitRow, Stage } from './stage.ts';

export type ProposeParams = {
  readonly learner: string;
  readonly options: Partial<SharedOptions>;
  readonly minFrequency: number;
};

/** A rule with how many clusters of a half propose it, and where. */
export type Proposed = {
  readonly frequency: number;
  readonly hosts: readonly string[];
  readonly match: Match;
  readonly emit: Emit;
};

/** Different rules that are counted before they travel. */
const HELD = 20_000;

/** What clusters propose, some of them after others. */
export type Proposer = { add(clusters: PackedClusters): void; end(): void };

/**
 * Asks for the rule of each cluster where the cluster was made: of however many URLs only the rule travels. Gives rules by half and id, partly
 * counted (`p`), and what kept clusters from proposing.
 */
export function openProposer({ learner: name, options }: ProposeParams, emit: EmitRow): Proposer {
  const proposeHalves = openLearner(name, withInfinity(options));
  const held = new Map<string, { frequency: number; hosts: Set<string>; match: Match; emit: Emit }>();
  let problems: readonly Problem[] = [];
  const flush = () => {
    for (const [key, rule] of held) {
      emit(`p${key}`, '0', { ...rule, hosts: [...rule.hosts] } satisfies Proposed);
    }
    held.clear();
  };
  return {
    add(clusters) {
      for (const [half, { rules, problems: more }] of proposeHalves(clusters).entries()) {
        problems = addProblems([...problems, ...more]);
        for (const { id, frequency, hosts, match, emit: made } of rules) {
          const key = `${half}${id}`;
          const known = held.get(key);
          if (known) {
            known.frequency += frequency;
            for (const host of hosts) known.hosts.add(host);
          } else {
            held.set(key, { frequency, hosts: new Set(hosts), match, emit: made });
            if (held.size === HELD) flush();
          }
        }
      }
    },
    end() {
      flush();
      for (const problem of problems) emit('!problem', problem.code, problem);
    },
  };
}

/** What one half of some clusters proposes. */
type HalfProposal = {
  readonly rules: readonly (Proposed & { readonly id: string })[];
  readonly problems: readonly Problem[];
};
type ProposeHalves = (clusters: PackedClusters) => readonly HalfProposal[];

/** Many clusters at once, where a learner knows how to; else one after another. */
function openLearner(name: string, options: Partial<SharedOptions>): ProposeHalves {
  const learner = findLearner(name);
  const every = { ...options, minFrequency: 1 };
  if (learner.proposeHalves) {
    return (clusters) => learner.proposeHalves!(clusters, every).proposals.map(halfProposal);
  }
  const propose = learner.clusterRule?.(options);
  if (!propose) throw new ConfigError('not-by-cluster', `the learner ${name} does not look at one cluster at a time`);
  return (packed) => {
    const clusters = unpackClusters(packed).filter(({ urls }) => urls.length > 1);
    const halves = [0, 1].map(() => ({ rules: [] as HalfProposal['rules'][number][], problems: [] as Problem[] }));
    for (const [c, half] of halvesOf(clusters).entries()) {
      const { urls } = clusters[c]!;
      const outcome = propose(urls);
      const { rules, problems } = halves[half]!;
      if (outcome.kind === 'problem') problems.push({ code: outcome.code, count: 1, example: smallestOf(urls) });
      if (outcome.kind !== 'rule') continue;
      const { match, emit, hosts } = outcome;
      rules.push({ id: ruleId(match, emit), frequency: 1, hosts, match, emit });
    }
    return halves;
  };
}

function halfProposal({ candidates, problems }: Proposal): HalfProposal {
  const rules = candidates.map(({ id, match, emit, scope, evidence }) => {
    const hosts = scope.hosts === '*' ? [] : scope.hosts;
    return { id, match, emit, hosts, frequency: evidence.frequency };
  });
  return { rules, problems };
}

/** In: rules by half and id. Out: those that enough clusters propose (`q`); what kept others from proposing passes. */
export const countRules: Stage = {
  name: 'reduce:count-rules',
  kind: 'reduce',
  open(params, emit) {
    const { minFrequency } = params as ProposeParams;
    return {
      group(key, rows) {
        if (key.startsWith('!')) {
          for (const { s, v } of rows) emit(key, s, JSON.parse(v));
          return;
        }
        let frequency = 0;
        const hosts = new Set<string>();
        let body: Pick<Proposed, 'match' | 'emit'> | null = null;
        for (const { v } of rows) {
          const { frequency: more, hosts: others, match, emit: made } = JSON.parse(v) as Proposed;
          frequency += more;
          for (const host of others) hosts.add(host);
          body ??= { match, emit: made };
        }
        if (body && frequency >= minFrequency) {
          emit(`q${key.slice(1)}`, '0', { frequency, hosts: [...hosts], ...body } satisfies Proposed);
        }
      },
    };
  },
};

/** JSON has no infinity: a sample of all URLs is null there. */
export function withInfinity(options: Partial<SharedOptions>): Partial<SharedOptions> {
  return options.sample === null ? { ...options, sample: Number.POSITIVE_INFINITY } : options;
}

/** Problems of one code become one, with the smallest example. */
export function addProblems(problems: readonly Problem[]): Problem[] {
  const sums = new Map<string, Problem>();
  for (const problem of problems) {
    const known = sums.get(problem.code);
    if (!known) sums.set(problem.code, problem);
    else {
      const examples = [known.example, problem.example].filter((example) => example !== undefined);
      const example = examples.length === 0 ? {} : { example: smallestOf(examples) };
      sums.set(problem.code, { ...known, count: known.count + problem.count, ...example });
    }
  }
  return [...sums.values()];
}
