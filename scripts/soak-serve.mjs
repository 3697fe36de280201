// `dustpan serve` under load while its rules are changed: no error, and no memory that grows. Ends with status 1 if there is either.
//
//   node scripts/soak-serve.mjs [--minutes 20] [--clients 4] [--json FILE] [--verbose]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    clients: { type: 'string', default: '4' },
    json: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const RULES = 1000;
const SAMPLE_MS = 5000;
const CHANGE_MS = 1000;
/** What is still in use after a collection of garbage may swing by these megabytes without growing: answers that are under way. */
const SWING_MB = 4;
/** Pages that the system gave may swing by this share, and by these megabytes: when they go back is for the allocator to say. */
const RSS_SWING = 1.25;
const RSS_SWING_MB = 40;

/** Inside the server: collects all garbage when it is asked to, and says what is left. */
const PROBE = `process.on('SIGUSR2', () => {
  gc();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.stderr.write('heap ' + JSON.stringify({ heapUsed, external, arrayBuffers }) + '\\n');
});`;

const { printRuleSet, parseRule } = await import(join(DIST, 'index.js'));
const { makeRule } = await import(join(DIST, 'rules/index.js'));
const rules = Array.from({ length: RULES }, (_, i) => {
  const { scope, match, emit } = parseRule(
    `@{h${i >> 1}.example.com} E => ${i % 2 === 0 ? 'dropParam(sid)' : 'trimSlash()'}`,
  );
  return makeRule({ learner: 'manual', hosts: scope.hosts, match, emit });
});
const urlOf = (i) => `http://h${i % 500}.example.com/shop/item-${i % 9973}/?color=red&sid=${i}`;
const folder = mkdtempSync(join(tmpdir(), 'dustpan-soak-'));
const file = join(folder, 'rules.json');
const data = join(folder, 'clusters.tsv');
writeFileSync(file, printRuleSet({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules }));
writeFileSync(data, Array.from({ length: 20_000 }, (_, i) => `${i >> 1}\t${urlOf(i)}\n`).join(''));

const child = spawn(
  process.execPath,
  [
    ...['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(PROBE)}`],
    ...[join(DIST, 'cli/main.cjs'), 'serve', '-r', file, data, '--port', '0'],
  ],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
let told = '';
let heap;
createInterface({ input: child.stderr }).on('line', (line) => {
  if (line.startsWith('heap ')) heap = JSON.parse(line.slice(5));
  else told += `${line}\n`;
});
child.once('exit', (code) => {
  if (!isOver) problems.push(`the server ended with ${code}: ${told}`);
  isOver = true;
});
const problems = [];
const counts = { requests: 0, changes: 0 };
let isOver = false;
while (!/on http:\/\/\S+:(\d+)\//.test(told) && !isOver) await pause(100);
const base = `http://127.0.0.1:${/on http:\/\/\S+:(\d+)\//.exec(told)[1]}`;

const end = Date.now() + Number(values.minutes) * 60_000;
const samples = [];
const clients = Array.from({ length: Number(values.clients) }, (_, i) => client(i));
await Promise.all([...clients, changer(), watcher()]);
isOver = true;
child.kill();
await once(child, 'exit');
if (told.includes('internal error')) problems.push(told);
// What is on disk is what was last answered.
JSON.parse(readFileSync(file, 'utf8'));
rmSync(folder, { recursive: true, force: true });

/** The median of each quarter of the time, in megabytes. */
const quarters = (name) =>
  [0, 1, 2, 3].map((n) => {
    const part = samples.slice(Math.floor((samples.length * n) / 4), Math.floor((samples.length * (n + 1)) / 4));
    return Math.round(median(part.map((sample) => sample[name])) / 2 ** 18) / 4;
  });
const memoryMb = Object.fromEntries(
  ['heapUsed', 'external', 'arrayBuffers', 'rss'].map((name) => [name, quarters(name)]),
);
for (const [name, [, second, , last]] of Object.entries(memoryMb)) {
  const most = name === 'rss' ? second * RSS_SWING + RSS_SWING_MB : second + SWING_MB;
  if (last > most) problems.push(`${name} grew from ${second} MB to ${last} MB`);
}
const result = {
  minutes: Number(values.minutes),
  ...counts,
  /** After a collection of garbage but for rss; by quarters of the time. */
  memoryMb,
  problems: problems.slice(0, 10),
};
console.log(JSON.stringify(result, null, 2));
if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
process.exit(problems.length === 0 ? 0 : 1);

/** All kinds of questions in turn. */
async function client(number) {
  for (let i = number; Date.now() < end && !isOver; i++) {
    const urls = Array.from({ length: 100 }, (_, k) => urlOf(i * 100 + k));
    try {
      const { keys } = await (await post('/v1/key', { urls })).json();
      if (keys.length !== urls.length) problems.push(`${keys.length} keys of ${urls.length} URLs`);
      if (i % 3 === 0) await (await post('/v1/explain', { urls: urls.slice(0, 5) })).json();
      if (i % 5 === 0) await get(`/v1/rules?q=h${i % 500}&limit=20`);
      if (i % 7 === 0) await get(`/v1/clusters?kind=joined&limit=20&offset=${i % 1000}`);
      if (i % 11 === 0) await get('/v1/overview');
      if (i % 13 === 0) await get('/v1/export/nginx');
      if (i % 17 === 0) await streamed();
    } catch (error) {
      if (!isOver) problems.push(String(error.cause ?? error));
    }
  }
}

async function streamed() {
  const lines = Array.from({ length: 5000 }, (_, i) => `${urlOf(i)}\n`).join('');
  const response = await fetch(`${base}/v1/key`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: lines,
  });
  const text = await response.text();
  counts.requests++;
  if (text.split('\n').length !== 5001) problems.push('a stream lost lines');
}

/** A rule is switched off and on again; every change is one that the file shows. */
async function changer() {
  for (let i = 0; Date.now() < end && !isOver; i++) {
    await pause(CHANGE_MS);
    try {
      const { id } = rules[(i >> 1) % rules.length];
      const { rows } = await get(`/v1/rules?q=${encodeURIComponent(`h${(i >> 2) % 500}.`)}&limit=1`);
      const { ref, version } = rows[0] ?? { ref: id, version: '' };
      const response = await post(`/v1/rules/${ref}`, { state: i % 2 === 0 ? 'refuted' : 'active' }, 'PATCH', {
        'if-match': `"${version}"`,
      });
      await response.text();
      counts.changes++;
    } catch (error) {
      if (!isOver) problems.push(`change: ${error.cause ?? error}`);
    }
  }
}

async function watcher() {
  while (Date.now() < end && !isOver) {
    await pause(SAMPLE_MS);
    heap = undefined;
    child.kill('SIGUSR2');
    for (let tries = 0; heap === undefined && tries < 100 && !isOver; tries++) await pause(50);
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    if (heap && kilobytes) samples.push({ ...heap, rss: Number(kilobytes) * 1024 });
    if (values.verbose) console.error(JSON.stringify(samples.at(-1)));
  }
}

async function get(path) {
  const response = await fetch(base + path);
  counts.requests++;
  if (response.status !== 200) problems.push(`${response.status} for ${path}`);
  const text = await response.text();
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

async function post(path, body, method = 'POST', headers = {}) {
  const response = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  counts.requests++;
  if (response.status !== 200)
    problems.push(`${response.status} for ${method} ${path}: ${await response.clone().text()}`);
  return response;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
