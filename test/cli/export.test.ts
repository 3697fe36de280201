/** The export command: text on standard output, refusals by name on standard error, exit status 1, and the check. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportCheck } from '../../src/cli/export-check.ts';
import { buildOnce, DROP_SID, dustpan, makeFolder, rule, ruleSet } from '../support/cli.ts';

const SORT = rule('@{example.com} E => sortParams()');
const folder = makeFolder({
  'sid.json': ruleSet([DROP_SID]),
  'both.json': ruleSet([DROP_SID, SORT]),
  'normalizing.json': ruleSet([DROP_SID, SORT], { sun: true }),
  'urls.txt': 'http://example.com/?sid=1\nhttp://example.com/?b=1&sid=1&a=2\nhttp://example.com/a\n',
  'odd.txt': [
    ...Array.from({ length: 30 }, (_, i) => `http://EXAMPLE.com/${i}\n`),
    'http://example.com/?b=1&a=2\nhttp://example.com/?d=1&c=2\nhttp://example.com/?sid=1#top\nhttp://example.com/?sid=1\n',
  ].join(''),
});

beforeAll(buildOnce, 130_000);
afterAll(() => folder.remove());

function run(...args: string[]) {
  return dustpan(['export', ...args], { cwd: folder.path });
}

describe('export', () => {
  it('writes text, and nothing else when all is well', async () => {
    expect(await run('-r', 'sid.json', '--to', 'robots')).toEqual({
      code: 0,
      stdout: '# in the robots.txt of example.com\nClean-param: sid\n',
      stderr: '',
    });
  });
  it('writes a file', async () => {
    expect(await run('-r', 'sid.json', '--to', 'nginx', '-o', 'out.conf')).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(join(folder.path, 'out.conf'), 'utf8')).toContain('map $host $dustpan_hosts');
  });
  it('does not take a file that the rules cannot be put into', async () => {
    expect(await run('-r', 'sid.json', '--to', 'nginx', '--into', 'urls.txt')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'dustpan: --into is for pywb; the text for nginx is a file of its own, name it with -o\n',
    });
  });
  it('refuses by name, and says so with its exit status', async () => {
    const { code, stdout, stderr } = await run('-r', 'both.json', '--to', 'regex', '--form', 're2');
    expect(code).toBe(1);
    expect(JSON.parse(stdout).dialect).toBe('re2');
    expect(stderr).toBe(
      `refused ${SORT.id}: no substitution sorts parameters\n  @{example.com} E => sortParams()\n1 rule written for regex, 1 refused\n`,
    );
  });
  it('checks URLs', async () => {
    const { code, stdout } = await run('-r', 'both.json', '--to', 'nutch', '--check', 'urls.txt');
    expect(code).toBe(1);
    expect(stdout).toBe(
      `3 URLs, 1 would come out differently\n  1: rule ${SORT.id} was refused: no substitution sorts parameters\n\nhttp://example.com/?b=1&sid=1&a=2\n  rules:  http://example.com/?a=2&b=1\n  target: http://example.com/?b=1&a=2\n  refused: ${SORT.id}\n`,
    );
  });
  it('counts causes, and shows some of each', async () => {
    const { stdout } = await run('-r', 'normalizing.json', '--to', 'nginx', '--check', 'odd.txt', '--json');
    const { check } = JSON.parse(stdout) as { check: ExportCheck };
    expect(check.causes.map(({ kind, id, urls }) => [kind, id, urls])).toEqual([
      ['standard-form', undefined, 30],
      ['refused', SORT.id, 2],
      ['left-alone', undefined, 1],
    ]);
    expect(check.causes[2]!.reason).toContain('it is exact for URLs in standard form');
    expect([check.urls, check.different]).toEqual([34, 33]);
    expect(check.examples.map(({ url, kind }) => `${kind} ${url}`)).toEqual([
      ...[0, 1, 2].map((i) => `standard-form http://EXAMPLE.com/${i}`),
      'refused http://example.com/?b=1&a=2',
      'refused http://example.com/?d=1&c=2',
      'left-alone http://example.com/?sid=1#top',
    ]);
  });
  it('gives JSON', async () => {
    const { stdout, stderr } = await run('-r', 'both.json', '--to', 'robots', '--check', 'urls.txt', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      target: 'robots',
      gives: 'key',
      exported: [DROP_SID.id],
      refused: [{ id: SORT.id }],
      check: { urls: 3, different: 1 },
    });
  });
  it('lists canonical URLs', async () => {
    const { stdout } = await run('-r', 'sid.json', '--to', 'canonical-csv', '--urls', 'urls.txt');
    expect(stdout).toBe(
      'url,canonical\r\nhttp://example.com/?sid=1,http://example.com/\r\nhttp://example.com/?b=1&sid=1&a=2,http://example.com/?b=1&a=2\r\n',
    );
  });
  it.each([
    [['-r', 'sid.json'], 'no target was given'],
    [['-r', 'sid.json', '--to', 'nonsense'], '--to takes nginx or'],
    [['-r', 'sid.json', '--to', 'nginx', '--form', 'x'], 'nginx has no form "x"; it has cache-key, redirect'],
    [['-r', 'sid.json', '--to', 'canonical-csv'], 'name a file of them with --urls FILE'],
    [['-r', 'sid.json', '--to', 'pywb', '--into', 'urls.txt'], 'no "url_normalize:"'],
  ])('%j could not run', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
