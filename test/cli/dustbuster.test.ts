/** `learn --learner dustbuster` on an access log, as a user sees it: likely rules from URLs of whose pages nothing is known. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRuleSet, printRule, rulesOf } from '../../src/rules/index.ts';
import { buildOnce, dustpan, makeFolder } from '../support/cli.ts';

function logLine(path: string, bytes: number, status = 200): string {
  return `192.0.2.1 - - [01/Feb/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" ${status} ${bytes} "-" "test"\n`;
}

/** Stories under two addresses with answers of one size, folders with and without a slash, of which the sizes say nothing (not modified). */
const LOG = [
  ...Array.from({ length: 12 }, (_, i) => [
    logLine(`/story?id=${i}`, 5000 + 100 * i),
    logLine(`/story_${i}`, 5000 + 100 * i),
  ]).flat(),
  ...['blue', 'green', 'red', 'white'].map((name) => logLine(`/${name}`, 0, 304) + logLine(`/${name}/`, 0, 304)),
  logLine('/about', 700),
  logLine('/gone', 300, 404),
].join('');

const folder = makeFolder({ 'access.log': LOG });
beforeAll(buildOnce, 120_000);
afterAll(() => folder.remove());
const run = (...args: string[]) => dustpan(args, { cwd: folder.path });

describe('learn from an access log', () => {
  it('writes likely rules, quarantined and best first, with what speaks for them', async () => {
    const args = ['learn', 'access.log', '--learner', 'dustbuster', '--host', 'www.x.org'];
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(0);
    const set = parseRuleSet(stdout);
    expect(set).toMatchObject({ apply: 'fixpoint', sun: false, options: { learner: 'dustbuster' } });
    expect(
      rulesOf(set).map((rule) => ({ text: printRule(rule), state: rule.state, likely: rule.evidence?.likely })),
    ).toEqual([
      {
        text: '@{www.x.org} S "^http://www.x.org/story?id=" => "^http://www.x.org/story_"',
        state: 'quarantined',
        likely: { pairs: 12, label: 0, sketch: 0, size: 12, unknown: 0 },
      },
      {
        text: '@{www.x.org} S "/$" => "$"',
        state: 'quarantined',
        likely: { pairs: 4, label: 0, sketch: 0, size: 0, unknown: 4 },
      },
    ]);
    expect(stderr).toMatch(
      /^33 URLs of whose pages nothing is known: 2 likely rules, 1 of them with answers of like size or sketch$/m,
    );
    expect(stderr).toContain('try them with dustpan validate -r rules.json --fetch');
    expect((await run(...args)).stdout).toBe(stdout);
  });

  it('gives rules that are applied only when asked', async () => {
    await run('learn', 'access.log', '--learner', 'dustbuster', '--host', 'www.x.org', '-o', 'rules.json');
    const input = 'http://www.x.org/story?id=77\n';
    const key = (...args: string[]) => dustpan(['key', '-r', 'rules.json', ...args], { cwd: folder.path, input });
    expect((await key()).stdout).toBe(input);
    expect((await key('--include', 'quarantined')).stdout).toBe('http://www.x.org/story_77\n');
  });

  it.each([
    [['--host', 'www.x.org'], /so auto cannot learn from them; --learner dustbuster learns from a bare list\n$/],
    [['--host', 'www.x.org', '--learner', 'dustlin'], /so dustlin cannot learn from them; --learner dustbuster learns/],
    [['--learner', 'dustbuster'], /is a log without host names; say whose it is with --host/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run('learn', 'access.log', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
