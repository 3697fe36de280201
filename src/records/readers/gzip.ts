/** Decompresses gzip. */
import { createGunzip } from 'node:zlib';
import { damaged, truncated } from './failures.ts';
import { through } from './through.ts';

const CHUNK = 256 * 1024;

/** All members of a gzip file, one after the other. */
export async function* gunzip(source: AsyncGenerator<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: CHUNK });
  const fed = { bytes: 0, last: new Uint8Array(0) as Uint8Array };
  try {
    yield* through(stream, remembering(source, fed));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw truncated(name, 'gzip', error);
    if (code?.startsWith('Z_')) throw damaged(name, 'gzip', (error as Error).message, error);
    throw error;
  }
  // The stream stops at zeros, which pad files on tapes and disks; anything after them would be lost without a word.
  const unused = fed.last.subarray(fed.last.length - (fed.bytes - stream.bytesWritten));
  if (!unused.every(isZero)) throw damaged(name, 'gzip', 'other bytes after its end');
  for await (const chunk of source) {
    if (!chunk.every(isZero)) throw damaged(name, 'gzip', 'other bytes after its end');
  }
}

async function* remembering(
  source: AsyncIterator<Uint8Array>,
  fed: { bytes: number; last: Uint8Array },
): AsyncGenerator<Uint8Array> {
  for (let item = await source.next(); !item.done; item = await source.next()) {
    fed.bytes += item.value.length;
    fed.last = item.value;
    yield item.value;
  }
}

function isZero(byte: number): boolean {
  return byte === 0;
}
