/** What the families learner can be told: nothing beyond the shared options. */
import type { SharedOptions } from '../learner.ts';

export type FamiliesOptions = SharedOptions;

/** The shared defaults of all learners. */
export const FAMILIES_DEFAULTS: FamiliesOptions = { seed: 1, sample: 10, cardinality: 5, minFrequency: 10 };
