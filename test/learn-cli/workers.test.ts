/** `learn --workers`: the same bytes with one thread and with more, from data large enough that threads are started. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist/cli/main.js');
/** Threads are not started for less. */
const URLS = '21000';
const TIMEOUT = 120_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dustpan-workers-'));
  execFileSync(process.execPath, [join(ROOT, 'bench/generate.mjs'), '--urls', URLS, '-o', join(folder, 'crawl.tsv')]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function learn(workers: string): string {
  const rules = join(folder, `rules-${workers}.json`);
  const args = [MAIN, 'learn', join(folder, 'crawl.tsv'), '--workers', workers, '-o', rules];
  execFileSync(process.execPath, args, { stdio: 'pipe' });
  return readFileSync(rules, 'utf8');
}

it(
  'learns the same rules with any number of threads',
  () => {
    const one = learn('1');
    expect(JSON.parse(one).rules.length).toBeGreaterThan(10);
    expect(learn('3')).toBe(one);
  },
  TIMEOUT,
);
