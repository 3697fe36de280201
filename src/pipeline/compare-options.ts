/** What a comparison can be told: the learners, the thresholds, and which of them is swept. */
import { ConfigError } from '../base/index.ts';
import { learners } from '../learn/index.ts';
import { AUTO } from './auto.ts';
import { LEARN_DEFAULTS, type LearnOptions } from './options.ts';

/** Thresholds that can be swept, by their names on the command line. */
export const SWEEPS = {
  'min-frequency': { option: 'minFrequency', least: 1 },
  'min-support': { option: 'minSupport', least: 1 },
  sample: { option: 'sample', least: 2 },
  cardinality: { option: 'cardinality', least: 2 },
} as const;
export type SweepName = keyof typeof SWEEPS;
export type Sweep = { readonly name: SweepName; readonly values: readonly number[] };

export type CompareOptions = Pick<
  LearnOptions,
  'minSupport' | 'minFrequency' | 'sample' | 'cardinality' | 'confidence' | 'seed' | 'split' | 'maxRisk'
> & {
  /** Names of learners. */
  readonly learners: readonly string[];
  readonly maxFprs: readonly number[];
  /** Parts of the data; each is held out once. */
  readonly folds: number;
  /** A threshold that takes several values in turn. */
  readonly sweep: Sweep | null;
};

/** Every learner there is, and the one that is made of many. */
export function comparableLearners(): string[] {
  return [...learners.map(({ name }): string => name), AUTO];
}

/** Whether a method has the thresholds of the papers; `auto` bounds the risk of its rules instead, so it has one row. */
export function hasThresholds(method: string): boolean {
  return method !== AUTO;
}

/** Options as asked for, the others as by default; what makes no sense is refused. Thresholds are checked by learning. */
export function completeCompareOptions(asked: Partial<CompareOptions>): CompareOptions {
  const { minSupport, minFrequency, sample, cardinality, confidence, seed, split, maxRisk } = LEARN_DEFAULTS;
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const options: CompareOptions = {
    ...{ minSupport, minFrequency, sample, cardinality, confidence, seed, split, maxRisk },
    ...{ learners: comparableLearners(), maxFprs: [0], folds: 3, sweep: null },
    ...Object.fromEntries(given),
  };
  check(Number.isSafeInteger(options.folds) && options.folds >= 2, 'folds', 'a whole number of 2 or more');
  if (options.split === 'thirds') check(options.folds === 3, 'folds', '3 with the split "thirds"');
  check(options.maxFprs.length > 0, 'maxFprs', 'a list of numbers from 0 to 1');
  for (const name of options.learners) checkLearner(name);
  return { ...options, learners: distinct(options.learners), maxFprs: distinct(options.maxFprs) };
}

/** Reads `min-frequency=1..10` or `sample=2,5,10`. */
export function parseSweep(text: string): Sweep {
  const [, name, list] = /^([a-z-]+)=(.+)$/.exec(text) ?? [];
  const names = Object.keys(SWEEPS);
  if (name === undefined || list === undefined || !names.includes(name)) {
    throw new ConfigError(
      'bad-sweep',
      `a sweep is a threshold and its values, such as min-frequency=1..10 or sample=2,5,10; the thresholds are ${names.join(', ')}`,
    );
  }
  const { least } = SWEEPS[name as SweepName];
  const values = list.split(',').flatMap((part) => {
    const [, from, to = from] = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (!(first >= least && last >= first && last - first < MOST_VALUES)) {
      throw new ConfigError(
        'bad-sweep',
        `the values of ${name} are whole numbers of ${least} or more, such as 2,5,10 or 2..10, no more than ${MOST_VALUES} of them; not "${part}"`,
      );
    }
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
  return { name: name as SweepName, values: distinct(values) };
}

/** More would be a mistake: each is a run of every learner. */
const MOST_VALUES = 1000;

function checkLearner(name: string): void {
  const names = comparableLearners();
  if (names.includes(name)) return;
  throw new ConfigError('unknown-learner', `There is no learner "${name}"; choose of ${names.join(', ')}.`);
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

function check(good: boolean, option: string, wanted: string): void {
  if (!good) throw new ConfigError('bad-option', `The option ${option} must be ${wanted}.`);
}
