/** What is around the program fails or changes: it says so in a sentence, leaves no damaged file, and the next run works. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RuleDetail } from '../../../src/server/api.ts';
import {
  buildOnce,
  DROP_SID,
  dustpan,
  makeFolder,
  RULES,
  type RunOptions,
  resultOf,
  startDustpan,
} from '../../support/cli.ts';
import { raw, startServe } from '../server/serving.ts';
import { leftovers, PROGRAM, records } from './data.ts';

const LEARN = ['learn', 'records.tsv', '-o', 'out'];
const folder = makeFolder({ 'records.tsv': records(400), 'many.tsv': records(20_000) });
const inFolder = (name: string) => join(folder.path, name);
const run = (args: readonly string[], options: RunOptions = {}) => dustpan(args, { cwd: folder.path, ...options });
/** In a shell that sets limits first. */
const shell = (script: string) => spawnSync('bash', ['-c', script], { cwd: folder.path, encoding: 'utf8' });
let expected: Buffer;

beforeAll(async () => {
  buildOnce();
  expect((await run(LEARN)).code).toBe(0);
  expected = readFileSync(inFolder('out'));
}, 240_000);
afterAll(() => folder.remove());

/** The old file is there, nothing is left beside it, and the same command works when the fault is gone. */
async function recovers(args: readonly string[] = LEARN): Promise<void> {
  expect(readFileSync(inFolder('out'), 'utf8')).toBe('old');
  expect(leftovers(folder.path, ['records.tsv', 'many.tsv', 'out', 'full', 'closed'])).toEqual([]);
  expect((await run(args)).code).toBe(0);
  if (args === LEARN) expect(readFileSync(inFolder('out')).equals(expected)).toBe(true);
}

describe('no room', () => {
  it('for the result: files may not grow beyond a kilobyte', async () => {
    writeFileSync(inFolder('out'), 'old');
    const { status, stderr } = shell(`ulimit -f 1; ${PROGRAM} learn records.tsv -o out`);
    expect(stderr).toMatch(/dustpan: cannot write out: .*(EFBIG|too large|room)/);
    expect(stderr).not.toContain('internal error');
    expect(status).toBe(2);
    await recovers();
  });

  it('on a disk that is full, for the result and for sorting', async () => {
    mkdirSync(inFolder('full'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', inFolder('full')]);
    if (mounted.status !== 0) {
      // Only root may make a small disk; the limit on files above asks the same of the program.
      process.stderr.write('not tested here: a full disk, since this user may not mount one\n');
      return;
    }
    try {
      const result = await run(['cluster', 'many.tsv', '-o', 'full/out']);
      expect(result.stderr).toMatch(/dustpan: cannot write full\/out: .*(ENOSPC|full|room|space)/);
      expect([result.code, leftovers(inFolder('full'), [])]).toEqual([2, []]);
      writeFileSync(inFolder('out'), 'old');
      const args = ['cluster', 'many.tsv', '--memory', '16m', '-o', 'out'];
      const sorted = await run(args, { env: { TMPDIR: inFolder('full') } });
      expect(sorted.stderr).toMatch(/dustpan: cannot .*sort on disk.*--memory/);
      expect([sorted.code, leftovers(inFolder('full'), [])]).toEqual([2, []]);
      await recovers(args);
    } finally {
      execFileSync('umount', [inFolder('full')]);
    }
  });
});

describe('a folder that may not be written to', () => {
  it('is named', async () => {
    mkdirSync(inFolder('closed'));
    writeFileSync(join(folder.path, 'closed', 'out'), 'old');
    chmodSync(inFolder('closed'), 0o555);
    chmodSync(folder.path, 0o755);
    // Root may write anywhere.
    const user = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const result = await run(['learn', 'records.tsv', '-o', 'closed/out'], user);
    expect(result.stderr).toMatch(
      /dustpan: cannot write closed\/out: no permission to create files in closed; choose another place/,
    );
    expect(result.code).toBe(2);
    expect(readFileSync(join(folder.path, 'closed', 'out'), 'utf8')).toBe('old');
    chmodSync(inFolder('closed'), 0o755);
  });
});

describe('no file descriptors', () => {
  it.each([20, 32, 64, 256])('but %i: works, or says why not', async (limit) => {
    writeFileSync(inFolder('out'), 'old');
    const { status, stderr } = shell(`ulimit -n ${limit}; ${PROGRAM} learn records.tsv -o out`);
    expect(stderr).not.toContain('internal error');
    if (status === 0) {
      expect(readFileSync(inFolder('out')).equals(expected)).toBe(true);
      writeFileSync(inFolder('out'), 'old');
    } else expect(stderr).toMatch(/^dustpan: (cannot start|the system lets this program open too few files)[^\n]*\n$/);
    await recovers();
  });
});

describe('no file descriptors for', () => {
  it('sorting on disk: works, or says why not', async () => {
    const args = ['cluster', 'many.tsv', '--memory', '16m', '-o', 'out'];
    writeFileSync(inFolder('out'), 'old');
    const { status, stderr } = shell(`ulimit -n 40; ${PROGRAM} ${args.join(' ')}`);
    expect(stderr).not.toContain('internal error');
    if (status === 0) writeFileSync(inFolder('out'), 'old');
    else expect(stderr).toMatch(/dustpan: (cannot |the system lets this program open too few files)[^\n]*\n$/);
    await recovers(args);
  });

  it('the clients of serve: those that it has no room for wait, and what it cannot write it does not change', async () => {
    writeFileSync(inFolder('served.json'), RULES);
    const server = await startServe(['-r', inFolder('served.json')]);
    const path = `/v1/rules/${DROP_SID.id}`;
    const { version } = await server.json<RuleDetail>(path);
    const body = '{"note":"seen"}';
    const head = [`PATCH ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', `If-Match: "${version}"`];
    head.push('Content-Type: application/json', `Content-Length: ${body.length}`, '', body);
    const allow = (files: number) => execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${files}:1024`]);
    const open = new Set(await settledDescriptors(server.pid));
    const unused = Array.from({ length: open.size + 2 }, (_, fd) => fd).filter((fd) => !open.has(fd));
    // One for a connection, none for a file.
    allow(unused[1]!);
    expect(await raw(server.port, [head.join('\r\n')])).toMatch(/^HTTP\/1\.1 500 .*"code":"not-written"/s);
    expect(readFileSync(inFolder('served.json'), 'utf8')).toBe(RULES);
    const clients = Array.from({ length: 50 }, () => raw(server.port, ['GET / HTTP/1.1\r\n'], { patienceMs: 1000 }));
    await Promise.all(clients);
    allow(1024);
    expect(await raw(server.port, [head.join('\r\n')])).toMatch(/^HTTP\/1\.1 200 /);
    const { code, stderr } = await server.stop();
    expect([code, stderr.includes('internal error')]).toEqual([0, false]);
    rmSync(inFolder('served.json'));
  });
});

/** Those that are open, once none comes or goes any more. */
async function settledDescriptors(pid: number): Promise<number[]> {
  const read = () => readdirSync(`/proc/${pid}/fd`).map(Number);
  let before = read();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = read();
    if (now.join() === before.join()) return now;
    before = now;
  }
}

