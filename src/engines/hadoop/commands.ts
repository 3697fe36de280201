/** The same stages as commands for Hadoop Streaming: rows are sorted lines there too, so nothing else changes. */
import { findStage } from '../../pipeline/index.ts';

/** Keys are the first two fields; rows that share the first meet in one reducer. */
const SORTING = ['-D stream.num.map.output.key.fields=2', '-D mapreduce.partition.keypartitioner.options=-k1,1'];
const PARTITIONER = '-partitioner org.apache.hadoop.mapred.lib.KeyFieldBasedPartitioner';

/**
 * A shell script: what to put beside each other, and one job after another, from lines of inputs to lines of text. Stages follow each other;
 * those after a reduce stage run in the same reducer.
 */
export function hadoopCommands(
  stages: readonly string[],
  params: unknown,
  inputs: readonly string[],
  stagesFile: string,
): string {
  const reducing = stages.findIndex((stage) => findStage(stage).kind === 'reduce');
  const mappers = reducing === -1 ? stages : stages.slice(0, reducing);
  const reducers = reducing === -1 ? [] : stages.slice(reducing);
  const places = inputs.map((input) => `  -input ${quoted(input)} \\\n`).join('');
  const gather = [...SORTING, ...shared(piped(['lines', ...mappers]), piped(reducers.length === 0 ? [] : reducers))];
  return `#!/bin/sh
# Runs on Hadoop Streaming; STREAMING is its jar, OUT a folder that does not exist yet. Node must be on all machines.
set -e
: "\${STREAMING:?the path of hadoop-streaming.jar}" "\${OUT:?the folder for the result}"
cp ${quoted(stagesFile)} stages.mjs
cat > params.json <<'END_OF_PARAMS'
${JSON.stringify(params)}
END_OF_PARAMS
# 1. From lines to rows${reducers.length === 0 ? '' : ', and what rows of one key make together'}.
hadoop jar "$STREAMING" \\
  ${option('stream.map.input.ignoreKey', 'false')} \\
  ${gather.join(' \\\n  ')} \\
${places}  -output "$OUT.rows"
# 2. Rows in the order of their lines, as lines: one reducer, or a total order partitioner for many.
hadoop jar "$STREAMING" \\
  ${option('stream.num.map.output.key.fields', '2')} \\
  ${option('mapreduce.job.reduces', '1')} \\
  -files stages.mjs \\
  -mapper cat \\
  -reducer ${quoted(piped(['text']))} \\
  -input "$OUT.rows" \\
  -output "$OUT"
hadoop fs -rm -r "$OUT.rows"
`;
}

function option(name: string, value: string): string {
  return `-D ${name}=${value}`;
}

function shared(mapper: string, reducer: string): string[] {
  return [
    // What all programs of Hadoop understand comes first.
    '-files stages.mjs,params.json',
    PARTITIONER,
    `-mapper ${quoted(mapper)}`,
    reducer === '' ? '-reducer NONE' : `-reducer ${quoted(reducer)}`,
  ];
}

/** Stages one after another in one process chain; the first that fails fails it. */
export function piped(stages: readonly string[]): string {
  if (stages.length === 0) return '';
  const commands = stages.map((stage) => `node stages.mjs ${stage}${stage.includes(':') ? ' params.json' : ''}`);
  return commands.length === 1 ? commands[0]! : `bash -o pipefail -c "${commands.join(' | ')}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
