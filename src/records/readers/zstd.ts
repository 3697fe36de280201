/** Decompresses zstd with the best decoder at hand: Node's own (from 22.15), the `zstd` program, or a JavaScript one. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { InputError } from '../../base/index.ts';
import { damaged } from './failures.ts';
import { through } from './through.ts';
import { type FramePiece, zstdFrames } from './zstd-frames.ts';

export type ZstdDecoder = 'node' | 'program' | 'javascript';

type Frames = AsyncIterable<FramePiece>;

/** `decoder` is chosen by what there is; tests name one. */
export async function* decompressZstd(
  source: AsyncIterable<Uint8Array>,
  name: string,
  decoder?: ZstdDecoder,
): AsyncGenerator<Uint8Array> {
  const frames = zstdFrames(source, name);
  try {
    yield* await decode(frames, decoder);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw damaged(name, 'zstd', (error as Error).message, error);
  } finally {
    await frames.return(undefined);
  }
}

async function decode(frames: Frames, decoder: ZstdDecoder | undefined): Promise<AsyncIterable<Uint8Array>> {
  const create = await nodeDecoder();
  if (create && (decoder ?? 'node') === 'node') return decodeByFrame(frames, create);
  const child = (decoder ?? 'program') === 'program' ? await startProgram() : undefined;
  return child ? decodeByProgram(frames, child) : decodeInJavaScript(frames);
}

/** Not in the types of Node 20. */
async function nodeDecoder(): Promise<(() => Duplex) | undefined> {
  const zlib = (await import('node:zlib')) as unknown as { readonly createZstdDecompress?: () => Duplex };
  return zlib.createZstdDecompress;
}

/** One decoder per frame, because Node's stops without a word at the end of the first frame of a write (nodejs/node#64741). */
export async function* decodeByFrame(frames: Frames, create: () => Duplex): AsyncGenerator<Uint8Array> {
  const iterator = frames[Symbol.asyncIterator]();
  for (let piece = await iterator.next(); !piece.done; piece = await iterator.next()) {
    yield* through(create(), oneFrame(piece.value, iterator));
  }
}

async function* oneFrame(first: FramePiece, rest: AsyncIterator<FramePiece>): AsyncGenerator<Uint8Array> {
  yield first.bytes;
  for (let ended = first.endsFrame; !ended; ) {
    const { value, done } = await rest.next();
    if (done) return;
    yield value.bytes;
    ended = value.endsFrame;
  }
}

/** Undefined if there is no such program. */
async function startProgram(): Promise<ChildProcessWithoutNullStreams | undefined> {
  const child = spawn('zstd', ['-d', '-c', '-q'], { stdio: ['pipe', 'pipe', 'pipe'] });
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('spawn', () => resolve(child));
  });
}

async function* decodeByProgram(frames: Frames, child: ChildProcessWithoutNullStreams): AsyncGenerator<Uint8Array> {
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 1000);
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  let failure: unknown;
  const feeding = feedProgram(frames, child).catch((error: unknown) => {
    failure = error;
    // What it has already is still worth reading.
    child.stdin.end();
  });
  try {
    for await (const chunk of child.stdout) yield chunk as Uint8Array;
    await feeding;
    if (failure) throw failure;
    const status = await exit;
    if (status !== 0) throw new Error(complaint.trim().split('\n')[0] || `zstd ended with status ${status}`);
  } finally {
    child.kill();
  }
}

async function feedProgram(frames: Frames, child: ChildProcessWithoutNullStreams): Promise<void> {
  // A program that gives up closes its input; its exit status tells why.
  child.stdin.on('error', () => undefined);
  for await (const { bytes } of frames) {
    const alive = await new Promise<boolean>((resolve) => child.stdin.write(bytes, (error) => resolve(!error)));
    if (!alive) return;
  }
  child.stdin.end();
}

/** The last resort: some five times slower, and it does not compare checksums. */
async function* decodeInJavaScript(frames: Frames): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  let ready: Uint8Array[] = [];
  const decoder = new Decompress((chunk) => ready.push(chunk));
  for await (const { bytes } of frames) {
    // The decoder keeps what it has not used yet, and the chunk is valid only until the next one.
    decoder.push(new Uint8Array(bytes));
    yield* ready;
    ready = [];
  }
}
