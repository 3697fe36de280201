/** Stages on Hadoop Streaming: see docs/engines.md. */
export { hadoopCommands, piped } from './commands.ts';
