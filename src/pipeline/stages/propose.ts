/** Candidates by stages: what each cluster proposes, counted over all clusters (DustLin-MR, job 1). */
import { ConfigError } from '../../base/index.ts';
import { halvesOf, smallestOf } from '../../clusters/index.ts';
import { findLearner, type Problem, type SharedOptions } from '../../learn/index.ts';
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

/** What clusters propose, one after another. */
export type Proposer = { add(urls: readonly string[]): void; end(): void };

/**
 * Asks for the rule of each cluster where the cluster was made: of however many URLs only the rule travels. Gives rules by half and id, partly
 * counted (`p`), and what kept clusters from proposing.
 */
export function openProposer({ learner: name, options }: ProposeParams, emit: EmitRow): Proposer {
  const propose = findLearner(name).clusterRule?.(withInfinity(options));
  if (!propose) throw new ConfigError('not-by-cluster', `the learner ${name} does not look at one cluster at a time`);
  const held = new Map<string, { frequency: number; hosts: Set<string>; match: Match; emit: Emit }>();
  let problems: Problem[] = [];
  const flush = () => {
    for (const [key, rule] of held) {
      emit(`p${key}`, '0', { ...rule, hosts: [...rule.hosts] } satisfies Proposed);
    }
    held.clear();
  };
  return {
    add(urls) {
      const outcome = propose(urls);
      if (outcome.kind === 'problem') {
        problems = addProblems([...problems, { code: outcome.code, count: 1, example: smallestOf(urls) }]);
      }
      if (outcome.kind !== 'rule') return;
      const [half] = halvesOf([{ id: '', urls }]);
      const key = `${half}${ruleId(outcome.match, outcome.emit)}`;
      const known = held.get(key);
      if (known) {
        known.frequency++;
        for (const host of outcome.hosts) known.hosts.add(host);
      } else {
        const { match, emit: made, hosts } = outcome;
        held.set(key, { frequency: 1, hosts: new Set(hosts), match, emit: made });
        if (held.size === HELD) flush();
      }
    },
    end() {
      flush();
      for (const problem of problems) emit('!problem', problem.code, problem);
    },
  };
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
