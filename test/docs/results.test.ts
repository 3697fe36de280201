/** Checks of docs/results.md: it says what docs/results/*.json say, and nothing that was not measured. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from '../support/cli.ts';

const ROOT = join(import.meta.dirname, '../..');
const copy = makeFolder();
afterAll(() => copy.remove());
/** One file a set; what leaving sets out gave lies in a folder beside them. */
const FILES = readdirSync(join(ROOT, 'docs/results'))
  .filter((name) => name.endsWith('.json'))
  .sort();

function check(root: string): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [join(root, 'scripts/results.mjs'), '--check'], { encoding: 'utf8' });
}

it('is fresh', () => {
  expect(check(ROOT)).toMatchObject({ status: 0, stderr: '' });
  const page = readFileSync(join(ROOT, 'docs/results.md'), 'utf8');
  for (const file of FILES) expect(page).toContain(`## ${file.replace('.json', '').replace('-text', ' (text)')}\n`);
});

it('is found to be stale when a figure changed', () => {
  for (const name of readdirSync(join(ROOT, 'scripts')).filter((script) => script.startsWith('results')))
    cpSync(join(ROOT, 'scripts', name), join(copy.path, 'scripts', name));
  cpSync(join(ROOT, 'docs/results.md'), join(copy.path, 'docs/results.md'));
  mkdirSync(join(copy.path, 'docs/results'));
  const [first] = FILES;
  const text = readFileSync(join(ROOT, 'docs/results', first!), 'utf8');
  writeFileSync(join(copy.path, 'docs/results', first!), text.replace(/"pagesLost":\d+/, '"pagesLost":987654'));
  expect(check(copy.path)).toMatchObject({ status: 1, stderr: expect.stringContaining('not fresh') });
});
