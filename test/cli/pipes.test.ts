/** Between two pipes of a shell, as people use it: what is there at once, what comes later, readers that are slow or gone. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce, MAIN, makeFolder, RULES } from '../support/cli.ts';

beforeAll(buildOnce, 120_000);
const LINES = 60_000;
const folder = makeFolder({
  'rules.json': RULES,
  'loaded.cjs':
    "process.on('exit', () => require('node:fs').writeSync(2, String(process.moduleLoadList.includes('NativeModule net'))));",
});
afterAll(() => folder.remove());

/** `KEY` stands for the command. */
function shell(script: string) {
  const command = script.replaceAll('KEY', `"${process.execPath}" "${MAIN}" key -r rules.json`);
  const options = { cwd: folder.path, encoding: 'utf8', maxBuffer: 2 ** 30 } as const;
  const { stdout, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${command}; echo "status $?"`], options);
  return { stdout, stderr };
}
const many = (suffix: string) => `for i in {1..${LINES}}; do echo "http://example.com/$i${suffix}"; done`;
const manyKeys = Array.from({ length: LINES }, (_, i) => `http://example.com/${i + 1}\n`).join('');

describe('a pipe', () => {
  it('whose writer is done already', () => {
    const { stdout, stderr } = shell(`printf 'http://example.com/?sid=1\\nhttp://x/' | KEY | cat`);
    expect({ stdout, stderr }).toEqual({ stdout: 'http://example.com/\nhttp://x/status 0\n', stderr: '' });
  });

  it('that is empty', () => {
    expect(shell(`: | KEY | cat`)).toEqual({ stdout: 'status 0\n', stderr: '' });
  });

  it('that has some now and some later: each line is answered when it comes', () => {
    const writer = 'echo "http://example.com/?sid=1"; sleep 1; echo "http://example.com/a?sid=1"; sleep 4';
    const reader = 'while read -r url; do echo "$url $((SECONDS - START))"; done';
    const { stdout, stderr } = shell(`START=$SECONDS; { sleep 0.5; ${writer}; } | KEY | { ${reader}; }`);
    const lines = stdout.trimEnd().split('\n');
    expect({ urls: lines.map((line) => line.split(' ')[0]), stderr }).toEqual({
      urls: ['http://example.com/', 'http://example.com/a', 'status'],
      stderr: '',
    });
    const [first, second] = lines.map((line) => Number(line.split(' ')[1]));
    // The writer goes on for four seconds after the last line.
    expect(second! - first!).toBeGreaterThanOrEqual(1);
    expect(second!).toBeLessThan(5);
  });

  it('with more than pipes hold, and a reader that takes its time', () => {
    for (const reader of ['cat', '{ sleep 1; cat; }']) {
      const { stdout, stderr } = shell(`{ ${many('?sid=1')}; } | KEY | ${reader}`);
      expect({ isWhole: stdout === `${manyKeys}status 0\n`, stderr }).toEqual({ isWhole: true, stderr: '' });
    }
  });

  it('whose reader goes away while its writer stays', () => {
    const { stdout, stderr } = shell(`{ ${many('')}; sleep 1; } 2>/dev/null | KEY | head -1; echo "\${PIPESTATUS[1]}"`);
    expect({ stdout, stderr }).toEqual({ stdout: 'http://example.com/1\n0\nstatus 0\n', stderr: '' });
  });

  it('needs nothing that waits if all is there', () => {
    const loaded = (writer: string) =>
      shell(`${writer} | NODE_OPTIONS="--require=./loaded.cjs" KEY | cat`).stderr.endsWith('true');
    expect([loaded('echo http://example.com/'), loaded('{ sleep 1; echo http://example.com/; }')]).toEqual([
      false,
      true,
    ]);
  });
});
