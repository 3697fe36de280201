/** The report as users get it: one page from any input, beside rules or alone. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce, DROP_SID, dustpan, makeFolder, ruleSet } from '../support/cli.ts';

const BOT = '"-" "Mozilla/5.0 (compatible; ExampleBot/1.0)"';
const hit = (url: string) => `192.0.2.1 - - [01/Nov/2026:00:00:00 +0000] "GET ${url} HTTP/1.1" 200 1000 ${BOT}`;
const folder = makeFolder({
  'sid.json': ruleSet([DROP_SID]),
  'access.log': `${[hit('/a?sid=1'), hit('/a?sid=2'), hit('/a?sid=2'), hit('/b')].join('\n')}\n`,
  'clusters.tsv': 'cluster_id\turl\na\thttp://example.com/a?sid=1\na\thttp://example.com/a\nb\thttp://example.com/b\n',
});

beforeAll(buildOnce);
afterAll(() => folder.remove());

describe('dustpan report', () => {
  it('shows what robots would have been saved, from a log', async () => {
    const run = await dustpan(['report', '-r', 'sid.json', '--host', 'example.com', 'access.log', '-o', 'log.html'], {
      cwd: folder.path,
    });
    expect(run.code).toBe(0);
    const page = readFileSync(join(folder.path, 'log.html'), 'utf8');
    expect(page).toContain('<h2>Robots</h2>');
    expect(page).toContain('examplebot');
    expect(page).toContain('1 (25.00 %)');
  });

  it('takes a log alone, before anything is learned', async () => {
    const run = await dustpan(['report', '--host', 'example.com', 'access.log', '-o', 'bare.html'], {
      cwd: folder.path,
    });
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('dustpan: 3 URLs, nothing is known of their pages; 0 removed by the rules\n');
    expect(run.stderr).toContain('-r RULES takes them');
    const page = readFileSync(join(folder.path, 'bare.html'), 'utf8');
    expect(page).toContain('There are no rules yet');
    expect(page).toContain('<h2>Parameters</h2>');
    expect(page).not.toContain('<h2>To paste</h2>');
  });

  it('gives the same figures as JSON', async () => {
    const run = await dustpan(['report', '-r', 'sid.json', 'clusters.tsv', '--json'], { cwd: folder.path });
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      dustpan: 1,
      totals: { urls: 3, pages: 2, duplicates: 1, removed: 1, impureForms: 0 },
    });
  });

  it('is written by learn too', async () => {
    const run = await dustpan(['learn', 'clusters.tsv', '-o', 'rules.json', '--report', 'learn.html', '--title', 'x'], {
      cwd: folder.path,
    });
    expect(run.code).toBe(2);
    const right = await dustpan(['learn', 'clusters.tsv', '-o', 'rules.json', '--report', 'learn.html'], {
      cwd: folder.path,
    });
    expect(right.code).toBe(0);
    expect(readFileSync(join(folder.path, 'learn.html'), 'utf8')).toContain('<h2>What stays</h2>');
  });

  it('leaves no page behind when it cannot run', async () => {
    const run = await dustpan(['report', '-r', 'sid.json', 'no-such-file', '-o', 'none.html'], { cwd: folder.path });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('there is no file no-such-file');
    expect(existsSync(join(folder.path, 'none.html'))).toBe(false);
  });
});
