/** `learn --workers`: the same bytes with one thread and with more, from data large enough that threads are started. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOnce, MAIN, makeFolder } from '../support/cli.ts';

const TIMEOUT = 120_000;

/** Sites with many single pages, because they cost little, and threads are not started for fewer than 20,000 URLs. */
const LINES = Array.from({ length: 25 }, (_, s) =>
  Array.from({ length: 800 }, (_, i) => {
    const page = `http://site${s}.example/item${i * 3 + s}`;
    const copy = i < 20 ? `${s}-${i}\t${page}?sid=${i * 31 + 1000}\n` : '';
    return `${s}-${i}\t${page}\n${copy}`;
  }).join(''),
);

const folder = makeFolder({ 'crawl.tsv': LINES.join('') });
beforeAll(buildOnce, TIMEOUT);
afterAll(() => folder.remove());

function learn(workers: string): string {
  const rules = join(folder.path, `rules-${workers}.json`);
  const args = [MAIN, 'learn', join(folder.path, 'crawl.tsv'), '--workers', workers, '-o', rules];
  execFileSync(process.execPath, args, { stdio: 'pipe' });
  return readFileSync(rules, 'utf8');
}

it(
  'learns the same rules with any number of threads',
  () => {
    const one = learn('1');
    expect(JSON.parse(one).rules.length).toBeGreaterThan(0);
    expect(learn('3')).toBe(one);
  },
  TIMEOUT,
);
