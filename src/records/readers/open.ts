/** Opens an input (a file, a FIFO, standard input) as chunks of bytes, decompressed if it is gzip or zstd. */
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  read,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isatty } from 'node:tty';
import { InputError, newFixedMemory } from '../../base/index.ts';
import { decompress } from './decompress.ts';
import { readFailure } from './failures.ts';
import { readyChunks } from './own-end.ts';

/** Chunks of an input, cut anywhere. A chunk is valid until the next one is asked for. Can be read once. */
export type Input = AsyncIterable<Uint8Array> & {
  /** For messages: the path, or `standard input`. */
  readonly name: string;
  /** Of a file that can be read again from its start. */
  readonly path?: string;
  /** Bytes on disk, before decompression; undefined for pipes and terminals. */
  readonly size: number | undefined;
  /** Bytes read so far, before decompression. */
  position(): number;
};

/** Large enough that the cost of a read disappears, small enough to stay in the processor's cache. */
const CHUNK = 256 * 1024;
/** A file of no more is read at once: threads that read ahead would take longer to start. */
const SMALL = 1024 * 1024;

/** `-`, or no path, is standard input. What cannot be read is refused now; the file is opened when its first chunk is asked for. */
export function openInput(path?: string): Input {
  const isStdin = path === undefined || path === '-' || path === '/dev/stdin';
  const name = isStdin ? 'standard input' : path;
  const stats = isStdin ? fstatSync(0) : statOf(path);
  if (stats.isDirectory()) {
    throw new InputError('input-is-folder', `cannot read ${name}: it is a folder; name the files in it`);
  }
  const progress = { bytes: 0 };
  const raw = isStdin ? stdinChunks(stats, progress) : fileChunks(path, stats, progress);
  const chunks = decompress(raw, name);
  return {
    name,
    ...(stats.isFile() && !isStdin ? { path } : {}),
    size: stats.isFile() ? stats.size : undefined,
    position: () => progress.bytes,
    [Symbol.asyncIterator]: () => chunks,
  };
}

function statOf(path: string): Stats {
  try {
    const stats = statSync(path);
    accessSync(path, constants.R_OK);
    return stats;
  } catch (error) {
    throw readFailure(error, path);
  }
}

async function* stdinChunks(stats: Stats, progress: { bytes: number }): AsyncGenerator<Uint8Array> {
  const source = stats.isFIFO() ? pipeChunks() : isWaitable(stats, 0) ? process.stdin : descriptorChunks(0);
  yield* counted(source, 'standard input', progress);
}

/** First what is there already, then whatever comes. */
async function* pipeChunks(): AsyncGenerator<Uint8Array> {
  const isOver = yield* readyChunks(0);
  if (!isOver) yield* process.stdin;
}

async function* fileChunks(path: string, stats: Stats, progress: { bytes: number }): AsyncGenerator<Uint8Array> {
  // Opening a FIFO waits for its writer, and a thread that waits keeps the process from ending on a signal.
  // Without waiting, the event loop is told when the writer is there.
  const flags = stats.isFIFO() ? constants.O_RDONLY | constants.O_NONBLOCK : constants.O_RDONLY;
  let fd: number;
  try {
    fd = openSync(path, flags);
  } catch (error) {
    throw readFailure(error, path);
  }
  if (isWaitable(stats, fd)) {
    const { Socket } = await import('node:net');
    yield* counted(new Socket({ fd, readable: true, writable: false }), path, progress);
    return;
  }
  try {
    yield* counted(stats.isFile() && stats.size <= SMALL ? wholeFile(fd) : descriptorChunks(fd), path, progress);
  } finally {
    closeSync(fd);
  }
}

/** True if a read may wait for someone else for ever: then the event loop must do the waiting, not a thread. */
function isWaitable(stats: Stats, fd: number): boolean {
  return stats.isFIFO() || stats.isSocket() || (stats.isCharacterDevice() && isatty(fd));
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  name: string,
  progress: { bytes: number },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of source) {
      progress.bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw readFailure(error, name);
  }
}

/** Whatever its size has become since it was looked at. */
async function* wholeFile(fd: number): AsyncGenerator<Uint8Array> {
  const { buffer, byteOffset, length } = readFileSync(fd);
  if (length > 0) yield new Uint8Array(buffer, byteOffset, length);
}

/** Reads into two buffers in turn, one being filled while the other is worked on. */
async function* descriptorChunks(fd: number): AsyncGenerator<Uint8Array> {
  // Not Buffers: slice() of a Buffer is a view, and whoever keeps one would see it overwritten.
  // Memory of WebAssembly begins at a page; into memory that begins anywhere Linux copies at a quarter of the speed.
  const memory = newFixedMemory(2 * CHUNK)?.buffer ?? new ArrayBuffer(2 * CHUNK);
  const buffers = [new Uint8Array(memory, 0, CHUNK), new Uint8Array(memory, CHUNK, CHUNK)] as const;
  let next = readChunk(fd, buffers[0]);
  try {
    for (let turn = 1; ; turn ^= 1) {
      const chunk = await next;
      if (chunk.length === 0) return;
      next = readChunk(fd, buffers[turn as 0 | 1]);
      yield chunk;
    }
  } finally {
    // A read under way must be over before the descriptor is closed.
    await next.catch(() => undefined);
  }
}

function readChunk(fd: number, buffer: Uint8Array): Promise<Uint8Array> {
  const chunk = new Promise<Uint8Array>((resolve, reject) => {
    read(fd, buffer, 0, buffer.length, null, (error, bytes) => {
      if (error) reject(error);
      else resolve(buffer.subarray(0, bytes));
    });
  });
  // A failure while the other buffer is worked on is not unhandled: it is thrown when this chunk is asked for.
  chunk.catch(() => undefined);
  return chunk;
}
