/** The learner `pattern-tree`: see README.md. */
export { patternTree } from './learner.ts';
