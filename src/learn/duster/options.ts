/** DUSTER's options: those of alignment, with the values of the thesis. */
import { ALIGNMENT_DEFAULTS, type AlignmentOptions } from '../alignment/index.ts';

export type DusterOptions = AlignmentOptions;

export const DUSTER_DEFAULTS: DusterOptions = ALIGNMENT_DEFAULTS;
