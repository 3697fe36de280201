/** Passes chunks through a decompressing stream. */
import type { Duplex } from 'node:stream';

/** Feeds a decompressing stream one chunk at a time: a chunk is asked for only when the one before has been used up. */
export async function* through(stream: Duplex, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const feeding = feed(stream, source);
  feeding.catch((error: unknown) => stream.destroy(error as Error));
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
    stream.destroy();
    await feeding;
  } finally {
    stream.destroy();
  }
}

async function feed(stream: Duplex, source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of source) {
    const failure = await new Promise<Error | null | undefined>((resolve) => stream.write(chunk, resolve));
    // A stream that came to its end before its input did is destroyed with a write under way.
    if (stream.readableEnded) return;
    if (failure) throw failure;
  }
  stream.end();
}
