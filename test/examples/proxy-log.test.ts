/** The example with the log of a proxy runs, with either scoring, and its counts add up. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce, makeFolder } from '../support/cli.ts';

const ROOT = join(import.meta.dirname, '../..');
const line = (result: string, method: string, url: string) =>
  `1500000000.000 12 192.0.2.1 ${result} 100 ${method} ${url} - HIER_DIRECT/- text/html\n`;
const folder = makeFolder({
  'access.log':
    line('TCP_MISS/200', 'GET', 'http://h.org/a') +
    line('TCP_HIT/200', 'GET', 'http://h.org/a') +
    line('TCP_MISS/404', 'GET', 'http://h.org/b') +
    line('TCP_MISS/200', 'POST', 'http://h.org/c'),
});
beforeAll(buildOnce, 120_000);
afterAll(() => folder.remove());

function run(...args: string[]): { counts: Record<string, number>; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['examples/proxy-log/proxy-log.mjs', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect([status, stderr.includes('    at ')]).toEqual([0, false]);
  const lines = stdout.trimEnd().split('\n');
  return { counts: Object.fromEntries(lines.map((line) => line.split('\t')).map(([k, v]) => [k!, Number(v)])), stderr };
}

describe('examples/proxy-log', () => {
  it.each(['tiered', 'jaccard'])('finds what the log shows, with %s scores', (scoring) => {
    const { counts } = run('examples/proxy-log/access.log.gz', scoring);
    expect(counts).toMatchObject({ requests: 2131, total: 2130 });
    expect(counts['DUST']).toBe(counts['total']! - counts['normalized']!);
    expect(counts['DUST']).toBeGreaterThan(100);
    expect(counts['rules']).toBeGreaterThan(0);
  });

  it('counts GET and status 200 alone, each URL once', () => {
    const { counts, stderr } = run(join(folder.path, 'access.log'));
    expect(counts).toEqual({ requests: 4, total: 1, normalized: 1, DUST: 0, rules: 0 });
    expect(stderr).toMatch(/^nothing was learned: /m);
  });
});
