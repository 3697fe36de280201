/** Stages on this machine, through sorted files. */
export { type LocalOptions, openLocalEngine } from './engine.ts';
