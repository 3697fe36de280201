// Learns from synthetic crawls here and on Spark, on this machine: same bytes, what it costs in processor time, and how that grows.
//
//   DUSTPAN_PYTHON=.tmp/python/bin/python node scripts/soak-spark.mjs [--urls 1000000,2000000,4000000] [--dist dist] [--partitions 4]
//     [--spark-conf KEY=VALUE]... [-o FILE.json]
//
// Sizes ascend. Ends with status 1 if a rule file differs. Times are processor time of all processes, so other work on the machine matters
// little. What is measured is printed as it comes, and a table for docs/scale.md at the end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    urls: { type: 'string', default: '1000000' },
    dist: { type: 'string', default: 'dist' },
    partitions: { type: 'string', default: '4' },
    'spark-conf': { type: 'string', multiple: true, default: [] },
    output: { type: 'string', short: 'o' },
  },
});
const python = process.env.DUSTPAN_PYTHON ?? 'python3';
const folder = mkdtempSync(join(tmpdir(), 'dustpan-soak-'));
const home = run(python, ['-c', 'import os, pyspark; print(os.path.dirname(pyspark.__file__))']).out.trim();
const learner = ['learn', '--learner', 'dustlin'];
const settings = ['spark.master=local[2]', 'spark.driver.memory=2g', ...values['spark-conf']];
const spark = [
  ...[
    '--engine',
    'spark',
    '--spark-submit',
    join(home, 'bin/spark-submit'),
    '--partitions',
    values.partitions,
    '--verbose',
  ],
  ...settings.flatMap((setting) => ['--spark-conf', setting]),
];
const results = [];
try {
  for (const urls of values.urls.split(',').map(Number)) {
    const result = measure(urls);
    results.push(result);
    console.log(JSON.stringify(result, rounded, 2));
    if (values.output) writeFileSync(values.output, `${JSON.stringify(results, rounded, 2)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(table());
process.exit(results.every(({ equal }) => equal) ? 0 : 1);

/** @param {number} urls */
function measure(urls) {
  const [data, here, there, log] = ['crawl.tsv', 'here.json', 'there.json', 'stages.log'].map((name) =>
    join(folder, name),
  );
  run(process.execPath, ['bench/generate.mjs', '--urls', String(urls), '-o', data]);
  const main = join(values.dist, 'cli/main.cjs');
  // With less memory than all pages need, only a part of them is looked at here, and Spark looks at all.
  const local = run(process.execPath, [main, ...learner, '--memory', '64g', data, '-o', here]);
  writeFileSync(log, '');
  const environment = { SPARK_HOME: home, PYSPARK_PYTHON: python, SPARK_LOCAL_IP: '127.0.0.1', DUSTPAN_STAGE_LOG: log };
  const onSpark = run(process.execPath, [main, ...learner, ...spark, data, '-o', there], environment);
  const bytes = readFileSync(here, 'utf8');
  const stages = {};
  for (const line of readFileSync(log, 'utf8').split('\n').filter(Boolean)) {
    const [stage, seconds] = line.split('\t');
    stages[stage] = (stages[stage] ?? 0) + Number(seconds);
  }
  const ours = Object.values(stages).reduce((sum, seconds) => sum + seconds, 0);
  const [, shuffled] = /, ([\d.]+) MB handed on in all$/m.exec(onSpark.said) ?? [];
  return {
    urls,
    inputBytes: statSync(data).size,
    rules: bytes.split('"id"').length - 1,
    equal: bytes === readFileSync(there, 'utf8'),
    localCpu: local.cpu,
    sparkCpu: onSpark.cpu,
    stagesCpu: ours,
    overhead: onSpark.cpu / local.cpu,
    shareOfStages: ours / onSpark.cpu,
    /** As Spark counts them: compressed. */
    shuffledBytes: Number(shuffled) * 1e6,
    wall: onSpark.wall,
    stages,
  };
}

/** A row a size; of all but the first also what another URL cost since the size before. */
function table() {
  const head = [
    'URLs',
    'one process',
    'our stages',
    'all on Spark',
    'our share',
    'times',
    'shuffled, B a URL',
    'ours, µs more a URL',
    'all, µs more a URL',
  ];
  const rows = results.map((now, i) => {
    const before = results[i - 1];
    const more = (name) => (before ? (((now[name] - before[name]) / (now.urls - before.urls)) * 1e6).toFixed(0) : '');
    return [
      ...[now.urls.toLocaleString('en'), `${now.localCpu.toFixed(1)} s`, `${now.stagesCpu.toFixed(1)} s`],
      ...[`${now.sparkCpu.toFixed(1)} s`, now.shareOfStages.toFixed(2), now.overhead.toFixed(0)],
      ...[(now.shuffledBytes / now.urls).toFixed(0), more('stagesCpu'), more('sparkCpu')],
    ];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rounded(_, value) {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 */
function run(program, args, environment = {}) {
  const timed = ['-c', 'TIMEFORMAT="%U %S %R"; time "$@"', 'bash', program, ...args];
  const result = spawnSync('bash', timed, {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (result.status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${result.stderr.slice(-2000)}`);
  const [user = 0, system = 0, wall = 0] = result.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { out: result.stdout, said: result.stderr, cpu: user + system, wall };
}
