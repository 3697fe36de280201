/** No text becomes code: the program runs where the language forbids it, and no source asks for it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildOnce, MAIN, makeFolder, RULES } from '../support/cli.ts';

const ROOT = join(import.meta.dirname, '../..');
beforeAll(buildOnce, 240_000);

describe('text is never run as code', () => {
  const folder = makeFolder({
    'rules.json': RULES,
    'clusters.tsv': Array.from({ length: 40 }, (_, i) => `${i >> 1}\thttp://example.com/${i >> 1}?sid=${i}\n`).join(''),
    urls: 'http://example.com/?sid=1\n',
  });
  it.each([
    ['key', '-r', 'rules.json', 'urls'],
    ['explain', '-r', 'rules.json', 'http://example.com/?sid=1'],
    ['learn', 'clusters.tsv'],
    ['export', '-r', 'rules.json', '--to', 'nginx'],
  ])('by %s', (...args) => {
    const flags = ['--disallow-code-generation-from-strings', '--disable-proto=delete'];
    const options = { cwd: folder.path, encoding: 'utf8' as const };
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, MAIN, ...args], options);
    const usual = spawnSync(process.execPath, [MAIN, ...args], options);
    expect([status, stderr.includes('internal error')]).toEqual([usual.status, false]);
    expect(stdout).toBe(usual.stdout);
  });
  it('by any source', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/\.(test|case)\.ts$/.test(file),
    );
    expect(sources.length).toBeGreaterThan(300);
    const asks = /\beval\s*\(|\bnew Function\b|['"](node:)?vm['"]|shell: true|\bexecSync?\(['"`]/;
    // A pattern's own `exec` is no command.
    const found = sources.filter((file) => asks.test(readFileSync(join(ROOT, 'src', file), 'utf8')));
    // It loads the program itself, as Node would: files of the package, named beside the modules that ask for them.
    expect(found).toEqual(['cli/load-bundle.ts']);
  });
});
