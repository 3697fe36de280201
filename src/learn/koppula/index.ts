/** The learner `koppula`: see README.md. */
export { koppula } from './learner.ts';
