/** The learner `duster`: see README.md. */
export { duster } from './learner.ts';
