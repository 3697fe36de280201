/** Reads the body of an answer: takes its content encoding off as it comes, and stops at a limit, so that no small answer can fill the memory. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

export type BodyResult = {
  /** `too-large`: there was more than the limit. `bad-encoding`: it is not what its header says, or a kind that nobody asked for. */
  readonly problem?: 'too-large' | 'bad-encoding';
  /** The body, decoded; as much of it as the limit allows if it is too large, nothing if its encoding is bad. */
  readonly bytes: Uint8Array;
};

/** `count` is told of every piece as it came over the wire. Throws what the stream throws. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  maxBytes: number,
  count: (wireBytes: number) => void,
): Promise<BodyResult> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const piece of decoded(counted(body, count), encoding)) {
      total += piece.length;
      pieces.push(piece);
      if (total > maxBytes) return { problem: 'too-large', bytes: Buffer.concat(pieces).subarray(0, maxBytes) };
    }
  } catch (error) {
    if (error instanceof BadEncoding) return { problem: 'bad-encoding', bytes: new Uint8Array(0) };
    throw error;
  }
  return { bytes: Buffer.concat(pieces) };
}

class BadEncoding extends Error {}

async function* counted(body: AsyncIterable<Uint8Array>, count: (wireBytes: number) => void) {
  for await (const piece of body) {
    count(piece.length);
    yield piece;
  }
}

async function* decoded(body: AsyncIterable<Uint8Array>, encoding = ''): AsyncGenerator<Uint8Array> {
  const name = encoding.trim().toLowerCase().replace(/^x-/, '');
  if (name === '' || name === 'identity') {
    yield* body;
    return;
  }
  const source = body[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    if (first.done) return;
    const decoder = decoderOf(name, first.value);
    if (decoder === null) throw new BadEncoding();
    yield* transformed(first.value, source, decoder);
  } finally {
    await source.return?.();
  }
}

/** One layer of what we say that we take; servers that send anything else do not listen. */
function decoderOf(name: string, start: Uint8Array): Transform | null {
  if (name === 'gzip') return createGunzip();
  if (name === 'br') return createBrotliDecompress();
  // Half of the servers leave the wrapper out.
  if (name === 'deflate') return (start[0]! & 15) === 8 ? createInflate() : createInflateRaw();
  return null;
}

/** The decoder is fed one piece at a time, and its output taken before it gets the next. */
async function* transformed(first: Uint8Array, rest: AsyncIterator<Uint8Array>, decoder: Transform) {
  let failure: unknown;
  const feeding = feed(first, rest, decoder).catch((error) => {
    failure = error;
    decoder.destroy();
  });
  try {
    for await (const piece of decoder as AsyncIterable<Uint8Array>) yield piece;
  } catch {
    // What the connection said matters more than what the decoder made of it.
    throw failure ?? new BadEncoding();
  } finally {
    decoder.destroy();
    await feeding;
  }
  if (failure !== undefined) throw failure;
}

async function feed(first: Uint8Array, rest: AsyncIterator<Uint8Array>, decoder: Transform): Promise<void> {
  for (let next: Uint8Array | undefined = first; next !== undefined && !decoder.destroyed; ) {
    if (!decoder.write(next)) await drained(decoder);
    const result = await rest.next();
    next = result.done ? undefined : result.value;
  }
  if (!decoder.destroyed) decoder.end();
}

function drained(decoder: Transform): Promise<void> {
  return new Promise((resolve) => {
    if (decoder.destroyed) resolve();
    decoder.once('drain', resolve);
    decoder.once('close', resolve);
  });
}
