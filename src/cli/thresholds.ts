/** The thresholds of learning and judging, as options: called and explained the same in every command that has them. */
import { LEARN_DEFAULTS } from '../index.ts';
import type { OptionTable } from './command.ts';

/** `auto` has this in place of --max-fpr. */
export const MAX_RISK = {
  name: 'max-risk',
  value: 'SHARE',
  kind: 'number',
  min: 0.0001,
  max: 0.5,
  default: LEARN_DEFAULTS.maxRisk,
  help: 'of auto: largest expected share of what a rule joins that may be different pages',
} as const satisfies OptionTable;

export const MAX_FPR = {
  name: 'max-fpr',
  value: 'SHARE',
  kind: 'number',
  min: 0,
  max: 1,
  default: LEARN_DEFAULTS.maxFpr,
  help: 'largest share of the pairs a rule joins that may be different pages',
} as const satisfies OptionTable;

export const CONFIDENCE = {
  name: 'confidence',
  value: 'SHARE',
  kind: 'number',
  min: 0.5,
  max: 0.999999,
  default: LEARN_DEFAULTS.confidence,
  help: 'of the error bounds',
} as const satisfies OptionTable;

export const THRESHOLDS = [
  {
    name: 'min-frequency',
    value: 'N',
    kind: 'integer',
    min: 1,
    default: LEARN_DEFAULTS.minFrequency,
    help: 'clusters of one half that must propose a rule',
  },
  {
    name: 'min-support',
    value: 'N',
    kind: 'integer',
    min: 1,
    default: LEARN_DEFAULTS.minSupport,
    help: 'pairs of URLs that must be known to be one page, or not, to judge a rule',
  },
  {
    name: 'sample',
    value: 'K',
    kind: 'integer',
    min: 2,
    default: LEARN_DEFAULTS.sample,
    help: 'URLs of a cluster that are compared to propose a rule',
  },
  {
    name: 'cardinality',
    value: 'N',
    kind: 'integer',
    min: 2,
    default: LEARN_DEFAULTS.cardinality,
    help: 'this many different words or numbers at one place mean "any"',
  },
  CONFIDENCE,
  { name: 'seed', value: 'N', kind: 'integer', default: LEARN_DEFAULTS.seed, help: 'of everything random' },
] as const satisfies readonly OptionTable[];
