/** What comes out for what goes in: lines of every shape, and the forms of output. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce, DROP_SID, dustpan, makeFolder, RULES, rule, ruleSet, startDustpan } from '../support/cli.ts';

beforeAll(buildOnce, 120_000);
const CLEAN_INDEX = rule('@{example.com} S "/index.html$" => "/$"', { state: 'quarantined' });
const folder = makeFolder({ 'rules.json': RULES, 'more.json': ruleSet([DROP_SID, CLEAN_INDEX]) });
afterAll(() => folder.remove());
const run = (args: readonly string[], input: string) =>
  dustpan(args, { cwd: folder.path, input: Buffer.from(input, 'latin1') });
const key = (input: string, ...args: string[]) => run(['key', '-r', 'rules.json', ...args], input);

describe('lines', () => {
  const long = `http://example.com/${'a'.repeat(10_000_000)}`;
  const cases: readonly (readonly [what: string, input: string, output: string])[] = [
    ['CR LF', 'http://example.com/?sid=1\r\nhttp://x/\r\n', 'http://example.com/\r\nhttp://x/\r\n'],
    ['empty lines', '\n\nhttp://example.com/?sid=1\n\n', '\n\nhttp://example.com/\n\n'],
    ['a single empty line', '\n', '\n'],
    ['no line end at the end', 'http://x/\nhttp://example.com/?sid=1', 'http://x/\nhttp://example.com/'],
    ['bytes that are not UTF-8', 'http://example.com/\xff\xfe?sid=1\n\xc3\n', 'http://example.com/\xff\xfe\n\xc3\n'],
    ['binary', '\x00\x01\x02\xff\n\x1b[0m\x00', '\x00\x01\x02\xff\n\x1b[0m\x00'],
    ['what is no URL', 'not a url\n://\n?\n', 'not a url\n://\n?\n'],
    ['a line of 10 MB', `${long}?sid=1\n${long}\n`, `${long}\n${long}\n`],
  ];
  it.each(cases)('%s', async (_, input, output) => {
    const { code, stdout, stderr } = await key(input);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // Not toBe: a failure would print all of 20 MB.
    expect(stdout === output).toBe(true);
  });

  it('many lines, more than a chunk, from a pipe and from a file', async () => {
    const urls = Array.from({ length: 30_000 }, (_, i) => `http://example.com/${'p'.repeat(i % 50)}?sid=${i}`);
    const keys = urls.map((url) => `${url.slice(0, url.indexOf('?'))}\n`).join('');
    const big = makeFolder({ big: `${urls.join('\n')}\n` });
    const [fromPipe, fromFile] = [await key(`${urls.join('\n')}\n`), await key('', `${big.path}/big`)];
    big.remove();
    expect([fromPipe.code, fromPipe.stdout === keys, fromFile.code, fromFile.stdout === keys]).toEqual([
      0,
      true,
      0,
      true,
    ]);
  });

  it('a file that is worth threads gives the same bytes with any number of them', async () => {
    const urls = Array.from({ length: 160_000 }, (_, i) => `http://example.com/${'p'.repeat(150 + (i % 97))}?sid=${i}`);
    const big = makeFolder({ big: `\r\n${urls.join('\n')}` });
    const keys = `\r\n${urls.map((url) => url.slice(0, url.indexOf('?'))).join('\n')}`;
    const first = `\r\n${urls.slice(0, 97).join('\n')}\n`;
    for (const workers of ['1', '2', '3']) {
      const all = await key('', `${big.path}/big`, '--workers', workers);
      expect([workers, all.code, all.stderr, all.stdout === keys]).toEqual([workers, 0, '', true]);
      const unique = await run(['dedupe', '-r', 'rules.json', `${big.path}/big`, '--workers', workers], '');
      expect([workers, unique.code, unique.stderr, unique.stdout === first]).toEqual([workers, 0, '', true]);
    }
    // Threads that were started for nothing do not keep it from ending.
    for (const command of ['key', 'dedupe']) {
      const none = await run([command, '-r', 'none.json', `${big.path}/big`, '--workers', '2'], '');
      expect([none.code, none.stderr]).toEqual([2, 'dustpan: there is no file none.json; check the path\n']);
    }
    big.remove();
  }, 60_000);

  it('files without a line end at their end are not glued together', async () => {
    const files = makeFolder({ a: 'http://x/1', none: '', b: 'http://x/2', c: 'http://x/3\n', d: 'http://x/4' });
    const paths = ['a', 'none', 'b', 'c', 'd'].map((name) => `${files.path}/${name}`);
    const result = await key('', ...paths);
    const json = await key('', '--json', ...paths);
    files.remove();
    expect(result).toEqual({ code: 0, stdout: 'http://x/1\nhttp://x/2\nhttp://x/3\nhttp://x/4', stderr: '' });
    expect(json.stdout.match(/x\/\d","/g)).toHaveLength(4);
  });

  it('answers line by line while its input is still open', async () => {
    const child = startDustpan(['key', '-r', 'rules.json'], { cwd: folder.path });
    const answer = new Promise<string>((resolve) => child.stdout?.once('data', (chunk) => resolve(String(chunk))));
    child.stdin.write('http://example.com/?sid=1\n');
    expect(await answer).toBe('http://example.com/\n');
    const code = new Promise((resolve) => child.once('close', resolve));
    child.stdin.end();
    expect(await code).toBe(0);
  });
});

describe('forms of output', () => {
  const URLS = 'http://example.com/a?sid=1\nhttp://example.com/a?sid=2\r\n\nhttp://example.com/\xff\n\n';
  const cases: readonly (readonly [args: readonly string[], output: string])[] = [
    [
      ['key', '--json'],
      '{"url":"http://example.com/a?sid=1","key":"http://example.com/a"}\n' +
        '{"url":"http://example.com/a?sid=2","key":"http://example.com/a"}\n' +
        '{"url":"","key":""}\n' +
        '{"url":"http://example.com/\xef\xbf\xbd","key":"http://example.com/\xef\xbf\xbd"}\n' +
        '{"url":"","key":""}\n',
    ],
    [['rewrite'], 'http://example.com/a\nhttp://example.com/a\r\n\nhttp://example.com/\xff\n\n'],
    [['dedupe'], 'http://example.com/a?sid=1\n\nhttp://example.com/\xff\n'],
    [['dedupe', '--counts'], 'http://example.com/a?sid=1\t2\n\t2\nhttp://example.com/\xff\t1\n'],
    [
      ['dedupe', '--json'],
      '{"url":"http://example.com/a?sid=1","key":"http://example.com/a"}\n' +
        '{"url":"","key":""}\n' +
        '{"url":"http://example.com/\xef\xbf\xbd","key":"http://example.com/\xef\xbf\xbd"}\n',
    ],
    [
      ['dedupe', '--json', '--counts'],
      '{"url":"http://example.com/a?sid=1","key":"http://example.com/a","count":2}\n' +
        '{"url":"","key":"","count":2}\n' +
        '{"url":"http://example.com/\xef\xbf\xbd","key":"http://example.com/\xef\xbf\xbd","count":1}\n',
    ],
  ];
  it.each(cases)('%j', async (args, output) => {
    const [command, ...options] = args;
    const result = await run([command!, '-r', 'rules.json', ...options], URLS);
    expect(result).toEqual({ code: 0, stdout: output, stderr: '' });
  });

  it('rewrite --json names its field rewrite', async () => {
    const { code, stdout } = await run(['rewrite', '-r', 'rules.json', '--json'], 'http://example.com/?sid=1\n');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: '{"url":"http://example.com/?sid=1","rewrite":"http://example.com/"}\n',
    });
  });

  it('-v says what was done, on standard error', async () => {
    const { code, stdout, stderr } = await key('http://example.com/?sid=1\nhttp://x/\n', '-v');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'http://example.com/\nhttp://x/\n' });
    expect(stderr).toMatch(/^2 URLs, 1 changed, \d+\.\d s\n$/);
    const deduped = await run(['dedupe', '-r', 'rules.json', '-v'], 'http://x/\nhttp://x/\n');
    expect(deduped.stderr).toMatch(/^2 URLs, 1 kept, \d+\.\d s\n$/);
  });

  it('--include quarantined applies those rules too', async () => {
    const input = 'http://example.com/index.html?sid=1\n';
    const without = await run(['key', '-r', 'more.json'], input);
    const included = await run(['key', '-r', 'more.json', '--include', 'quarantined'], input);
    expect([without.stdout, included.stdout]).toEqual(['http://example.com/index.html\n', 'http://example.com/\n']);
  });
});
