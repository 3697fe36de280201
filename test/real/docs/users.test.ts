/** The pages for users show what the commands really print. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

it('shows transcripts that can be repeated', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/transcripts.mjs', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}, 240_000);
