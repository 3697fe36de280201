/** Runs the built command line as a user would, and makes folders and rule files for it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../src/base/index.ts';
import { printRuleSet, type Rule, type RuleSet } from '../../src/rules/index.ts';
import { ruleOf as rule } from './rule-of.ts';

export type Result = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
export type RunOptions = {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** A descriptor in place of the pipe on standard output. */
  readonly stdout?: number;
  readonly uid?: number;
  readonly main?: string;
};

const ROOT = join(import.meta.dirname, '../..');
export const MAIN = join(ROOT, 'dist/cli/main.cjs');

/** Bytes of the output are given as characters of one byte each, so that nothing is hidden by decoding. */
export function dustpan(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  const child = startDustpan(args, options);
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return resultOf(child);
}

export function startDustpan(args: readonly string[], { cwd, env, stdout, uid, main = MAIN }: RunOptions = {}) {
  return spawn(process.execPath, [main, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { ...process.env, DUSTPAN_DEBUG: '', ...env },
    stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
  }) as ReturnType<typeof spawn> & { readonly stdin: NonNullable<ReturnType<typeof spawn>['stdin']> };
}

export function resultOf(child: ReturnType<typeof spawn>): Promise<Result> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({
        code,
        stdout: Buffer.concat(stdout).toString('latin1'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      });
    });
  });
}

/** A new folder with these files in it; `remove` it when done. */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): {
  readonly path: string;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'dustpan-cli-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export { rule };

export function ruleSet(rules: readonly Rule[], more: Partial<RuleSet> = {}): string {
  return printRuleSet({ dustpan: 1, apply: 'fixpoint', sun: false, options: {}, rules, ...more } as RuleSet);
}

/** Drops `sid` on example.com, proven to give URLs that exist. */
export const DROP_SID = rule('@{example.com} E => dropParam(sid)', {
  evidence: { fetchable: { checked: 10, ok: 10 } },
});
export const RULES = ruleSet([DROP_SID]);

/** Builds dist/ if the sources are newer; one process builds, the others wait for it. */
export function buildOnce(): void {
  const lock = join(tmpdir(), `dustpan-build-${sha256Hex(ROOT, 16)}`);
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isLeft(lock)) rmSync(lock, { recursive: true, force: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
  try {
    const sources = Math.max(...['src', 'web', 'kernel'].map((folder) => newest(join(ROOT, folder))));
    if (sources < (statSync(MAIN, { throwIfNoEntry: false })?.mtimeMs ?? 0)) return;
    const build = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, encoding: 'utf8' });
    if (build.status === 0) return;
    // The compiler writes files even when it finds errors; they must not pass for a good build.
    rmSync(MAIN, { force: true });
    throw new Error(`the build failed:\n${build.stdout}${build.stderr}`);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** A lock of a process that was killed. How old it is says nothing: on a busy machine a build may take minutes. */
function isLeft(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return code === 'ESRCH';
    // Made a moment ago, without its number yet, or gone by now.
    const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    return Date.now() - made > 10_000;
  }
}

function newest(folder: string): number {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.endsWith('.test.ts')) continue;
    time = Math.max(time, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return time;
}
