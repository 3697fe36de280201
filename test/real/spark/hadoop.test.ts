/** The commands for Hadoop Streaming, with `LC_ALL=C sort` in the place of Hadoop: the same bytes as on this machine. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compileRules, parseRuleSet } from '../../../src/index.ts';

const { DUSTPAN_DIST = join(import.meta.dirname, '../../../dist') } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'dustpan-hadoop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RULES = '{"dustpan":1,"apply":"fixpoint","sun":true,"options":{},"rules":[]}';
const LINES = ['http://a/x\ty', 'http://A/', 'http://a/', '\\N', '', 'http://a/\u2028', 'http://a/😀', 'end\r', '\\N'];

/** Puts the place of each line before it, as Hadoop does; runs mapper, sort and reducer of the script; and writes lines. */
const HADOOP = String.raw`
set -e -o pipefail
mapper=$(sed -n "s/^  -mapper '\(.*\)' \\\\$/\1/p" script.sh | head -n 1)
reducer=$(sed -n "s/^  -reducer '\(.*\)' \\\\$/\1/p" script.sh | head -n 1)
[ "$reducer" = 'node stages.mjs text' ] && reducer=cat
python3 -c 'import sys
place = 0
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(b"%d\t%s" % (place, line))
    place += len(line)' < input \
  | eval "$mapper" | LC_ALL=C sort -t "$(printf '\t')" -k 1,1 -k 2,2 | eval "$reducer" \
  | LC_ALL=C sort -t "$(printf '\t')" -k 1,1 -k 2,2 | node stages.mjs text > output
`;

function run(command: 'key' | 'dedupe', input: Buffer): Buffer {
  writeFileSync(join(folder, 'rules.json'), RULES);
  writeFileSync(join(folder, 'input'), input);
  const words = [command, '-r', 'rules.json', '--engine', 'hadoop-streaming', 'input'];
  const script = spawnSync(process.execPath, [join(DUSTPAN_DIST, 'cli/main.js'), ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(script.stderr).toBe('');
  expect(script.stdout).toMatch(
    /^#!\/bin\/sh\n[\s\S]*hadoop jar "\$STREAMING"[\s\S]*-partitioner \S+KeyFieldBasedPartitioner/,
  );
  writeFileSync(join(folder, 'script.sh'), script.stdout);
  writeFileSync(join(folder, 'params.json'), /END_OF_PARAMS'\n(.*)\nEND_OF_PARAMS/.exec(script.stdout)![1]!);
  copyFileSync(join(DUSTPAN_DIST, 'engines/stages.mjs'), join(folder, 'stages.mjs'));
  const result = spawnSync('bash', ['-c', `${HADOOP}cat output`], { cwd: folder });
  expect(result.stderr.toString()).toBe('');
  expect(result.status).toBe(0);
  return result.stdout;
}

describe('hadoop-streaming', () => {
  const input = Buffer.concat([Buffer.from(`${LINES.join('\n')}\n`), Buffer.from([0x68, 0xff, 10])]);
  const here = compileRules(parseRuleSet(RULES));
  it('gives the same keys', () => expect(run('key', input).equals(here.lines('key').push(input))).toBe(true));
  it('gives the same first URLs', () => expect(run('dedupe', input).equals(here.dedupe().push(input))).toBe(true));
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
