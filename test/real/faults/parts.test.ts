/** A thread or a process that the program started dies: it says so in a sentence, no result is half-written, and the next run works. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Upload } from '../../../src/server/api.ts';
import { buildOnce, dustpan, makeFolder, RULES, resultOf } from '../../support/cli.ts';
import { startServe } from '../server/serving.ts';
import { leftovers, PROGRAM, records } from './data.ts';

/** Pages of several sites, most of them alone, which costs little; for fewer than 20,000 URLs no thread is started. */
const labels = Array.from({ length: 20_400 }, (_, i) => {
  const page = `http://site${i % 25}.example/item${i}`;
  return `${i}\t${page}\n${i < 500 ? `${i}\t${page}?sid=${i * 31}\n` : ''}`;
}).join('');
/** More than 32 MB, as for threads. */
const lines = Array.from({ length: 250_000 }, (_, i) => `http://example.com/${'p'.repeat(100)}${i}?sid=${i}\n`).join(
  '',
);
const clusters = Array.from({ length: 30_000 }, (_, i) => `${i >> 1}\thttp://h.example/p${i >> 1}?sid=${i}\n`).join('');
const FILES = { 'labels.tsv': labels, 'lines.txt': lines, 'clusters.tsv': clusters, 'rules.json': RULES };
const folder = makeFolder(FILES);
const inFolder = (name: string) => join(folder.path, name);

beforeAll(buildOnce, 240_000);
afterAll(() => folder.remove());

describe('a thread that dies', () => {
  it.each([
    ['learn', ['learn', 'labels.tsv', '--workers', '2', '-o', 'out']],
    ['key', ['key', '-r', 'rules.json', 'lines.txt', '--workers', '2', '-o', 'out']],
  ])('of %s', async (_, args) => {
    const NODE_OPTIONS = `--import ${new URL('dying-thread.mjs', import.meta.url).href}`;
    writeFileSync(inFolder('out'), 'old');
    const { code, stderr } = await dustpan(args, { cwd: folder.path, env: { NODE_OPTIONS } });
    expect(stderr).toMatch(
      /dustpan: worker [12] of 2 stopped before it was done: .*; .* run it again with --workers 1\n$/,
    );
    expect(code).toBe(2);
    expect(readFileSync(inFolder('out'), 'utf8')).toBe('old');
    expect(leftovers(folder.path, [...Object.keys(FILES), 'out'])).toEqual([]);
    expect((await dustpan(args, { cwd: folder.path })).code).toBe(0);
    expect(readFileSync(inFolder('out'), 'utf8')).not.toBe('old');
  });
});

/** Kills the processes that a process started as they come, until told to stop; gives how many. */
function killChildren(pid: number): () => number {
  let kills = 0;
  const timer = setInterval(() => {
    const found = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    for (const child of found.stdout.split('\n').filter((line) => line !== '')) {
      process.kill(Number(child), 'SIGKILL');
      kills++;
    }
  }, 100);
  return () => {
    clearInterval(timer);
    return kills;
  };
}

describe('a process that is killed', () => {
  it('of a comparison: the comparison ends with a sentence', async () => {
    const child = spawn('bash', ['-c', `exec ${PROGRAM} compare clusters.tsv --learners dustlin,auto --folds 2`], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = killChildren(child.pid!);
    const { code, stderr } = await resultOf(child);
    expect(stop()).toBeGreaterThan(0);
    expect(code).toBe(2);
    expect(stderr).not.toContain('internal error');
    expect(stderr).toMatch(/dustpan: .+/);
  });

  it('of a learn job of serve: the job says so, and the next one is done', async () => {
    const server = await startServe(['-r', inFolder('rules.json')]);
    const learn = async (pages: number): Promise<Job> => {
      const body = records(pages);
      const sent = await fetch(`${server.base}/v1/uploads?name=r.tsv`, { method: 'POST', body });
      const { id } = (await sent.json()) as Upload;
      const job = (await (await server.send('POST', '/v1/jobs', { uploads: [id] })).json()) as Job;
      await (await server.get(`/v1/jobs/${job.id}/events`)).text();
      return server.json<Job>(`/v1/jobs/${job.id}`);
    };
    const stop = killChildren(server.pid);
    const killed = await learn(20_000);
    expect(stop()).toBe(1);
    expect([killed.state, killed.error]).toEqual(['failed', expect.stringMatching(/ended too early; .*less data/)]);
    expect((await learn(400)).state).toBe('done');
    expect((await server.stop()).code).toBe(0);
    expect(readFileSync(inFolder('rules.json'), 'utf8')).toBe(RULES);
  });
});
