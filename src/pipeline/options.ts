/** What learning can be told: every option, its default, and what it may be. */
import { ConfigError } from '../base/index.ts';
import type { Fold } from '../clusters/index.ts';

export type LearnOptions = {
  /** Name of the learner, or `auto`. */
  readonly learner: string;
  /** With `auto`: largest expected share of a rule's merges that join different pages. */
  readonly maxRisk: number;
  /** With `auto`: share of the site's pages that are in the data; of a thin sample contradictions are rarely seen. */
  readonly seenShare: number;
  /** Largest share of false pairs a rule may have. */
  readonly maxFpr: number;
  /** Pairs that must speak for a rule, or against it. */
  readonly minSupport: number;
  /** Clusters that must propose a rule; with `cross`, within one half. */
  readonly minFrequency: number;
  /** URLs of a cluster that the learner looks at. */
  readonly sample: number;
  /** This many different values at one place are generalized. */
  readonly cardinality: number;
  /** Of the error bounds. */
  readonly confidence: number;
  readonly seed: number;
  /** `cross`: each half is judged on the other. `thirds`: the protocol of the papers, a third proposes, another judges, the last is not used. */
  readonly split: 'cross' | 'thirds';
  /** With `thirds`, which of them proposes, from 0; the next one judges. 0 when absent. */
  readonly rotation?: 0 | 1 | 2;
  /** Options that only this learner has, by their names: `{ fanout: 30 }` for rewrite, `{ scoring: 'tiered' }` for duster. */
  readonly methodOptions?: Readonly<Record<string, unknown>>;
  /** A part of the data that is left out, for `evaluate` to judge on. */
  readonly fold: Fold | null;
};

/** The defaults of `spec`, README, and of the design. */
export const LEARN_DEFAULTS: LearnOptions = {
  learner: 'auto',
  maxRisk: 0.04,
  seenShare: 1,
  maxFpr: 0,
  minSupport: 10,
  minFrequency: 10,
  sample: 10,
  cardinality: 5,
  confidence: 0.95,
  seed: 1,
  split: 'cross',
  fold: null,
};

/** Options as asked for, the others as by default; a value that makes no sense is refused. The learner checks its own. */
export function completeLearnOptions(asked: Partial<LearnOptions>): LearnOptions {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const options: LearnOptions = { ...LEARN_DEFAULTS, ...Object.fromEntries(given) };
  check(options.maxFpr >= 0 && options.maxFpr <= 1, 'maxFpr', 'a number from 0 to 1');
  check(
    Number.isSafeInteger(options.minSupport) && options.minSupport >= 1,
    'minSupport',
    'a whole number of 1 or more',
  );
  check(options.maxRisk > 0 && options.maxRisk < 1, 'maxRisk', 'a number between 0 and 1');
  check(options.seenShare > 0 && options.seenShare <= 1, 'seenShare', 'a number above 0, at most 1');
  check(options.confidence > 0 && options.confidence < 1, 'confidence', 'a number between 0 and 1');
  return options;
}

/** As they are written into a rule file: by the names of the command line, and only those that made a difference. */
export function printedOptions(options: LearnOptions): Record<string, unknown> {
  const { fold, learner, confidence, maxRisk, seenShare, sample, ...others } = options;
  const own =
    learner === 'auto'
      ? { maxRisk, seenShare }
      : { ...others, sample: sample === Number.POSITIVE_INFINITY ? 'all' : sample };
  const named = Object.entries({
    learner,
    confidence,
    ...own,
    ...(fold && { fold: `${fold.part}/${fold.of}` }),
  });
  return Object.fromEntries(
    named.map(([name, value]) => [name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`), value]),
  );
}

function check(good: boolean, option: string, wanted: string): void {
  if (!good) throw new ConfigError('bad-option', `The option ${option} must be ${wanted}.`);
}
