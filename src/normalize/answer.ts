/** What a program says about a URL. */

/** The rule does not apply. */
export const NO = 0;
/** It applies, and its form is written. */
export const YES = 1;
/** The interpreter must decide. */
export const ASK = 2;
export type Answer = typeof NO | typeof YES | typeof ASK;
