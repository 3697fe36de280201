/** Hadoop itself: scripts for Hadoop Streaming run on its MapReduce, and Spark reads and writes its file system; the bytes are those of this machine. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sparkHome } from '../spark/cluster.ts';
import { type Hadoop, startHadoop } from './hadoop.ts';

const { DUSTPAN_DIST = join(import.meta.dirname, '../../../dist') } = process.env;
const MAIN = join(DUSTPAN_DIST, 'cli/main.cjs');
const LIMIT = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'dustpan-hadoop-test-'));
let hadoop: Hadoop;

const RULES = '{"dustpan":1,"apply":"fixpoint","sun":true,"options":{},"rules":[]}';
/** What Hadoop's own readers and writers would change: carriage returns, tabs, empty lines, bytes that are not UTF-8. */
const ODD = [
  ...['http://a/x\ty', 'http://A/', 'http://a/', '\\N', '', 'http://a/\u2028', 'end\r', 're\rturn', '\\N'],
  ...[`http://a/${'x'.repeat(1 << 20)}`, 'http://a/\u{1f600}'],
];

beforeAll(async () => {
  writeFileSync(join(folder, 'rules.json'), RULES);
  writeFileSync(
    join(folder, 'odd'),
    Buffer.concat([Buffer.from(`${ODD.join('\n')}\n`), Buffer.from([0x68, 0xff, 10])]),
  );
  hadoop = await startHadoop();
  hadoop.fs('-put', join(folder, 'odd'), '/odd');
}, LIMIT);
afterAll(() => {
  hadoop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function dustpan(...words: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], { cwd: folder, maxBuffer: 1 << 28 });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  return stdout;
}

describe('Hadoop', () => {
  it.each(['key', 'dedupe'])(
    'keeps every byte with %s on Hadoop Streaming',
    (command) => {
      const input = `${hadoop.root}/odd`;
      writeFileSync(
        join(folder, 'job.sh'),
        dustpan(command, '-r', 'rules.json', '--engine', 'hadoop-streaming', input),
      );
      const env = { ...hadoop.env, OUT: `${hadoop.root}/${command}` };
      const { status, stderr } = spawnSync('sh', ['job.sh'], { cwd: folder, env, encoding: 'utf8' });
      expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
      const lines = hadoop.fs('-cat', `/${command}/part-*`);
      expect(lines.equals(dustpan(command, '-r', 'rules.json', 'odd'))).toBe(true);
      expect(hadoop.fs('-ls', '-C', '/').toString()).not.toMatch(/rows|sorted|unfinished/);
    },
    LIMIT,
  );

  it(
    'is read and written by Spark',
    () => {
      const spark = [
        '--engine',
        'spark',
        '--spark-submit',
        join(sparkHome()!, 'bin/spark-submit'),
        '--partitions',
        '2',
      ];
      const settings = ['--spark-conf', 'spark.master=local[1]', '--work', `${hadoop.root}/work`];
      const words = ['key', '-r', 'rules.json', ...spark, ...settings, '-o', `${hadoop.root}/keys/`];
      const run = spawnSync(process.execPath, [MAIN, ...words, `${hadoop.root}/odd`], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect([run.status, run.status === 0 ? '' : run.stderr]).toEqual([0, '']);
      const lines = hadoop.fs('-cat', '/keys/part-*');
      expect(lines.equals(dustpan('key', '-r', 'rules.json', 'odd'))).toBe(true);
    },
    LIMIT,
  );
});
