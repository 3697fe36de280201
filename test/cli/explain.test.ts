/** `explain`, `compile` and `diff` as a user sees them, and what a terminal changes. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce, DROP_SID, dustpan, MAIN, makeFolder, RULES, rule, ruleSet } from '../support/cli.ts';

beforeAll(buildOnce, 120_000);
const EVIDENCE = {
  frequency: 12,
  support: 3400,
  falsePairs: 2,
  fpr: 2 / 3400,
  forms: 45,
  impureForms: 0,
  impureUpper: 0.0641,
  confidence: 0.95,
  fetchable: { checked: 10, ok: 10 },
  counterExamples: [
    { urls: ['http://example.com/a?sid=1', 'http://example.com/a?sid=2'] as const, form: 'http://example.com/a' },
  ],
};
const TRIM = rule('@{example.com} E => trimSlash()');
const PROVEN = rule('@{example.com} E => dropParam(sid)', { evidence: EVIDENCE, note: 'seen by \u001b[1mhand' });
const WIDER = rule('@{example.com,www.example.com} E => dropParam(sid)', { state: 'quarantined' });
const folder = makeFolder({
  'rules.json': RULES,
  'evidence.json': ruleSet([PROVEN]),
  'two.json': ruleSet([DROP_SID, TRIM]),
  'swapped.json': ruleSet([TRIM, DROP_SID]),
  'wider.json': ruleSet([WIDER], { apply: 'first', options: { seed: 2 } }),
  data: ['a?sid=1', 'a?sid=2', 'a?sid=2', 'b', 'a'].map((path) => `http://example.com/${path}\n`).join(''),
  'clusters.tsv': 'cluster_id\turl\twide_id\n1\thttp://example.com/a?sid=1\t1\n1\thttp://example.com/a?sid=9\t1\n',
  many: Array.from({ length: 30 }, (_, i) => `http://example.com/?sid=${i}\n`).join(''),
});
afterAll(() => folder.remove());
const run = (args: readonly string[], input = '') => dustpan(args, { cwd: folder.path, input });

describe('explain', () => {
  it('tells the rule, what it changed, and its evidence', async () => {
    const { code, stdout, stderr } = await run(['explain', '-r', 'evidence.json', 'http://example.com/a?sid=1&x=2']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines.slice(0, 9)).toEqual([
      'http://example.com/a?sid=1&x=2',
      '  key       http://example.com/a?x=2',
      '  rewrite   http://example.com/a?x=2',
      '  1. @{example.com} E => dropParam(sid)',
      `     rule      ${PROVEN.id}, from manual, active`,
      '     before    http://example.com/a?sid=1&x=2',
      '                                    ^^^^^^',
      '     after     http://example.com/a?x=2',
      expect.stringMatching(/^ {5}(matched|evidence) /),
    ]);
    expect(stdout).toContain(
      `     evidence  proposed by 12 clusters
               joins 3,400 pairs of URLs, 2 of them wrongly (0.059 %)
               45 forms shared by several URLs, none of different pages; at most 6.4 % are with 95 % confidence
               10 of 10 outputs looked up were the same page
     against   http://example.com/a?sid=1 and http://example.com/a?sid=2 differ but share http://example.com/a
     note      seen by \\x1b[1mhand
`,
    );
  });

  it('says when no rule applies, and takes URLs from standard input', async () => {
    const stdout =
      'http://x/\n  no rule applies; the key is http://x/\n\nhttp://y/\n  no rule applies; the key is http://y/\n';
    expect(await run(['explain', '-r', 'rules.json'], 'http://x/\n\nhttp://y/')).toEqual({
      code: 0,
      stdout,
      stderr: '',
    });
    expect(await run(['explain', '-r', 'rules.json', '-'], 'http://x/\nhttp://y/\n')).toEqual({
      code: 0,
      stdout,
      stderr: '',
    });
    expect(await run(['explain', '-r', 'rules.json'], '')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['data', 'http://example.com/a?sid=1', ['http://example.com/a?sid=2', 'http://example.com/a']],
    ['clusters.tsv', 'http://example.com/a?sid=1', ['http://example.com/a?sid=9']],
    ['data', 'http://x/', []],
  ])('lists the other URLs of the key in %s', async (data, url, others) => {
    const { code, stdout } = await run(['explain', '-r', 'rules.json', '--data', data, '--json', url]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[0].others).toEqual({ total: others.length, urls: others });
    const text = await run(['explain', '-r', 'rules.json', '--data', data, url]);
    for (const other of others) expect(text.stdout).toContain(`\n    ${other}\n`);
    expect(text.stdout).toMatch(
      others.length > 0 ? / other URLs? of the data ha/ : /no other URL of the data has this key/,
    );
  });

  it('shows at most 20 of them and their number', async () => {
    const { stdout } = await run(['explain', '-r', 'rules.json', '--data', 'many', 'http://example.com/?sid=0']);
    expect(stdout).toContain('  29 other URLs of the data have this key, of which the first 20:\n');
    expect(stdout.match(/^ {4}http/gm)).toHaveLength(20);
  });

  it('--json is an array of explanations', async () => {
    const { code, stdout } = await run([
      'explain',
      '-r',
      'rules.json',
      '--json',
      'http://example.com/?sid=1',
      'http://x/',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        url: 'http://example.com/?sid=1',
        key: 'http://example.com/',
        rewrite: 'http://example.com/',
        converged: true,
        steps: [{ stage: 0, rule: { id: DROP_SID.id, state: 'active' }, before: 'http://example.com/?sid=1' }],
      },
      { url: 'http://x/', key: 'http://x/', rewrite: 'http://x/', converged: true, steps: [] },
    ]);
  });
});

describe('compile', () => {
  it('gives a file that every -r takes', async () => {
    expect(await run(['compile', '-r', 'two.json', '-o', 'two.bin'])).toEqual({ code: 0, stdout: '', stderr: '' });
    const json = await run(['key', '-r', 'two.json', 'data']);
    expect(await run(['key', '-r', 'two.bin', 'data'])).toEqual(json);
    expect((await run(['explain', '-r', 'two.bin', '--json', 'http://example.com/?sid=1'])).stdout).toBe(
      (await run(['explain', '-r', 'two.json', '--json', 'http://example.com/?sid=1'])).stdout,
    );
    expect(await run(['diff', 'two.json', 'two.bin'])).toMatchObject({ code: 0 });
    expect((await run(['compile', '-r', 'two.bin'])).stdout).toHaveLength(statSync(join(folder.path, 'two.bin')).size);
  });
});

describe('diff', () => {
  it('exits 0 when nothing differs', async () => {
    const stdout = 'the rule sets are the same\n';
    expect(await run(['diff', 'two.json', 'two.json'])).toEqual({ code: 0, stdout, stderr: '' });
    const json = await run(['diff', 'two.json', 'two.json', '--json']);
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toEqual({ same: true, settings: [], added: [], removed: [], changed: [] });
  });

  const cases: readonly (readonly [a: string, b: string, stdout: string])[] = [
    [
      'rules.json',
      'two.json',
      '+ @{example.com} E => trimSlash() (manual, active)\n1 rule added, 0 removed, 0 changed\n',
    ],
    [
      'two.json',
      'rules.json',
      '- @{example.com} E => trimSlash() (manual, active)\n0 rules added, 1 removed, 0 changed\n',
    ],
    [
      'two.json',
      'swapped.json',
      '~ @{example.com} E => trimSlash()\n    order: 2 -> 1\n0 rules added, 0 removed, 1 changed\n',
    ],
    [
      'rules.json',
      'wider.json',
      `~ apply: fixpoint -> first
~ options.seed: none -> 2
~ @{example.com,www.example.com} E => dropParam(sid)
    hosts: +www.example.com
    state: active -> quarantined
    evidence.fetchable: {"checked":10,"ok":10} -> none
0 rules added, 0 removed, 1 changed; 2 settings changed
`,
    ],
  ];
  it.each(cases)('%s against %s', async (a, b, stdout) => {
    expect(await run(['diff', a, b])).toEqual({ code: 1, stdout, stderr: '' });
  });

  it('--data counts and shows the URLs whose key changes', async () => {
    const { code, stdout } = await run(['diff', 'rules.json', 'wider.json', '--data', 'clusters.tsv']);
    expect(code).toBe(1);
    expect(stdout.split('\n').slice(-8)).toEqual([
      'the key changes for 2 of 2 URLs:',
      '  http://example.com/a?sid=1',
      '    - http://example.com/a',
      '    + http://example.com/a?sid=1',
      '  http://example.com/a?sid=9',
      '    - http://example.com/a',
      '    + http://example.com/a?sid=9',
      '',
    ]);
    const json = JSON.parse((await run(['diff', 'rules.json', 'wider.json', '--data', 'many', '--json'])).stdout);
    expect(json.keys).toMatchObject({ urls: 30, changed: 30 });
    expect(json.keys.examples).toHaveLength(20);
    expect(json.changed[0].changes).toContainEqual({ field: 'state', a: 'active', b: 'quarantined' });
  });
});

/** `script` (util-linux) runs a command on a terminal of its own; where it is missing there is no terminal to test with. */
const terminals = spawnSync('script', ['--version']).status === 0 ? ['script'] : [];
describe.each(terminals)('on a terminal (%s)', (script) => {
  const show = (args: string, env: Readonly<Record<string, string>> = {}) => {
    const command = `"${process.execPath}" "${MAIN}" ${args}`;
    const { status, stdout } = spawnSync(script, ['-qec', command, '/dev/null'], {
      cwd: folder.path,
      encoding: 'utf8',
      env: { ...process.env, TERM: 'xterm', NO_COLOR: '', ...env },
    });
    return { code: status, screen: stdout.replaceAll('\r\n', '\n') };
  };

  it('compile refuses to write bytes to it', () => {
    const message = 'compiled rules are not text for a terminal; name a file with -o FILE';
    expect(show('compile -r rules.json')).toEqual({ code: 2, screen: `dustpan: ${message}\n` });
  });

  it('key says what was done', () => {
    const { code, screen } = show('key -r rules.json data > /dev/null');
    expect(code).toBe(0);
    expect(screen).toMatch(/^5 URLs, 3 changed, \d+\.\d s\n$/);
  });

  it('colors are used, unless NO_COLOR says no', () => {
    expect(show('diff rules.json two.json').screen).toContain('\u001b[32m+ @{example.com}');
    expect(show('diff rules.json two.json', { NO_COLOR: '1' }).screen).not.toContain('\u001b');
    expect(show('diff rules.json two.json', { TERM: 'dumb' }).screen).not.toContain('\u001b');
  });
});
