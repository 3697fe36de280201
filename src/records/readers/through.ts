/** Passes chunks through a decompressing stream. */
import type { Duplex } from 'node:stream';

/**
 * Feeds a decompressing stream one chunk at a time: a chunk is asked for only when the one before has been used up.
 * If the input ends too early, all that could be decompressed comes before the error.
 */
export async function* through(stream: Duplex, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let wake = (): void => undefined;
  // An error throws away what waits to be read.
  const emptied = async () => {
    while (stream.readableLength > 0 && !stream.destroyed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const feeding = feed(stream, source, emptied);
  feeding.catch((error: unknown) => stream.destroy(error as Error));
  try {
    for await (const chunk of stream) {
      wake();
      yield chunk as Uint8Array;
    }
    stream.destroy();
    await feeding;
  } finally {
    stream.destroy();
    wake();
  }
}

async function feed(stream: Duplex, source: AsyncIterable<Uint8Array>, emptied: () => Promise<void>): Promise<void> {
  // A stream that came to its end before its input did is destroyed with a write under way, and may never answer it.
  let settle = (): void => undefined;
  stream.once('close', () => settle());
  try {
    for await (const chunk of source) {
      const failure = await new Promise<Error | null | undefined>((resolve) => {
        settle = () => resolve(null);
        stream.write(chunk, resolve);
      });
      if (stream.readableEnded) return;
      if (failure) throw failure;
    }
  } finally {
    await emptied();
  }
  stream.end();
}