describe('the same bytes', () => {
  it.each<[string, Record<string, string>]>([
    ['in Turkish, where i is not I', { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }],
    ['in a locale of bytes', { LC_ALL: 'C', LANG: 'C' }],
    ['on the other side of the world', { TZ: 'Pacific/Kiritimati' }],
    ['in a time zone of quarters', { TZ: 'Asia/Kathmandu' }],
    ['whatever the clock does', { NODE_OPTIONS: `--import ${new URL('clock.mjs', import.meta.url).href}` }],
  ])('%s', async (_, env) => {
    writeFileSync(inFolder('out'), 'old');
    const { code, stderr } = await run(LEARN, { env });
    expect([code, stderr.includes('internal error')]).toEqual([0, false]);
    expect(readFileSync(inFolder('out')).equals(expected)).toBe(true);
    const log = '192.0.2.7 - - [29/Feb/2024:23:59:60 +0545] "GET /İI?x=1 HTTP/1.1" 200 23\n';
    const args = ['cluster', '--format', 'common', '--host', 'h.example'];
    expect(await run(args, { env, input: log })).toEqual(await run(args, { input: log }));
  });
});

describe('an input that grows while it is read', () => {
  it('is read up to where it ended at some moment, whole lines only', async () => {
    const text = records(20_000);
    const half = text.indexOf('\n', text.length >> 1) + 1;
    writeFileSync(inFolder('growing.tsv'), text.slice(0, half));
    const child = startDustpan(['cluster', 'growing.tsv', '-o', 'grown'], { cwd: folder.path });
    child.stdin.end();
    const result = resultOf(child);
    let at = half;
    const timer = setInterval(() => {
      // Lines are cut anywhere, as a writer's buffers cut them.
      appendFileSync(inFolder('growing.tsv'), text.slice(at, at + 20_011));
      at += 20_011;
    }, 5);
    const { code, stderr } = await result;
    clearInterval(timer);
    expect([code, stderr.includes('internal error')]).toEqual([0, false]);
    const rows = readFileSync(inFolder('grown'), 'utf8')
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split('\t'));
    const known = new Set(text.split('\n').map((line) => line.split('\t')[0]!));
    expect(rows.filter(([, url]) => !known.has(url!))).toEqual([]);
    const pages = new Map<string, Set<string>>();
    for (const [cluster, url] of rows)
      pages.set(cluster!, (pages.get(cluster!) ?? new Set()).add(url!.replace(/\?.*/, '')));
    expect([...pages.values()].filter(({ size }) => size > 1)).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(text.slice(0, half).split('\n').length - 2);
  });
});

describe('two runs with one output', () => {
  it('leave what one of them wrote, whole', async () => {
    const others = [LEARN, ['learn', 'records.tsv', '--learner', 'dustlin', '-o', 'out']];
    const wholes: Buffer[] = [];
    for (const args of others) {
      expect((await run(args)).code).toBe(0);
      wholes.push(readFileSync(inFolder('out')));
    }
    expect(wholes[0]!.equals(wholes[1]!)).toBe(false);
    for (let i = 0; i < 3; i++) {
      const results = await Promise.all(others.map((args) => run(args)));
      expect(results.map(({ code }) => code)).toEqual([0, 0]);
      const left = readFileSync(inFolder('out'));
      expect(wholes.some((whole) => whole.equals(left))).toBe(true);
    }
  });
});
