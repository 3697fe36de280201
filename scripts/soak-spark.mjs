// Learns from a synthetic crawl here and on Spark, on this machine: same bytes, and what it costs in processor time.
//
//   DUSTPAN_PYTHON=.tmp/python/bin/python node scripts/soak-spark.mjs [--urls 1000000,2000000] [--dist dist] [--partitions 4]
//
// Ends with status 1 if a rule file differs. Times are processor time of all processes, so other work on the machine matters little.
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
  },
});
const python = process.env.DUSTPAN_PYTHON ?? 'python3';
const folder = mkdtempSync(join(tmpdir(), 'dustpan-soak-'));
const home = run(python, ['-c', 'import os, pyspark; print(os.path.dirname(pyspark.__file__))']).out.trim();
const learner = ['learn', '--learner', 'dustlin'];
const spark = [
  ...['--engine', 'spark', '--spark-submit', join(home, 'bin/spark-submit'), '--partitions', values.partitions],
  ...['--spark-conf', 'spark.master=local[2]', '--spark-conf', 'spark.driver.memory=2g'],
];
let isSame = true;
try {
  for (const urls of values.urls.split(',').map(Number)) measure(urls);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isSame ? 0 : 1);

/** @param {number} urls */
function measure(urls) {
  const [data, here, there, log] = ['crawl.tsv', 'here.json', 'there.json', 'stages.log'].map((name) =>
    join(folder, name),
  );
  run(process.execPath, ['bench/generate.mjs', '--urls', String(urls), '-o', data]);
  const main = join(values.dist, 'cli/main.js');
  const local = run(process.execPath, [main, ...learner, data, '-o', here]);
  writeFileSync(log, '');
  const environment = { SPARK_HOME: home, PYSPARK_PYTHON: python, SPARK_LOCAL_IP: '127.0.0.1', DUSTPAN_STAGE_LOG: log };
  const onSpark = run(process.execPath, [main, ...learner, ...spark, data, '-o', there], environment);
  const bytes = readFileSync(here, 'utf8');
  const equal = bytes === readFileSync(there, 'utf8');
  if (!equal) isSame = false;
  const stages = new Map();
  for (const line of readFileSync(log, 'utf8').split('\n').filter(Boolean)) {
    const [stage, seconds] = line.split('\t');
    stages.set(stage, (stages.get(stage) ?? 0) + Number(seconds));
  }
  const ours = [...stages.values()].reduce((sum, seconds) => sum + seconds, 0);
  const result = {
    urls,
    bytes: statSync(data).size,
    rules: bytes.split('"id"').length - 1,
    equal,
    localCpu: local.cpu,
    sparkCpu: onSpark.cpu,
    stagesCpu: ours,
    times: onSpark.cpu / local.cpu,
    shareOfStages: ours / onSpark.cpu,
    stages: Object.fromEntries(stages),
  };
  console.log(
    JSON.stringify(result, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value), 2),
  );
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 */
function run(program, args, environment = {}) {
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', program, ...args];
  const result = spawnSync('bash', timed, {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (result.status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${result.stderr.slice(-2000)}`);
  const [user = 0, system = 0] = result.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { out: result.stdout, cpu: user + system };
}
