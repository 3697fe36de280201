/** What docs/serve.md says of codes and limits is so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from './limits.ts';

const page = readFileSync(new URL('../../docs/serve.md', import.meta.url), 'utf8');

it('lists every code, and no other', () => {
  const root = import.meta.dirname;
  const codes = new Set<string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(?:test|case)\.ts$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, code] of text.matchAll(/new Refusal\(\s*\d+,\s*'([a-z-]+)'/g)) codes.add(code!);
  }
  const [, table = ''] = page.split('## Refusals');
  const listed = [...table.matchAll(/`([a-z-]+)`/g)]
    .map(([, code]) => code!)
    .filter((code) => !['detail', 'code', 'bad-form'].includes(code));
  expect(listed.sort()).toEqual([...codes].sort());
});

it('names the limits that hold', () => {
  const mib = 1024 * 1024;
  expect(DEFAULT_LIMITS).toMatchObject({
    ...{ bodyBytes: 8 * mib, lineBytes: mib, uploadBytes: 1024 * mib, uploadsBytes: 4096 * mib, explainUrls: 1000 },
    ...{ requests: 512, streams: 16, listeners: 64, waitingJobs: 4, noteLength: 4000 },
    ...{ bodyMs: 30_000, headersMs: 10_000, idleMs: 60_000, stopMs: 10_000 },
  });
});
