/** What the command line reads: files of every kind, and what it says of those it cannot read. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce, dustpan, MAIN, makeFolder, RULES, ruleSet } from '../support/cli.ts';

const URLS = 'http://example.com/a?sid=1\nhttp://example.com/b?sid=2&x=1\nhttp://other.org/?sid=3\n';
const KEYS = 'http://example.com/a\nhttp://example.com/b?x=1\nhttp://other.org/?sid=3\n';
/** URLS through `zstd`. */
const ZSTD = Buffer.from(
  'KLUv/QRY5QEABANodHRwOi8vZXhhbXBsZS5jb20vYT9zaWQ9MQpiMiZ4b3RoZXIub3JnLz9zaWQ9MwoDAELtgPbuyRwDwueTSw==',
  'base64',
);

beforeAll(buildOnce, 120_000);
const folder = makeFolder({
  'rules.json': RULES,
  urls: URLS,
  empty: '',
  'urls.gz': gzipSync(URLS),
  'hidden-gzip': gzipSync(URLS),
  'two.gz': Buffer.concat([gzipSync(URLS), gzipSync(URLS)]),
  'cut.gz': gzipSync(URLS).subarray(0, -10),
  'plain.gz': URLS,
  'empty.gz': '',
  'urls.zst': ZSTD,
  'cut.zst': ZSTD.subarray(0, -6),
  'dictionary.zst': Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x21, 7, 1, 9, 0, 0, 65),
  'damaged.json': `${RULES.slice(0, 60)}`,
  'array.json': '[]',
  'newer.json': '{"dustpan": 2, "apply": "first", "sun": false, "options": {}, "rules": []}',
  'binary.json': Uint8Array.of(0, 1, 2, 0xff, 0xfe),
  'empty.json': '',
  'rules.json.gz': gzipSync(RULES),
  'no-rules.json': ruleSet([]),
});
mkdirSync(join(folder.path, 'folder'));
afterAll(() => folder.remove());
const run = (args: readonly string[], input: string | Uint8Array = '') => dustpan(args, { cwd: folder.path, input });
const key = (...files: string[]) => run(['key', '-r', 'rules.json', ...files]);

