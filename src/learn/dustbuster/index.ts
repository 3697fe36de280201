/** The learner `dustbuster`: see README.md. */
export { dustbuster } from './learner.ts';
