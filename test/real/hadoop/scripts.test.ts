/** The scripts for Hadoop Streaming, with a program in the place of Hadoop that runs mappers and reducers with `LC_ALL=C sort` between them: the same bytes as on this machine. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compileRules, parseRuleSet } from '../../../src/index.ts';

const { DUSTPAN_DIST = join(import.meta.dirname, '../../../dist') } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'dustpan-hadoop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RULES = '{"dustpan":1,"apply":"fixpoint","sun":true,"options":{},"rules":[]}';
const LINES = ['http://a/x\ty', 'http://A/', 'http://a/', '\\N', '', 'http://a/\u2028', 'http://a/😀', 'end\r', '\\N'];

writeFileSync(join(folder, 'hadoop'), `#!/bin/sh\nexec node '${join(import.meta.dirname, 'hadoop-here.mjs')}' "$@"\n`, {
  mode: 0o755,
});
let outputs = 0;
/** Every stage of every part is a process. */
const LIMIT = 600_000;

type Result = { readonly out: string; readonly text: string; readonly status: number | null; readonly said: string };

/** Writes a script with the command line, and runs it. */
function run(words: readonly string[], change = (script: string) => script): Result {
  const script = spawnSync(
    process.execPath,
    [join(DUSTPAN_DIST, 'cli/main.cjs'), ...words, '--engine', 'hadoop-streaming'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(script.stderr).toBe('');
  expect(script.stdout).toMatch(/^#!\/bin\/sh\n[\s\S]*hadoop jar "\$STREAMING"[\s\S]*KeyFieldBasedPartitioner/);
  writeFileSync(join(folder, 'script.sh'), change(script.stdout));
  const out = join(folder, `out-${++outputs}`);
  const { stdout, stderr, status } = spawnSync('sh', ['script.sh'], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}`, STREAMING: 'streaming.jar', OUT: out },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { out, text: stdout, status, said: stderr };
}

function linesIn(out: string): Buffer {
  return Buffer.concat(
    readdirSync(out)
      .sort()
      .map((name) => readFileSync(join(out, name))),
  );
}

/** The same on this machine. */
function here(words: readonly string[]): string {
  return spawnSync(process.execPath, [join(DUSTPAN_DIST, 'cli/main.cjs'), ...words], { cwd: folder, encoding: 'utf8' })
    .stdout;
}

describe('hadoop-streaming', () => {
  const input = Buffer.concat([Buffer.from(`${LINES.join('\n')}\n`), Buffer.from([0x68, 0xff, 10])]);
  const rules = compileRules(parseRuleSet(RULES));
  writeFileSync(join(folder, 'rules.json'), RULES);
  writeFileSync(join(folder, 'input'), input);
  it.each([
    ['key', rules.lines('key').push(input)],
    ['dedupe', rules.dedupe().push(input)],
  ])('gives the same with %s', (command, wanted) => {
    const { out, status, said } = run([command, '-r', 'rules.json', 'input']);
    expect(said).toBe('');
    expect(status).toBe(0);
    expect(linesIn(out).equals(wanted)).toBe(true);
  });

  /** Pages under two URLs, with a session or on another host; some of the latter are other pages. */
  const records = Array.from({ length: 40 }, (_, i) => {
    const page = (url: string, digest: string) => ({ url, status: 200, digest, length: 900 });
    const name = (i * 7919).toString(36);
    return [
      page(`http://x.org/${name}`, `x${i}`),
      page(`http://www.x.org/${name}`, `x${i}${i % 20 === 7 ? 'w' : ''}`),
      page(`http://y.org/s/${name}`, `y${i}`),
      page(`http://y.org/s/${name}?sid=${i}`, `y${i}`),
    ];
  }).flat();
  writeFileSync(join(folder, 'crawl.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const low = ['--min-frequency', '2', '--min-support', '2', '--max-fpr', '0.1'];

  it(
    'gives the same clusters',
    () => {
      const { out, status } = run(['cluster', 'crawl.jsonl']);
      expect(status).toBe(0);
      const clusters = here(['cluster', 'crawl.jsonl']);
      expect(linesIn(out).toString()).toBe(clusters.slice(clusters.indexOf('\n') + 1));
    },
    LIMIT,
  );

  it.each(['auto', 'dustlin'])(
    'learns the same rules with %s',
    (learner) => {
      const words = ['learn', 'crawl.jsonl', '--learner', learner, ...low];
      const { text, status } = run(words);
      expect(status).toBe(0);
      const wanted = here(words);
      expect(wanted).toContain('"id"');
      expect(text).toBe(wanted);
    },
    LIMIT,
  );

  it(
    'validates and evaluates the same',
    () => {
      writeFileSync(join(folder, 'learned.json'), here(['learn', 'crawl.jsonl', '--learner', 'dustlin', ...low]));
      const validated = run(['validate', '-r', 'learned.json', 'crawl.jsonl']);
      expect(validated.text).toBe(here(['validate', '-r', 'learned.json', 'crawl.jsonl']));
      writeFileSync(join(folder, 'clusters.tsv'), here(['cluster', 'crawl.jsonl']));
      const words = ['evaluate', '-r', 'learned.json', 'clusters.tsv', '--json'];
      const evaluated = run(words);
      expect(evaluated.text).toBe(here(words));
    },
    LIMIT,
  );

  it(
    'gives the same rules for sites that copy each other',
    () => {
      const words = ['replicas', 'crawl.jsonl', '--host-rules', '--min-support', '2', '--max-fpr', '0.2'];
      const { text, status } = run(words);
      expect(status).toBe(0);
      const wanted = here(words);
      expect(wanted).toContain('www.x.org');
      expect(text).toBe(wanted);
    },
    LIMIT,
  );

  it('fails with a stage that fails, says why, and leaves no output', () => {
    const spoil = (script: string) => script.replace('{"rules":"{', '{"rules":"');
    const { out, text, status, said } = run(['key', '-r', 'rules.json', 'input'], spoil);
    expect(text).toBe('');
    expect(said).toMatch(/dustpan stage failed: /);
    expect(status).not.toBe(0);
    expect(readdirSync(folder).filter((name) => join(folder, name).startsWith(out))).toEqual([]);
  });

  it('ends a stage that gets a bad row with a message, and not with 0', () => {
    const stages = join(DUSTPAN_DIST, 'engines/stages.mjs');
    const result = spawnSync(process.execPath, [stages, 'reduce:first-lines'], {
      input: 'a\t1\t[]\nb\n',
      encoding: 'utf8',
    });
    expect(result.stderr).toMatch(
      /^dustpan stage failed: reduce:first-lines: row 2 of a partition, "b": it does not have/,
    );
    expect(result.status).toBe(3);
  });
});
