/** A temporary file that loses its name as soon as it is open, where the system allows it, so that nothing is left behind however the process ends. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../base/index.ts';

/** Written from front to back, then read as often as need be. */
export type ScratchFile = {
  write(bytes: Uint8Array): void;
  /** All that was written; a chunk is valid until the next one. */
  chunks(): Iterable<Uint8Array>;
  close(): void;
};

const CHUNK = 1024 * 1024;

export function openScratchFile(): ScratchFile {
  const place = tmpdir();
  const { fd, remove } = attempt(place, () => openIn(place));
  return {
    write: (bytes) =>
      attempt(place, () => {
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      }),
    *chunks() {
      const buffer = new Uint8Array(CHUNK);
      for (let at = 0; ; ) {
        const size = attempt(place, () => readSync(fd, buffer, 0, CHUNK, at));
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
    const fd = openSync(join(folder, 'pages'), 'wx+', 0o600);
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

function attempt<T>(place: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EngineError(
      'scratch-failed',
      `cannot keep pages on disk in ${place}: the system says ${code ?? String(error)}; name another folder with TMPDIR`,
      error,
    );
  }
}
