/** Where a command does its work: on this machine, or by stages that an engine runs on many. */
import type { OptionTable } from './command.ts';

export const ENGINE = [
  {
    name: 'engine',
    value: 'NAME',
    choices: ['local', 'spark', 'hadoop-streaming'],
    default: 'local',
    help: 'where the work is done: local; spark, with the same result; or hadoop-streaming, which only writes a script to run',
  },
  {
    name: 'spark-submit',
    value: 'PROGRAM',
    help: 'of spark: the program spark-submit; by default that of SPARK_HOME, else of PATH',
  },
  {
    name: 'spark-conf',
    value: 'KEY=VALUE',
    repeats: true,
    help: 'of spark: a setting, such as spark.master=spark://host:7077; can be given several times',
  },
  {
    name: 'work',
    value: 'FOLDER',
    help: 'of spark: a folder that all machines see, for what stages hand on; by default a temporary one of this machine',
  },
  {
    name: 'partitions',
    value: 'N',
    kind: 'integer',
    min: 1,
    max: 100_000,
    help: 'of spark: parts that rows are cut into; by default as Spark is set up',
  },
] as const satisfies readonly OptionTable[];

/** The same for commands that say little by themselves. */
export const ENGINE_TOLD = [
  ...ENGINE,
  {
    name: 'verbose',
    help: 'of spark: say of every stage how long it took and how many bytes went between machines',
  },
] as const satisfies readonly OptionTable[];

export const COLUMN = {
  name: 'column',
  value: 'NAME',
  help: 'of spark: the inputs are Parquet, and this is their column of URLs; files called .parquet have it as "url"',
} as const satisfies OptionTable;

export type EngineValues = {
  readonly engine: 'local' | 'spark' | 'hadoop-streaming';
  readonly 'spark-submit': string | undefined;
  readonly 'spark-conf': string | undefined;
  readonly work: string | undefined;
  readonly partitions: number | undefined;
  readonly verbose: boolean;
};
