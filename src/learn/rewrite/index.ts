/** The learner `rewrite`: see README.md. */
export { rewrite } from './learner.ts';
