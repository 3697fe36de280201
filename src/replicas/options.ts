/** What the search for replicas can be told: every option, its default, and what it may be. */
import { ConfigError } from '../base/index.ts';
import { MAX_SITES } from './candidates.ts';

/** `extended` is Dustpan's own; `pu`, `nu` and `pu+nu` are CAR's, the others its baselines. */
export const REPLICA_METHODS = ['extended', 'pu+nu', 'pu', 'nu', 'norm-paths', 'b-svm'] as const;
export type ReplicaMethod = (typeof REPLICA_METHODS)[number];

export type ReplicaOptions = {
  readonly method: ReplicaMethod;
  readonly seed: number;
  /** Sites of one cluster that are paired with each other; of larger clusters a sample. */
  readonly maxSites: number;
  /** Obvious non-replicas that are drawn, for each candidate: 0.5 is CAR's 800,000 for 1.6 million. */
  readonly negativesPerCandidate: number;
  /** Examples that must show a rule of the classifier. */
  readonly minSupport: number;
  /** Pairs that score less are not listed. */
  readonly minScore: number;
};

export const REPLICA_DEFAULTS: ReplicaOptions = {
  method: 'extended',
  seed: 1,
  maxSites: MAX_SITES,
  negativesPerCandidate: 0.5,
  minSupport: 1,
  minScore: 0,
};

/** Options as asked for, the others as by default; a value that makes no sense is refused. */
export function completeReplicaOptions(asked: Partial<ReplicaOptions>): ReplicaOptions {
  const given = Object.entries(asked).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(REPLICA_DEFAULTS, name),
  );
  const options: ReplicaOptions = { ...REPLICA_DEFAULTS, ...Object.fromEntries(given) };
  check(REPLICA_METHODS.includes(options.method), 'method', `one of ${REPLICA_METHODS.join(', ')}`);
  check(Number.isSafeInteger(options.seed), 'seed', 'a whole number');
  check(Number.isSafeInteger(options.maxSites) && options.maxSites >= 2, 'maxSites', 'a whole number of 2 or more');
  check(options.negativesPerCandidate >= 0, 'negativesPerCandidate', 'a number of 0 or more');
  check(
    Number.isSafeInteger(options.minSupport) && options.minSupport >= 1,
    'minSupport',
    'a whole number of 1 or more',
  );
  check(options.minScore >= 0, 'minScore', 'a number of 0 or more');
  return options;
}

function check(good: boolean, option: string, wanted: string): void {
  if (!good) throw new ConfigError('bad-option', `The option ${option} must be ${wanted}.`);
}