describe('files that cannot be read: one sentence, exit 2, nothing on standard output', () => {
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [['key', '-r', 'rules.json', 'nothing.txt'], 'there is no file nothing.txt; check the path'],
    [['key', '-r', 'rules.json', 'urls', 'nothing.txt'], 'there is no file nothing.txt; check the path'],
    [['key', '-r', 'rules.json', 'urls/x'], 'there is no file urls/x; check the path'],
    [['key', '-r', 'rules.json', 'folder'], 'cannot read folder: it is a folder; name the files in it'],
    [
      ['key', '-r', 'rules.json', 'cut.gz'],
      'cut.gz: input ends in the middle of the gzip stream; fetch or make the file again',
    ],
    [
      ['key', '-r', 'rules.json', 'plain.gz'],
      'plain.gz is named as gzip but does not start like gzip; make the file again, or rename it if it is plain text',
    ],
    [
      ['key', '-r', 'rules.json', 'empty.gz'],
      'empty.gz is named as gzip but is empty; make the file again, or rename it if it is plain text',
    ],
    [
      ['key', '-r', 'rules.json', 'cut.zst'],
      'cut.zst: input ends in the middle of the zstd stream; fetch or make the file again',
    ],
    [
      ['key', '-r', 'rules.json', 'dictionary.zst'],
      'dictionary.zst is compressed with zstd dictionary 7, which cannot be read here; decompress it first with: zstd -d -D DICTIONARY',
    ],
    [['key', '-r', 'nothing.json', 'urls'], 'there is no file nothing.json; check the path'],
    [['key', '-r', 'folder', 'urls'], 'cannot read folder: it is a folder; name the files in it'],
    [['explain', '-r', 'rules.json', '--data', 'nothing', 'http://x/'], 'there is no file nothing; check the path'],
    [['diff', 'rules.json', 'nothing.json'], 'there is no file nothing.json; check the path'],
    [['key', '-r', 'binary.json', 'urls'], 'binary.json: this is not text, so not a rule file; check the path'],
  ];
  it.each(cases)('%j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: `dustpan: ${message}\n` });
    // A stream that breaks off may have given some lines before.
    expect(KEYS.startsWith(stdout)).toBe(true);
  });

  it.each(['damaged.json', 'array.json', 'newer.json', 'empty.json'])('the rule file %s', async (name) => {
    const { code, stdout, stderr } = await run(['key', '-r', name, 'urls']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^dustpan: ${name}: [^\\n]+\\n$`));
    expect(stderr).not.toContain('internal error');
  });

  it('a damaged compiled rule file', async () => {
    await run(['compile', '-r', 'rules.json', '-o', 'whole.bin']);
    const whole = readFileSync(join(folder.path, 'whole.bin'));
    writeFileSync(join(folder.path, 'cut.bin'), whole.subarray(0, whole.length >> 1));
    const { code, stdout, stderr } = await run(['key', '-r', 'cut.bin', 'urls']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^dustpan: cut\.bin: [^\n]+\n$/);
    expect(stderr).not.toContain('internal error');
  });

  it('a file that may not be read', async () => {
    writeFileSync(join(folder.path, 'secret'), URLS);
    chmodSync(join(folder.path, 'secret'), 0);
    const result = await asOrdinaryUser(['key', '-r', 'rules.json', 'secret']);
    const message = 'cannot read secret: permission denied; check who may read the file';
    expect(result).toEqual({ code: 2, stdout: '', stderr: `dustpan: ${message}\n` });
  });
});

describe('what can be read', () => {
  const same: readonly (readonly [what: string, files: readonly string[]])[] = [
    ['plain', ['urls']],
    ['gzip', ['urls.gz']],
    ['gzip by another name', ['hidden-gzip']],
    ['zstd', ['urls.zst']],
  ];
  it.each(same)('%s', async (_, files) => {
    expect(await key(...files)).toEqual({ code: 0, stdout: KEYS, stderr: '' });
  });

  it.each([
    ['plain', URLS],
    ['gzip', gzipSync(URLS)],
    ['zstd', ZSTD],
  ])('standard input: %s', async (_, input) => {
    const expected = { code: 0, stdout: KEYS, stderr: '' };
    expect(await run(['key', '-r', 'rules.json'], input)).toEqual(expected);
    expect(await run(['key', '-r', 'rules.json', '-'], input)).toEqual(expected);
    expect(await run(['key', '-r', 'rules.json', '/dev/stdin'], input)).toEqual(expected);
  });

  it('several files, one after the other, standard input among them', async () => {
    const expected = { code: 0, stdout: KEYS + KEYS + KEYS + KEYS, stderr: '' };
    expect(await run(['key', '-r', 'rules.json', 'two.gz', 'empty', '-', 'urls'], URLS)).toEqual(expected);
  });

  it('rules from standard input, and rules in gzip', async () => {
    const expected = { code: 0, stdout: KEYS, stderr: '' };
    expect(await run(['key', '-r', '-', 'urls'], RULES)).toEqual(expected);
    expect(await run(['key', '-r', 'rules.json.gz', 'urls'])).toEqual(expected);
  });

  it.each(['empty', '/dev/null'])('nothing: %s', async (file) => {
    expect(await key(file)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('a named pipe whose writer comes late', async () => {
    const pipe = join(folder.path, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const result = key('pipe');
    await new Promise((resolve) => setTimeout(resolve, 300));
    writeFileSync(pipe, URLS);
    expect(await result).toEqual({ code: 0, stdout: KEYS, stderr: '' });
  });
});

/** Root may read everything, so root becomes nobody for this; with a copy of the program that nobody can reach. */
async function asOrdinaryUser(args: readonly string[]) {
  if (process.getuid?.() !== 0) return dustpan(args, { cwd: folder.path });
  const copy = join(folder.path, 'program');
  cpSync(join(MAIN, '../..'), join(copy, 'dist'), { recursive: true });
  cpSync(join(MAIN, '../../../package.json'), join(copy, 'package.json'));
  chmodSync(folder.path, 0o755);
  return dustpan(args, { cwd: folder.path, uid: 65534, main: join(copy, 'dist/cli/main.cjs') });
}
