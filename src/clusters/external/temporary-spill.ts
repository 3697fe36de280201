/** A spill in a temporary file that has no name any more as soon as it is open, so that nothing is left behind however the process ends. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../base/index.ts';
import type { Spill } from '../records/spill.ts';

export function openTemporarySpill(): Spill {
  const place = tmpdir();
  const { fd, forget } = attempt(place, () => openNameless(place));
  let size = 0;
  return {
    size: () => size,
    write(bytes) {
      attempt(place, () => {
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      });
      size += bytes.length;
    },
    read: (at, into) => attempt(place, () => readSync(fd, into, 0, into.length, at)),
    close() {
      closeSync(fd);
      forget();
    },
  };
}

function openNameless(place: string): { fd: number; forget: () => void } {
  const folder = mkdtempSync(join(place, 'dustpan-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // For systems on which an open file cannot be removed.
  process.once('exit', remove);
  const forget = () => {
    process.off('exit', remove);
    remove();
  };
  try {
    const fd = openSync(join(folder, 'rows'), 'wx+', 0o600);
    try {
      forget();
    } catch {
      process.once('exit', remove);
    }
    return { fd, forget };
  } catch (error) {
    forget();
    throw error;
  }
}

function attempt<T>(place: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOSPC' || code === 'EDQUOT' ? 'no space is left' : `the system says ${code ?? String(error)}`;
    throw new EngineError(
      'spill-failed',
      `cannot sort on disk in ${place}: ${why}; name another folder with TMPDIR, or allow more with --memory`,
      error,
    );
  }
}
