/** DustLin's options: those of alignment, with the values of the thesis. */
import { ALIGNMENT_DEFAULTS, type AlignmentOptions } from '../alignment/index.ts';

export type DustlinOptions = AlignmentOptions;

export const DUSTLIN_DEFAULTS: DustlinOptions = ALIGNMENT_DEFAULTS;
