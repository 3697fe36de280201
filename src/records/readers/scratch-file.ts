/** A temporary file that loses its name as soon as it is open, where the system allows it, so that nothing is left behind however the process ends. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../base/index.ts';

/** Written from front to back, and read anywhere, as often as need be. */
export type ScratchFile = {
  /** Bytes written so far. */
  size(): number;
  write(bytes: Uint8Array): void;
  /** All that was written; a chunk is valid until the next one. */
  chunks(): Iterable<Uint8Array>;
  /** Fills `into` with the bytes at a place; gives how many there were. */
  read(at: number, into: Uint8Array): number;
  close(): void;
};

const CHUNK = 1024 * 1024;

/** What the file is for, and what else would help if it cannot be had: `cannot ${purpose} in …; name another folder with TMPDIR${instead}`. */
export function openScratchFile(purpose: string, instead = ''): ScratchFile {
  const place = tmpdir();
  const attempt = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw new EngineError(
        'scratch-failed',
        `cannot ${purpose} in ${place}: ${reasonOf(error)}; name another folder with TMPDIR${instead}`,
        error,
      );
    }
  };
  const { fd, remove } = attempt(() => openIn(place));
  let size = 0;
  return {
    size: () => size,
    write(bytes) {
      attempt(() => {
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      });
      size += bytes.length;
    },
    read: (at, into) => attempt(() => readSync(fd, into, 0, into.length, at)),
    *chunks() {
      const buffer = new Uint8Array(CHUNK);
      for (let at = 0; ; ) {
        const size = attempt(() => readSync(fd, buffer, 0, CHUNK, at));
        if (size === 0) return;
        at += size;
        yield buffer.subarray(0, size);
      }
    },
    close() {
      closeSync(fd);
      remove();
    },
  };
}

function openIn(place: string): { readonly fd: number; readonly remove: () => void } {
  const folder = mkdtempSync(join(place, 'dustpan-'));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  const remove = () => {
    process.off('exit', clear);
    clear();
  };
  process.once('exit', clear);
  try {
    const fd = openSync(join(folder, 'scratch'), 'wx+', 0o600);
    try {
      clear();
    } catch {
      // A file that is open cannot be removed everywhere; it goes when it is closed.
    }
    return { fd, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'no space is left' : `the system says ${code ?? String(error)}`;
}
