/** Ends of pipes that can be read and written without waiting, and without the event loop: what that needs takes longer to load than a few URLs to answer. */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';

/** Bytes that a pipe holds, mostly. */
const PIPE = 65536;
/** So often is taken what is there; then the event loop has its turn, and all that waits for it. */
const MOST_READS = 4;

/** Opens an end of a pipe anew, as one that never waits; whoever else has it goes on as before. Null where there is no such thing. */
function ownEnd(fd: number, flags: number): number | null {
  try {
    return openSync(`/proc/self/fd/${fd}`, flags | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** An end that is written to. */
export function ownWritingEnd(fd: number): number | null {
  return ownEnd(fd, constants.O_WRONLY);
}

/** What is in a pipe already; true if that was all, and nobody writes to it any more. */
export function* readyChunks(fd: number): Generator<Uint8Array, boolean> {
  const own = ownEnd(fd, constants.O_RDONLY);
  if (own === null) return false;
  try {
    for (let i = 0; i < MOST_READS; i++) {
      const chunk = new Uint8Array(PIPE);
      const bytes = atOnce(() => readSync(own, chunk));
      if (bytes === null) return false;
      if (bytes === 0) return true;
      yield chunk.subarray(0, bytes);
    }
    return false;
  } finally {
    closeSync(own);
  }
}

/** Writes as much as a pipe has room for; gives the rest. */
export function writeReady(own: number, bytes: Uint8Array): Uint8Array {
  for (let at = 0; at < bytes.length; ) {
    const written = atOnce(() => writeSync(own, bytes, at));
    if (written === null) return bytes.subarray(at);
    at += written;
  }
  return bytes.subarray(bytes.length);
}

/** Null if it would have to wait. */
function atOnce(action: () => number): number | null {
  try {
    return action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}
