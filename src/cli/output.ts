/** Where results go: standard output, or a file that appears whole or not at all. */
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ConfigError, EngineError } from '../base/index.ts';
import { ownWritingEnd, writeReady } from '../records/index.ts';
import { isTerminal } from './terminal.ts';

export type Output = {
  readonly isTerminal: boolean;
  /** Awaiting it respects a slow reader. The bytes may change as soon as this returns. */
  write(bytes: Uint8Array | string): Promise<void> | undefined;
  /** All is written: the file takes its name now. */
  finish(): Promise<void>;
};

/** Whoever read our standard output went away; not an error, but there is nothing left to do. */
export class ClosedPipe extends Error {}

/** Bytes waiting for a slow reader before we wait too. */
const AHEAD = 1024 * 1024;
/** Characters that are worth a call of the system. */
const PIECE = 1 << 16;
/** Temporary file and the file it is to become. */
const unfinished = new Map<string, string>();

/** No path, or `-`, is standard output. */
export function openOutput(path?: string): Output {
  if (path !== undefined && path !== '-') return fileOutput(path);
  const stats = fstatSync(1);
  const name = 'standard output';
  if (stats.isFIFO()) return pipeOutput(name);
  const isSlow = isTerminal(1) || stats.isSocket();
  return isSlow ? streamOutput(name) : { ...descriptorOutput(1, name), finish: async () => undefined };
}

/** Writes a long text that is made piece by piece, without ever holding all of it. */
export async function writePieces(output: Output, pieces: Iterable<string>): Promise<void> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE) continue;
    await output.write(text);
    text = '';
  }
  await output.write(text);
}

/** Removes temporary files; gives the name of a file that was to be written and now is not. */
export function discardOutputs(): string | undefined {
  let target: string | undefined;
  for (const [temporary, path] of unfinished) {
    removeQuietly(temporary);
    target = path;
  }
  unfinished.clear();
  return target;
}

function fileOutput(path: string): Output {
  const target = resolveTarget(path);
  if (target.stats?.isDirectory() || path.endsWith('/')) {
    throw new ConfigError('output-is-folder', `cannot write ${path}: it is a folder; name a file with -o`);
  }
  // Devices and pipes have no content to keep and cannot be replaced.
  if (target.stats && !target.stats.isFile()) return deviceOutput(path);
  return replacingOutput(path, target.path, target.stats);
}

/** A symbolic link stays; the file it leads to is replaced. */
function resolveTarget(path: string): { path: string; stats: Stats | undefined } {
  try {
    const real = realpathSync(path);
    return { path: real, stats: statSync(real) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { path, stats: undefined };
    // A pipe from the shell (`-o >(gzip)`) has no real path, but can be looked at.
    try {
      return { path, stats: statSync(path) };
    } catch {
      throw writeFailure(error, path);
    }
  }
}

function deviceOutput(path: string): Output {
  const fd = attempt(path, () => openSync(path, 'w'));
  return { ...descriptorOutput(fd, path), finish: async () => attempt(path, () => closeSync(fd)) };
}

function replacingOutput(path: string, target: string, old: Stats | undefined): Output {
  const temporary = join(dirname(target), temporaryAffixes(target).join(String(process.pid)));
  const fd = attempt(path, () => openNew(temporary));
  removeLeftovers(target);
  unfinished.set(temporary, path);
  return {
    ...descriptorOutput(fd, path),
    finish: async () => {
      // One turn of the event loop: a signal that came while we wrote still finds the old file in place.
      await new Promise(setImmediate);
      attempt(path, () => {
        if (old) fchmodSync(fd, old.mode & 0o7777);
        fsyncSync(fd);
        closeSync(fd);
        renameSync(temporary, target);
      });
      unfinished.delete(temporary);
    },
  };
}

/** What stands before and after the process number in the name of a temporary file. With the machine's name, since only there that number says who is writing; folders may be shared. */
function temporaryAffixes(target: string): readonly [before: string, after: string] {
  const machine = hostname()
    .replace(/[^\w.-]/g, '_')
    .slice(0, 40);
  return [`.${basename(target).slice(-180)}.`, `@${machine}.tmp`];
}

/** What processes that were killed left behind of earlier runs for the same file. */
function removeLeftovers(target: string): void {
  const [before, after] = temporaryAffixes(target);
  let names: string[] = [];
  try {
    names = readdirSync(dirname(target));
  } catch {
    // A folder may be written to and not be read.
  }
  for (const name of names) {
    if (!name.startsWith(before) || !name.endsWith(after)) continue;
    const pid = name.slice(before.length, -after.length);
    if (/^[1-9]\d{0,9}$/.test(pid) && !isAlive(Number(pid))) removeQuietly(join(dirname(target), name));
  }
}

/** Whoever may not be sent a signal is there all the same. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A leftover of a dead process that had our process number is in the way and belongs to nobody. */
function openNew(temporary: string): number {
  try {
    return openSync(temporary, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    unlinkSync(temporary);
    return openSync(temporary, 'wx');
  }
}

/** Files do not make us wait. */
function descriptorOutput(fd: number, name: string): Omit<Output, 'finish'> {
  return {
    isTerminal: false,
    write(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      attempt(name, () => {
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      });
      return undefined;
    },
  };
}

/** A pipe takes what it has room for at once; from the first time that it has none the event loop waits. */
function pipeOutput(name: string): Output {
  let own = ownWritingEnd(1);
  let slow: Output | undefined;
  const stop = () => {
    if (own !== null) closeSync(own);
    own = null;
  };
  return {
    isTerminal: false,
    write(content) {
      let rest: Uint8Array | string = content;
      if (own !== null) {
        const [end, bytes] = [own, typeof content === 'string' ? Buffer.from(content) : content];
        rest = attempt(name, () => writeReady(end, bytes));
        if (rest.length === 0) return undefined;
        stop();
      }
      slow ??= streamOutput(name);
      return slow.write(rest);
    },
    async finish() {
      stop();
      await slow?.finish();
    },
  };
}

/** Sockets, terminals and full pipes: the event loop waits for the reader, so that signals are still heard. */
function streamOutput(name: string): Output {
  const stream = process.stdout;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  stream.on('error', (error) => {
    failure ??= (error as NodeJS.ErrnoException).code === 'EPIPE' ? new ClosedPipe() : writeFailure(error, name);
    wake?.();
  });
  async function waitUntilBelow(limit: number): Promise<void> {
    while (stream.writableLength > limit && !failure) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (failure) throw failure;
  }
  return {
    isTerminal: isTerminal(1),
    write(content) {
      if (failure) throw failure;
      if (content.length === 0) return undefined;
      stream.write(typeof content === 'string' ? content : Buffer.from(content), () => wake?.());
      return stream.writableLength > AHEAD ? waitUntilBelow(AHEAD) : undefined;
    },
    finish: () => waitUntilBelow(0),
  };
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') throw new ClosedPipe();
    throw writeFailure(error, path);
  }
}

function writeFailure(error: unknown, path: string): EngineError {
  const { code } = error as NodeJS.ErrnoException;
  const sentence = (detail: string) => new EngineError('output-failed', `cannot write ${path}: ${detail}`, error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return sentence('no space is left; free some and run it again');
    case 'ENOENT':
      return sentence(`there is no folder ${dirname(path)}; create it first`);
    case 'ENOTDIR':
      return sentence(`${dirname(path)} is not a folder; choose another place`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return sentence(`no permission to create files in ${dirname(path)}; choose another place`);
    default:
      return sentence(`the system says ${code ?? String(error)}`);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Already gone, or not ours to remove any more; the reason why we stop matters more.
  }
}
