/** Where results go: whole or not at all, whatever happens meanwhile. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOnce, dustpan, MAIN, makeFolder, RULES, resultOf, startDustpan } from '../support/cli.ts';

const URL_LINE = 'http://example.com/?sid=1\n';
const KEY_LINE = 'http://example.com/\n';

beforeAll(buildOnce, 120_000);
let folder: ReturnType<typeof makeFolder>;
beforeEach(() => {
  folder = makeFolder({ 'rules.json': RULES, urls: URL_LINE });
});
afterEach(() => {
  expect(readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  folder.remove();
});
const inFolder = (name: string) => join(folder.path, name);
const key = (...args: string[]) => dustpan(['key', '-r', 'rules.json', ...args], { cwd: folder.path });

describe('-o FILE', () => {
  it('writes the file and nothing else', async () => {
    expect(await key('urls', '-o', 'out')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(inFolder('out'), 'utf8')).toBe(KEY_LINE);
  });

  it('replaces a file, keeping who may read it', async () => {
    writeFileSync(inFolder('out'), 'old');
    chmodSync(inFolder('out'), 0o640);
    expect((await key('urls', '--output=out')).code).toBe(0);
    expect(readFileSync(inFolder('out'), 'utf8')).toBe(KEY_LINE);
    expect(statSync(inFolder('out')).mode & 0o777).toBe(0o640);
  });

  it('may replace a list of URLs that is read', async () => {
    expect((await key('urls', '-o', 'urls')).code).toBe(0);
    expect(readFileSync(inFolder('urls'), 'utf8')).toBe(KEY_LINE);
  });

  it.each([['learn'], ['cluster'], ['report'], ['evaluate', '-r', 'rules.json']])(
    'of %s does not replace the data that is read, whatever it is called',
    async (...command) => {
      symlinkSync('urls', inFolder('link'));
      expect(await dustpan([...command, 'rules.json', 'urls', '-o', './link'], { cwd: folder.path })).toEqual({
        code: 2,
        stdout: '',
        stderr: 'dustpan: ./link is what is read, and would be lost; name another file with -o\n',
      });
      expect(readFileSync(inFolder('urls'), 'utf8')).toBe(URL_LINE);
    },
  );

  it('follows a symbolic link', async () => {
    writeFileSync(inFolder('out'), 'old');
    symlinkSync('out', inFolder('link'));
    expect((await key('urls', '-o', 'link')).code).toBe(0);
    expect(lstatSync(inFolder('link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(inFolder('out'), 'utf8')).toBe(KEY_LINE);
  });

  it('- is standard output', async () => {
    expect(await key('urls', '-o', '-')).toEqual({ code: 0, stdout: KEY_LINE, stderr: '' });
  });

  it('works for every command that writes', async () => {
    for (const args of [
      ['rewrite', '-r', 'rules.json', 'urls'],
      ['dedupe', '-r', 'rules.json', 'urls'],
      ['dedupe', '-r', 'rules.json', '--counts', 'urls'],
      ['explain', '-r', 'rules.json', 'http://x/'],
      ['compile', '-r', 'rules.json'],
      ['diff', 'rules.json', 'rules.json'],
    ]) {
      const result = await dustpan([...args, '-o', `${args[0]}.out`], { cwd: folder.path });
      expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(statSync(inFolder(`${args[0]}.out`)).size).toBeGreaterThan(0);
    }
  });
});

describe('output that cannot be written: one sentence, exit 2, the old file as it was', () => {
  it('a folder', async () => {
    mkdirSync(inFolder('folder'));
    const stderr = 'dustpan: cannot write folder: it is a folder; name a file with -o\n';
    expect(await key('urls', '-o', 'folder')).toEqual({ code: 2, stdout: '', stderr });
  });

  it('a name that can only be a folder', async () => {
    const stderr = 'dustpan: cannot write new/: it is a folder; name a file with -o\n';
    expect(await key('urls', '-o', 'new/')).toEqual({ code: 2, stdout: '', stderr });
  });

  it('a missing folder', async () => {
    const stderr = 'dustpan: cannot write missing/out: there is no folder missing; create it first\n';
    expect(await key('urls', '-o', 'missing/out')).toEqual({ code: 2, stdout: '', stderr });
  });

  it('a file in place of a folder', async () => {
    const stderr = 'dustpan: cannot write urls/out: urls is not a folder; choose another place\n';
    expect(await key('urls', '-o', 'urls/out')).toEqual({ code: 2, stdout: '', stderr });
  });

  it('a folder without permission', async () => {
    // Not even root may create files in /sys; elsewhere root may do everything.
    const { code, stdout, stderr } = await key('urls', '-o', '/sys/out');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'dustpan: cannot write /sys/out: no permission to create files in /sys; choose another place\n',
    );
  });

  it('input that breaks off', async () => {
    writeFileSync(inFolder('out'), 'old');
    writeFileSync(inFolder('bad.gz'), Uint8Array.of(0x1f, 0x8b, 8, 0, 0));
    const { code, stderr } = await key('urls', 'bad.gz', '-o', 'out');
    expect(code).toBe(2);
    expect(stderr).toBe('dustpan: bad.gz: input ends in the middle of the gzip stream; fetch or make the file again\n');
    expect(readFileSync(inFolder('out'), 'utf8')).toBe('old');
  });

  it('a full device', async () => {
    const stderr = 'dustpan: cannot write /dev/full: no space is left; free some and run it again\n';
    expect(await key('urls', '-o', '/dev/full')).toEqual({ code: 2, stdout: '', stderr });
  });

  it('standard output that is full', async () => {
    const { code, stderr } = await dustpan(['key', '-r', 'rules.json', 'urls'], {
      cwd: folder.path,
      stdout: openSync('/dev/full', 'w'),
    });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'dustpan: cannot write standard output: no space is left; free some and run it again\n',
    });
  });

  it('a disk that fills up', async () => {
    const disk = inFolder('disk');
    mkdirSync(disk);
    // Only root may make a small disk; where that is not possible, /dev/full above has to do.
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status !== 0) return;
    try {
      writeFileSync(join(disk, 'out'), 'old');
      writeFileSync(inFolder('many'), URL_LINE.repeat(100_000));
      const { code, stdout, stderr } = await key('many', '-o', 'disk/out');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toBe('dustpan: cannot write disk/out: no space is left; free some and run it again\n');
      expect(readdirSync(disk)).toEqual(['out']);
      expect(readFileSync(join(disk, 'out'), 'utf8')).toBe('old');
    } finally {
      expect(spawnSync('umount', [disk]).status).toBe(0);
    }
  });
});

describe('a reader that goes away', () => {
  it('is not an error', async () => {
    writeFileSync(inFolder('many'), URL_LINE.repeat(200_000));
    const child = startDustpan(['key', '-r', 'rules.json', 'many'], { cwd: folder.path });
    child.stdout?.once('data', () => child.stdout?.destroy());
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += String(chunk);
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('| head -1', async () => {
    writeFileSync(inFolder('many'), URL_LINE.repeat(200_000));
    for (const command of ['key -r rules.json many', 'dedupe --counts -r rules.json many', '--help', 'key --help']) {
      const script = `"${process.execPath}" "${MAIN}" ${command} | head -1; echo "\${PIPESTATUS[0]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder.path, encoding: 'utf8' });
      expect({ command, last: stdout.split('\n').at(-2), stderr }).toEqual({ command, last: '0', stderr: '' });
    }
  });

  it('may take its time before that, and gets everything', async () => {
    writeFileSync(inFolder('many'), URL_LINE.repeat(200_000));
    const child = startDustpan(['key', '-r', 'rules.json', 'many'], { cwd: folder.path });
    child.stdout?.pause();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const result = resultOf(child);
    child.stdout?.resume();
    const { code, stdout } = await result;
    expect({ code, size: stdout.length }).toEqual({ code: 0, size: KEY_LINE.length * 200_000 });
  });
});

describe('signals', () => {
  const signals = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const;

  it.each(signals)('%s while input is open: the old file stays, exit %i', async (signal, expected) => {
    writeFileSync(inFolder('out'), 'old');
    const child = startDustpan(['key', '-r', 'rules.json', '-o', 'out'], { cwd: folder.path });
    const result = resultOf(child);
    child.stdin.on('error', () => undefined);
    child.stdin.write(URL_LINE);
    const temporary = temporaryOf(child.pid);
    await waitFor(() => existsSync(temporary) && statSync(temporary).size > 0);
    child.kill(signal);
    const stderr = `dustpan: stopped by ${signal}; out is as it was before\n`;
    expect(await result).toEqual({ code: expected, stdout: '', stderr });
    expect(existsSync(temporary)).toBe(false);
    expect(readFileSync(inFolder('out'), 'utf8')).toBe('old');
  });

  it('SIGINT while nobody writes into the named pipe that is read', async () => {
    expect(spawnSync('mkfifo', [inFolder('pipe')]).status).toBe(0);
    const child = startDustpan(['key', '-r', 'rules.json', 'pipe', '-o', 'out'], { cwd: folder.path });
    const result = resultOf(child);
    await waitFor(() => existsSync(temporaryOf(child.pid)));
    child.kill('SIGINT');
    const stderr = 'dustpan: stopped by SIGINT; out is as it was before\n';
    expect(await result).toEqual({ code: 130, stdout: '', stderr });
    expect(existsSync(inFolder('out'))).toBe(false);
  });

  it('SIGINT while the reader of standard output waits', async () => {
    writeFileSync(inFolder('many'), URL_LINE.repeat(500_000));
    const child = startDustpan(['key', '-r', 'rules.json', 'many'], { cwd: folder.path });
    const code = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout?.once('readable', resolve));
    child.kill('SIGINT');
    expect(await code).toBe(130);
    child.stdout?.destroy();
  });
});

describe('what a killed run left', () => {
  it('goes with the next run for the same file; what somebody may still be writing stays', async () => {
    const dead = spawnSync('true').pid;
    const others = ['.out.x.tmp', `.other.${dead}@${MACHINE}.tmp`, `.out.${dead}@elsewhere.tmp`, `.out.${dead}.tmp`];
    const alive = temporaryOf(process.pid);
    for (const path of [temporaryOf(dead), alive, ...others.map(inFolder)]) writeFileSync(path, 'left');
    expect((await key('urls', '-o', 'out')).code).toBe(0);
    expect(existsSync(temporaryOf(dead))).toBe(false);
    for (const path of [alive, ...others.map(inFolder)]) {
      expect(existsSync(path), path).toBe(true);
      rmSync(path);
    }
  });
});

const MACHINE = hostname()
  .replace(/[^\w.-]/g, '_')
  .slice(0, 40);

function temporaryOf(pid: number | undefined): string {
  return inFolder(`.out.${pid}@${MACHINE}.tmp`);
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
