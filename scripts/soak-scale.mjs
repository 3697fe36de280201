// Ten million records from end to end under --memory 2g: clusters, rules, keys, and the memory of each step. Ends with status 1 if a step fails or takes more.
//
//   node scripts/soak-scale.mjs [--records 10000000] [--memory 2g] [--dist dist] [--json FILE]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '10000000' },
    memory: { type: 'string', default: '2g' },
    dist: { type: 'string', default: 'dist' },
    json: { type: 'string' },
  },
});
const ROOT = resolve(import.meta.dirname, '..');
const MAIN = resolve(values.dist, 'cli/main.cjs');
const folder = mkdtempSync(join(tmpdir(), 'dustpan-soak-'));
const inFolder = (name) => join(folder, name);
const steps = [];
/** What a step may take besides what it was told: the program itself, and what it gives up late. */
const LIMIT_MB = Number.parseInt(values.memory, 10) * (values.memory.endsWith('g') ? 1024 : 1) * 1.5;
try {
  await step('generate', [join(ROOT, 'bench/generate-records.mjs'), values.records], inFolder('records.tsv'));
  await step('cluster', [
    MAIN,
    'cluster',
    inFolder('records.tsv'),
    '--memory',
    values.memory,
    '-o',
    inFolder('clusters.tsv'),
  ]);
  await step('learn', [
    MAIN,
    'learn',
    inFolder('records.tsv'),
    '--memory',
    values.memory,
    '-o',
    inFolder('rules.json'),
  ]);
  await urlsOf(inFolder('records.tsv'), inFolder('urls.txt'));
  await step('key', [MAIN, 'key', '-r', inFolder('rules.json'), inFolder('urls.txt'), '-o', inFolder('keys.txt')]);
  await step('dedupe', [
    MAIN,
    'dedupe',
    '-r',
    inFolder('rules.json'),
    inFolder('urls.txt'),
    '-o',
    inFolder('kept.txt'),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const isGood = steps.length === 5 && steps.every(({ status, peakMb }) => status === 0 && peakMb <= LIMIT_MB);
const result = { records: Number(values.records), memory: values.memory, steps };
console.log(JSON.stringify(result, null, 2));
if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
process.exit(isGood ? 0 : 1);

/** Runs a step; its peak memory and processor time are the system's own figures, read while it runs. */
async function step(name, args, stdout) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', stdout ? openSync(stdout, 'w') : 'ignore', 'inherit'],
  });
  let peakMb = 0;
  let cpuSeconds = 0;
  const timer = setInterval(() => {
    try {
      const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peakMb = Math.max(peakMb, Math.round(Number(kilobytes ?? 0) / 1024));
      const [user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .slice(11, 13);
      cpuSeconds = (Number(user) + Number(system)) / 100;
    } catch {
      // It has ended.
    }
  }, 200);
  const [status] = await once(child, 'exit');
  clearInterval(timer);
  const made = {
    generate: 'records.tsv',
    cluster: 'clusters.tsv',
    learn: 'rules.json',
    key: 'keys.txt',
    dedupe: 'kept.txt',
  }[name];
  const outputMb = status === 0 ? Math.round(statSync(inFolder(made)).size / 1e6) : 0;
  steps.push({ name, status, peakMb, cpuSeconds: Math.round(cpuSeconds), outputMb });
  console.error(JSON.stringify(steps.at(-1)));
}

async function urlsOf(table, list) {
  const out = createWriteStream(list);
  let isFirst = true;
  for await (const line of createInterface({ input: createReadStream(table) })) {
    if (!isFirst && !out.write(`${line.slice(0, line.indexOf('\t'))}\n`)) await once(out, 'drain');
    isFirst = false;
  }
  out.end();
  await once(out, 'finish');
}
