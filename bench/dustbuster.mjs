// DustBuster beside `LC_ALL=C sort -u`, on the same list of URLs of many hosts, in the same run: processor time and memory.
//
//   node bench/dustbuster.mjs [--urls 1000000] [--seed 1] [--json]
//
// Two runs are measured: the learner alone, on URLs that are in memory, and the whole command. Needs dist/ (npm run build);
// DUSTPAN_DIST names another one. Goals: 100 times the time of sort and 2 GB; aimed at: 20 times and 600 MB.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    urls: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    learner: { type: 'string' },
  },
});
const dist = resolve(process.env.DUSTPAN_DIST ?? join(import.meta.dirname, '../dist'));

if (values.learner === undefined) compare();
else await learnAlone(values.learner);

function compare() {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const list = join(folder, 'urls.txt');
  const generator = join(import.meta.dirname, 'generate.mjs');
  const { stdout: crawl } = run(process.execPath, [generator, '--urls', values.urls, '--seed', values.seed]);
  writeFileSync(list, crawl.replace(/^.*\t/gm, ''));

  const timed = run('bash', ['-c', 'TIMEFORMAT="%U %S"; time LC_ALL=C sort -u "$0" > /dev/null', list]);
  const sort = timed.stderr
    .trim()
    .split(' ')
    .map(Number)
    .reduce((a, b) => a + b);

  // Tells what the process used, when it ends.
  const meter = `data:text/javascript,${encodeURIComponent(
    'process.on("exit",()=>{const u=process.resourceUsage();process.stderr.write("\\nused "+(u.userCPUTime+u.systemCPUTime)/1e6+" "+u.maxRSS*1024+"\\n")})',
  )}`;
  const measured = (args) => {
    const [, seconds, bytes] = /\nused (\S+) (\S+)\n$/.exec(run(process.execPath, ['--import', meter, ...args]).stderr);
    return { cpuSeconds: Number(seconds), ratio: round(seconds / sort), peakMegabytes: Math.round(bytes / 1e6) };
  };
  const rules = join(folder, 'rules.json');
  const main = join(dist, 'cli/main.cjs');
  const result = {
    urls: Number(values.urls),
    sort: { cpuSeconds: sort },
    learner: measured([import.meta.filename, '--learner', list]),
    command: measured([main, 'learn', list, '--format', 'urls', '--learner', 'dustbuster', '-o', rules]),
    rules: JSON.parse(readFileSync(rules, 'utf8')).rules.length,
  };
  if (values.json) console.log(JSON.stringify(result));
  else {
    console.log(`${result.urls} URLs, ${result.rules} likely rules; sort -u: ${sort.toFixed(2)} s`);
    for (const name of ['learner', 'command']) {
      const { cpuSeconds, ratio, peakMegabytes } = result[name];
      console.log(`${name}: ${cpuSeconds.toFixed(1)} s, ${ratio} times sort -u, ${peakMegabytes} MB`);
    }
  }
}

async function learnAlone(list) {
  const { dustbuster } = await import(join(dist, 'learn/dustbuster/index.js'));
  const urls = readFileSync(list, 'utf8').trimEnd().split('\n');
  dustbuster.propose({ clusters: [], urls: urls.map((url) => ({ url })) });
}

function run(program, args) {
  const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (result.status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${result.stderr}`);
  return result;
}

function round(value) {
  return Math.round(value * 10) / 10;
}
