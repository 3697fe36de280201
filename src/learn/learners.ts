/** The registry: the only list of learners. */
import { ConfigError } from '../base/index.ts';
import { dustbuster } from './dustbuster/index.ts';
import { duster } from './duster/index.ts';
import { dustlin } from './dustlin/index.ts';
import { families } from './families/index.ts';
import { koppula } from './koppula/index.ts';
import type { Learner } from './learner.ts';
import { patternTree } from './pattern-tree/index.ts';
import { rewrite } from './rewrite/index.ts';

export const learners: readonly Learner[] = [duster, dustlin, dustbuster, rewrite, koppula, patternTree, families];

/** The learner with this name. */
export function findLearner(name: string): Learner {
  const found = learners.find((learner) => learner.name === name);
  if (found) return found;
  const names = learners.map((learner) => learner.name).join(', ');
  throw new ConfigError('unknown-learner', `There is no learner "${name}"; choose one of ${names}.`);
}
