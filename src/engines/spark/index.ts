/** Stages on Spark: see docs/engines.md. */
export { openSparkEngine, type SparkOptions } from './engine.ts';
export { findSubmit } from './session.ts';
