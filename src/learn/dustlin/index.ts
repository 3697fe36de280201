/** The learner `dustlin`: see README.md. */
export { dustlin } from './learner.ts';
