/** Stages on Hadoop Streaming: see docs/engines.md. */
export { hadoopCommands } from './commands.ts';
export { type HadoopJob, runHadoopJob } from './job.ts';
export { jobScript } from './job-script.ts';
