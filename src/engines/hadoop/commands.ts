/** The same stages as commands for Hadoop Streaming: rows are sorted lines there too, so nothing else changes. */
import { findStage } from '../../pipeline/index.ts';

/** A command of the stages file with what stands after it. */
export type StageCommand = { readonly stage: string; readonly words: readonly string[] };

/** A line ends at a line feed: by itself, Hadoop would also end it at a carriage return. Stands in the script before `OPTIONS` is used. */
export const LINE_END = "LINE_END='\n'";
/** Keys are the first two fields; rows that share the first meet in one reducer. */
export const OPTIONS = [
  '-D stream.num.map.output.key.fields=2',
  '-D mapreduce.partition.keypartitioner.options=-k1,1',
  '-D "textinputformat.record.delimiter=$LINE_END"',
];
export const PARTITIONER = '-partitioner org.apache.hadoop.mapred.lib.KeyFieldBasedPartitioner';

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
  const gather = [...OPTIONS, ...shared(piped(['lines', ...mappers].map(withParams)), piped(reducers.map(withParams)))];
  return `#!/bin/sh
# Runs on Hadoop Streaming; STREAMING is its jar, OUT a folder that does not exist yet. Node must be on all machines.
set -e
: "\${STREAMING:?the path of hadoop-streaming.jar}" "\${OUT:?the folder for the result}"
${LINE_END}
cp ${quoted(stagesFile)} stages.mjs
cat > params.json <<'END_OF_PARAMS'
${JSON.stringify(params)}
END_OF_PARAMS
# 1. From lines to rows${reducers.length === 0 ? '' : ', and what rows of one key make together'}.
hadoop jar "$STREAMING" \\
  ${option('stream.map.input.ignoreKey', 'false')} \\
  ${gather.join(' \\\n  ')} \\
${places}  -output "$OUT.rows"
# 2. Rows in the order of their lines.
hadoop jar "$STREAMING" \\
  ${[...OPTIONS, option('mapreduce.job.reduces', '1')].join(' \\\n  ')} \\
  -mapper cat \\
  -reducer cat \\
  -input "$OUT.rows" \\
  -output "$OUT.sorted"
# 3. The lines themselves.
${saveLines('"$OUT.sorted"', '"$OUT"')}
hadoop fs -rm -r "$OUT.rows" "$OUT.sorted"
`;
}

/**
 * Commands that write sorted rows of a folder as lines into another, which appears whole. They pass through the machine that runs the script: a reducer's
 * own lines would get a tab behind them, and end at carriage returns. In a script with `set -e`, each command on a line of its own ends it.
 */
export function saveLines(rows: string, target: string): string {
  return [
    `hadoop fs -rm -r -f ${target}.unfinished`,
    `hadoop fs -mkdir ${target}.unfinished`,
    `bash -o pipefail -c 'hadoop fs -cat "$0/part-*" | node stages.mjs text | hadoop fs -put - "$1.unfinished/part-00000"' ${rows} ${target}`,
    `hadoop fs -mv ${target}.unfinished ${target}`,
  ].join('\n');
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
export function piped(commands: readonly StageCommand[]): string {
  const texts = commands.map(({ stage, words }) => ['node', 'stages.mjs', stage, ...words].join(' '));
  return texts.length <= 1 ? (texts[0] ?? '') : `bash -o pipefail -c "${texts.join(' | ')}"`;
}

/** Only stages proper have parameters. */
function withParams(stage: string): StageCommand {
  return { stage, words: stage.includes(':') ? ['params.json'] : [] };
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
