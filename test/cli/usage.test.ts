/** What the command line says when it is called wrongly, or asked for help. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUMMARIES } from '../../src/cli/summaries.ts';
import { buildOnce, dustpan, makeFolder, RULES } from '../support/cli.ts';

beforeAll(buildOnce, 120_000);
const folder = makeFolder({ 'rules.json': RULES, urls: 'http://example.com/?sid=1\n' });
/** Tells on standard error which files were loaded beside the program, in the end. */
const watcher = makeFolder({
  'watch.cjs':
    "process.on('exit', () => require('node:fs').writeSync(2, Object.keys(require.cache).slice(1).filter((file) => !/dist.cli.main.cjs$/.test(file)).join()));",
});
afterAll(() => {
  folder.remove();
  watcher.remove();
});
const run = (...args: string[]) => dustpan(args, { cwd: folder.path });

describe('misuse is one sentence and exit 2', () => {
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [['kye'], 'there is no command "kye"; did you mean "key"?'],
    [['frobnicate'], 'there is no command "frobnicate"; "dustpan --help" lists the commands'],
    [['constructor'], 'there is no command "constructor"; "dustpan --help" lists the commands'],
    [['help', 'dedup'], 'there is no command "dedup"; did you mean "dedupe"?'],
    [
      ['-r', 'rules.json', 'key'],
      'the command comes first, before options such as -r; "dustpan --help" lists the commands',
    ],
    [['key'], 'no rules were given; name a rule file with -r RULES'],
    [['compile'], 'no rules were given; name a rule file with -r RULES'],
    [['key', '--rule', 'rules.json'], 'key has no option --rule; did you mean --rules?'],
    [['key', '--ruels=rules.json'], 'key has no option --ruels; did you mean --rules?'],
    [['key', '-x'], 'key has no option -x; "dustpan key --help" lists the options'],
    [['key', '--frobnicate'], 'key has no option --frobnicate; "dustpan key --help" lists the options'],
    [['key', '-r'], '-r needs a value (RULES)'],
    [['key', '--rules='], '--rules needs a value (RULES)'],
    [['key', '-r', '--json'], '-r needs a value (RULES); if --json is the value, write --rules=--json'],
    [['key', '-r', 'rules.json', '--json=yes'], '--json takes no value; leave out "=yes"'],
    [['key', '-r', 'rules.json', '-r', 'more.json'], '-r was given twice; give it once'],
    [['key', '-r', 'rules.json', '--include', 'refuted'], '--include takes quarantined, not "refuted"'],
    [['key', '-r', '-'], 'standard input can be read only once; give a file for all inputs but one'],
    [['key', '-r', 'rules.json', '-', '-'], 'standard input can be read only once; give a file for all inputs but one'],
    [
      ['explain', '-r', 'rules.json', '--data', '-'],
      'standard input can be read only once; give a file for all inputs but one',
    ],
    [['diff', 'rules.json'], 'diff needs B: the rule file after; "dustpan diff --help" shows how'],
    [['diff', 'rules.json', 'rules.json', 'c'], 'diff has no use for "c"; "dustpan diff --help" shows how'],
    [['compile', '-r', 'rules.json', 'x'], 'compile has no use for "x"; "dustpan compile --help" shows how'],
    [['\u001b[31mkey'], 'there is no command "\\x1b[31mkey"; "dustpan --help" lists the commands'],
  ];
  it.each(cases)('%j', async (args, message) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: `dustpan: ${message}\n` });
  });

  it('no command at all shows the help too, on standard error', async () => {
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: dustpan COMMAND');
    expect(stderr).toMatch(/\ndustpan: no command was given; "dustpan --help" lists them\n$/);
  });
});

describe('help and version', () => {
  const commands = ['key', 'rewrite', 'dedupe', 'explain', 'compile', 'diff'];

  it.each([['--help'], ['-h'], ['help']])('%s lists the commands', async (word) => {
    const { code, stdout, stderr } = await run(word);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  it.each(commands)('%s --help shows its options, whatever else is given', async (command) => {
    const { code, stdout, stderr } = await run(command, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: dustpan ${command} `));
    expect(stdout).toContain('-h, --help');
    expect(stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
    expect(await run('help', command)).toEqual({ code, stdout, stderr });
  });

  it.each(Object.keys(SUMMARIES))('%s starts without any package', async (command) => {
    const env = { NODE_OPTIONS: `--require=${watcher.path}/watch.cjs` };
    const { code, stdout, stderr } = await dustpan([command, '--help'], { cwd: folder.path, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: dustpan ${command} `));
  });

  it('reads markup where scripts cannot load modules', async () => {
    const env = { NODE_OPTIONS: '--no-experimental-require-module' };
    const files = { 'sitemap.xml': '<urlset><url><loc>http://example.com/</loc></url></urlset>' };
    const { path, remove } = makeFolder(files);
    const { code, stderr } = await dustpan(['cluster', 'sitemap.xml'], { cwd: path, env });
    remove();
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('1 URL in no cluster') });
  });

  it.each(['--version', '-V'])('%s is that of the package', async (word) => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await run(word)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a fault of our own', () => {
  // Breaks a built-in that `key --json` uses, before the program starts.
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent('JSON.stringify=()=>{throw(TypeError("boom"))}')}`;
  const broken = (env: Readonly<Record<string, string>>) =>
    dustpan(['key', '-r', 'rules.json', '--json', 'urls', '-o', 'out'], {
      cwd: folder.path,
      env: { NODE_OPTIONS, ...env },
    });
  const sentence = 'dustpan: internal error: TypeError: boom; please report it\n';

  it('is one sentence, exit 2, and no file', async () => {
    expect(await broken({})).toEqual({ code: 2, stdout: '', stderr: sentence });
    expect(readdirSync(folder.path).sort()).toEqual(['rules.json', 'urls']);
  });

  it('shows where with DUSTPAN_DEBUG=1', async () => {
    const { code, stderr } = await broken({ DUSTPAN_DEBUG: '1' });
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^${sentence}TypeError: boom\\n +at `));
  });
});
