/** What is around `validate --fetch` fails or changes: nothing is asked for more often than it must be, and the rule file is whole. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '../../../src/fetch/test-site.case.ts';
import { buildOnce, dustpan, makeFolder, type RunOptions } from '../../support/cli.ts';
import { putPages, UNPROVEN } from './data.ts';

const PAGES = 12;
const folder = makeFolder({ 'rules.json': UNPROVEN });
const inFolder = (name: string) => join(folder.path, name);
let site: TestSite;

beforeAll(buildOnce, 240_000);
beforeEach(async () => {
  site = await startSite();
  writeFileSync(inFolder('urls.txt'), putPages(site, PAGES));
});
afterEach(async () => {
  await site.close();
  for (const name of ['journal', 'proven.json']) rmSync(inFolder(name), { force: true });
});
afterAll(() => folder.remove());

function prove(journal: string, options: RunOptions = {}) {
  const asking = ['validate', '-r', 'rules.json', '--fetch', 'urls.txt', '--allow-private', '--delay', '0.05'];
  return dustpan([...asking, '--journal', journal, '-o', 'proven.json'], { cwd: folder.path, ...options });
}

/** The rule is proven, from every pair of pages. */
function expectProven(): void {
  const { rules } = JSON.parse(readFileSync(inFolder('proven.json'), 'utf8'));
  expect(rules).toMatchObject([{ state: 'active', evidence: { fetchable: { ok: expect.any(Number) } } }]);
}

const timesAsked = (path: string) => site.log.filter((asked) => asked === path).length;

it('the clock jumps: pauses are kept, and a second run asks for no page again', async () => {
  const env = { NODE_OPTIONS: `--import ${new URL('clock.mjs', import.meta.url).href}` };
  expect(await prove('journal', { env })).toMatchObject({ code: 0 });
  expectProven();
  const pauses = site.times.slice(1).map((time, i) => time - site.times[i]!);
  // A pause of 50 ms, and what timers may be early.
  expect(Math.min(...pauses)).toBeGreaterThan(40);
  expect(await prove('journal', { env })).toMatchObject({ code: 0 });
  expectProven();
  expect(timesAsked('/p1')).toBe(1);
});

it('two runs with one journal and one output: both are right, and a third asks for nothing', async () => {
  const results = await Promise.all([prove('journal'), prove('journal')]);
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  expectProven();
  const asked = site.log.length;
  expect(await prove('journal')).toMatchObject({ code: 0 });
  expectProven();
  expect(site.log.slice(asked).filter((path) => path !== '/robots.txt')).toEqual([]);
});

describe('no room for the journal', () => {
  it('is said, and what was noted so far is used when there is room', async () => {
    mkdirSync(inFolder('full'));
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', inFolder('full')]).status !== 0) {
      process.stderr.write('not tested here: a full disk, since this user may not mount one\n');
      return;
    }
    try {
      const { code, stderr } = await prove('full/journal');
      expect(stderr).toMatch(/dustpan: cannot write the journal full\/journal: .*(ENOSPC|space)[^\n]*\n$/);
      expect([code, existsSync(inFolder('proven.json'))]).toEqual([2, false]);
      writeFileSync(inFolder('journal'), readFileSync(inFolder('full/journal')));
    } finally {
      execFileSync('umount', [inFolder('full')]);
    }
    expect(await prove('journal')).toMatchObject({ code: 0 });
    expectProven();
    const [, firstPage] = site.log;
    expect(timesAsked(firstPage!)).toBe(1);
  });
});
