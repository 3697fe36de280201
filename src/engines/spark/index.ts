/** Stages on Spark: see docs/engines.md. */
export { openSparkEngine, openSparkSession, type SparkOptions, type SparkSession, type SparkWork } from './engine.ts';
export { findSubmit, type TaskCounters } from './session.ts';
