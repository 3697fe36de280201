// Load on `dustpan serve`: requests per second of /v1/key with 1,000 rules beside hono's bare hello-world in the same run, and a stream
// of a million URLs with the memory of the server watched. Needs wrk. Prints JSON.
//
//   node bench/serve.mjs [--urls 1000000] [--seconds 5] [--rounds 3] [--connections 32]
//
// Rounds are interleaved, and the quickest counts, because others may use the machine too. Needs dist/ (npm run build); DUSTPAN_DIST names another one.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    urls: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
  },
});
const ROOT = resolve(import.meta.dirname, '..');
const DIST = resolve(process.env.DUSTPAN_DIST ?? join(ROOT, 'dist'));
const RULES = 1000;
const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));

const HELLO = `
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
const app = new Hono();
app.get('/', (c) => c.text('Hello World'));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.error('on http://127.0.0.1:' + port + '/'));
`;

const { printRuleSet, parseRule } = await import(join(DIST, 'index.js'));
const { makeRule } = await import(join(DIST, 'rules/index.js'));

/** A rule for each of so many hosts, of the kinds that learning finds most often. */
function makeRules() {
  const texts = [
    (i) => `@{h${i}.example.com} E => dropParam(sid)`,
    (i) => `@{h${i}.example.com} E => trimSlash()`,
    (i) => `@{h${i}.example.com} E => dropParam(utm_*)`,
    (i) => `@{h${i}.example.com} E => sortParams()`,
  ];
  const rules = Array.from({ length: RULES }, (_, i) => {
    const { scope, match, emit } = parseRule(texts[i % 4](i >> 2));
    return makeRule({ learner: 'manual', hosts: scope.hosts, match, emit });
  });
  return printRuleSet({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules });
}

const urlOf = (i) => `http://h${i % 250}.example.com/shop/item-${i % 9973}/?color=red&sid=${i}&page=${i % 7}`;

async function start(args) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  const port = await new Promise((done, fail) => {
    child.stderr.on('data', (chunk) => {
      told += chunk;
      const [, found] = /on http:\/\/\S+:(\d+)\//.exec(told) ?? [];
      if (found) done(Number(found));
    });
    child.once('exit', () => fail(new Error(told)));
  });
  return {
    child,
    port,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

function wrk(url, script) {
  const args = [
    '-t1',
    `-c${values.connections}`,
    `-d${values.seconds}s`,
    '--latency',
    ...(script ? ['-s', script] : []),
    url,
  ];
  const text = execFileSync('wrk', args, { encoding: 'utf8' });
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(text);
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(text);
  const [, bad] = /Non-2xx or 3xx responses: (\d+)/.exec(text) ?? [];
  return {
    perSecond: Number(perSecond),
    p99Ms: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit],
    bad: Number(bad ?? 0),
  };
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function rssMb(pid) {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(kb) / 1024);
}

/** One after the other, several times, so that what else the machine does hits both alike. */
async function load(server, hello) {
  const script = (urls) => {
    const path = join(folder, `post-${urls}.lua`);
    const body = JSON.stringify({ urls: Array.from({ length: urls }, (_, i) => urlOf(i * 7)) });
    writeFileSync(
      path,
      `wrk.method = "POST"\nwrk.body = [==[${body}]==]\nwrk.headers["Content-Type"] = "application/json"\n`,
    );
    return path;
  };
  const [one, hundred] = [script(1), script(100)];
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const measured = (pid, run) => {
      const before = cpuSeconds(pid);
      const result = run();
      const requests = result.perSecond * Number(values.seconds);
      return { ...result, cpuMicroseconds: Math.round(((cpuSeconds(pid) - before) / requests) * 1e6) };
    };
    const key = `http://127.0.0.1:${server.port}/v1/key`;
    rounds.push({
      hello: measured(hello.child.pid, () => wrk(`http://127.0.0.1:${hello.port}/`)),
      health: measured(server.child.pid, () => wrk(`http://127.0.0.1:${server.port}/v1/health`)),
      keyOfOneUrl: measured(server.child.pid, () => wrk(key, one)),
      keyOfHundredUrls: measured(server.child.pid, () => wrk(key, hundred)),
    });
  }
  return rounds;
}

async function stream(server, type) {
  const total = Number(values.urls);
  const post = request({
    port: server.port,
    host: '127.0.0.1',
    path: '/v1/key',
    method: 'POST',
    headers: { 'content-type': type },
  });
  const { pid } = server.child;
  const before = cpuSeconds(pid);
  const started = performance.now();
  const rss = [{ lines: 0, mb: rssMb(pid) }];
  let lines = 0;
  let next = total / 10;
  const answered = once(post, 'response').then(async ([response]) => {
    for await (const chunk of response) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
      if (lines < next) continue;
      rss.push({ lines, mb: rssMb(pid) });
      next += total / 10;
    }
  });
  const asJson = type !== 'text/plain';
  for (let at = 0; at < total; at += 1000) {
    let text = '';
    for (let i = at; i < Math.min(total, at + 1000); i++)
      text += asJson ? `${JSON.stringify(urlOf(i))}\n` : `${urlOf(i)}\n`;
    if (!post.write(text)) await once(post, 'drain');
  }
  post.end();
  await answered;
  const seconds = (performance.now() - started) / 1000;
  return {
    type,
    lines,
    seconds: Number(seconds.toFixed(2)),
    serverCpuSeconds: Number((cpuSeconds(pid) - before).toFixed(2)),
    rss,
  };
}

const rulesFile = join(folder, 'rules.json');
writeFileSync(rulesFile, makeRules());
const server = await start([join(DIST, 'cli/main.cjs'), 'serve', '-r', rulesFile, '--port', '0']);
const hello = await start(['--input-type=module', '-e', HELLO]);
try {
  const rounds = await load(server, hello);
  const streams = [await stream(server, 'application/x-ndjson'), await stream(server, 'text/plain')];
  const best = (name) => rounds.map((round) => round[name]).reduce((a, b) => (b.perSecond > a.perSecond ? b : a));
  const summary = Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, best(name)]));
  const machine = { cpu: cpus()[0].model, cores: cpus().length, node: process.version };
  // Requests per second of two rounds compare only on a quiet machine; processor time per request nearly always does.
  const least = (name) => Math.min(...rounds.map((round) => round[name].cpuMicroseconds));
  const share = Number((least('hello') / least('keyOfOneUrl')).toFixed(3));
  console.log(
    JSON.stringify(
      {
        machine,
        rules: RULES,
        connections: Number(values.connections),
        best: summary,
        helloCpuPerKeyCpu: share,
        rounds,
        streams,
      },
      null,
      2,
    ),
  );
} finally {
  await Promise.all([server.stop(), hello.stop()]);
  rmSync(folder, { recursive: true, force: true });
}
