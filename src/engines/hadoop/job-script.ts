/** A job whose next step depends on the last one, as a script for Hadoop Streaming: how each of its Hadoop jobs is run, and who decides which come. */

import { LINE_END, OPTIONS, PARTITIONER, quoted, saveLines } from './commands.ts';
import type { HadoopJob } from './job.ts';

/** Nothing is run before the script is. */
export function jobScript(job: HadoopJob, stagesFile: string): string {
  const result = job.job === 'cluster' ? 'the clusters are in the folder OUT' : 'the result is on standard output';
  return `#!/bin/sh
# Runs on Hadoop Streaming; STREAMING is its jar, OUT a folder that does not exist yet; ${result}. Node must be on all machines.
set -e
: "\${STREAMING:?the path of hadoop-streaming.jar}" "\${OUT:?a folder that does not exist yet}"
${LINE_END}
case "\${1:-}" in
stream)
  # One Hadoop job: stream OUTPUT FILES REDUCERS IGNORE_PLACES MAPPER REDUCER INPUT...
  output=$2 files=$3 reducers=$4 ignore=$5 mapper=$6 reducer=$7
  shift 7
  count=$#
  while [ "$count" -gt 0 ]; do
    set -- "$@" -input "$1"
    shift
    count=$((count - 1))
  done
  exec hadoop jar "$STREAMING" \\
    ${OPTIONS.join(' \\\n    ')} \\
    -D stream.map.input.ignoreKey="$ignore" \\
    \${reducers:+-D mapreduce.job.reduces="$reducers"} \\
    -files "stages.mjs\${files:+,$files}" \\
    ${PARTITIONER} \\
    -mapper "$mapper" -reducer "\${reducer:-NONE}" "$@" -output "$output"
  ;;
get) exec hadoop fs -cat "$2/part-*" > "$3" ;;
head) hadoop fs -text "$2" 2> /dev/null | head -n "$3" > "$4" ; exit 0 ;;
save)
  ${saveLines('"$2"', '"$3"')}
  exit
  ;;
drop) exec hadoop fs -rm -r -f "$2" ;;
esac
cp ${quoted(stagesFile)} stages.mjs
cat > job.json <<'END_OF_JOB'
${JSON.stringify(job)}
END_OF_JOB
# Says which stages come next, and calls this script for each of them.
exec node stages.mjs job job.json "$0"
`;
}
