/** Tests of decompression: what is recognized, how streams are put together again, and what is refused with which words. */
import { spawnSync } from 'node:child_process';
import { Transform } from 'node:stream';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { Decompress } from 'fzstd';
import { describe, expect, it } from 'vitest';
import { decompress } from './decompress.ts';
import { decodeByFrame, decompressZstd, type ZstdDecoder } from './zstd.ts';
import { zstdFrames } from './zstd-frames.ts';

const TEXT = 'http://example.com/a\nhttp://example.com/b\n';
/** That text through `zstd`: a frame with a window and a checksum, without a content size. */
const ZSTD = Buffer.from('KLUv/QRY7QAAuGh0dHA6Ly9leGFtcGxlLmNvbS9hCmIKAQAxmUywom68', 'base64');

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  // One buffer for all chunks, as the reader of files does it.
  const buffer = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    buffer.fill(0xee);
    buffer.set(part);
    yield buffer.subarray(0, part.length);
  }
}

async function text(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(new Uint8Array(chunk));
  return Buffer.concat(parts).toString('latin1');
}

const read = (bytes: Uint8Array, name = 'urls', size = 7) => text(decompress(cut(bytes, size), name));

describe('decompress', () => {
  const two = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
  const cases: readonly [string, Uint8Array, string][] = [
    ['plain text', Buffer.from(TEXT), TEXT],
    ['nothing', Buffer.from(''), ''],
    ['the start of a gzip magic number', Uint8Array.of(0x1f, 0x8b), '\x1f\x8b'],
    ['the start of a zstd magic number', Uint8Array.of(0x28, 0xb5), '\x28\xb5'],
    ['text that starts like a skippable frame', Buffer.from('P*M'), 'P*M'],
    ['gzip', gzipSync(TEXT), TEXT],
    ['empty gzip', gzipSync(''), ''],
    ['two gzip members', two, 'one\ntwo\n'],
    ['gzip with zeros after it', Buffer.concat([two, Buffer.alloc(100)]), 'one\ntwo\n'],
    ['zstd', ZSTD, TEXT],
    ['two zstd frames', Buffer.concat([ZSTD, ZSTD]), TEXT + TEXT],
  ];
  for (const [what, bytes, expected] of cases) {
    it.each([1, 2, 7, 20, 1000])(`reads ${what} in chunks of %i`, async (size) => {
      expect(await read(bytes, 'urls', size)).toBe(expected);
    });
  }

  it.each([64, 200, 997, 5000])(
    'says in chunks of %i that more stands after the zeros, and does not wait for ever',
    async (size) => {
      // The decompressor ends at the zeros and does not answer for the rest of the chunk that it was given.
      const padded = Buffer.concat(
        Array.from({ length: 50 }, () => Buffer.concat([gzipSync('one\n'), Buffer.alloc(24)])),
      );
      await expect(read(padded, 'urls', size)).rejects.toThrow('other bytes after its end');
    },
  );

  it('reads gzip larger than a chunk', async () => {
    const large = 'http://example.com/'.repeat(100_000);
    expect(await read(Buffer.concat([gzipSync(large), gzipSync(large)]), 'urls', 5000)).toBe(large + large);
  });

  it('gives all there is of a gzip that was cut off, also to who takes it slowly', async () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => `http://example.com/${Math.imul(i, 7919)}\n`);
    // A last chunk that gives little is taken in at once, and the error comes while others still wait.
    const part = gzipSync(lines.join('')).subarray(0, (1 << 18) + 300);
    const expected = gunzipSync(part, { finishFlush: constants.Z_SYNC_FLUSH });
    const taken: Uint8Array[] = [];
    const taking = async () => {
      for await (const chunk of decompress(cut(part, 1 << 18), 'a.gz')) {
        taken.push(new Uint8Array(chunk));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await expect(taking()).rejects.toThrow('input ends in the middle of the gzip stream');
    expect(Buffer.concat(taken).equals(expected)).toBe(true);
  });

  const cutGzip = gzipSync(TEXT).subarray(0, -9);
  const badGzip = Uint8Array.from(gzipSync(TEXT));
  badGzip[badGzip.length - 6]! ^= 1;
  const refusals: readonly [string, Uint8Array, string, string][] = [
    [
      'cut off gzip',
      cutGzip,
      'a.gz',
      'a.gz: input ends in the middle of the gzip stream; fetch or make the file again',
    ],
    ['gzip cut in its head', gzipSync(TEXT).subarray(0, 4), 'a', 'a: input ends in the middle of the gzip stream'],
    ['damaged gzip', badGzip, 'a.gz', 'a.gz: the gzip stream is damaged (incorrect data check)'],
    ['text after gzip', Buffer.concat([two, Buffer.from('text')]), 'a.gz', 'the gzip stream is damaged'],
    [
      'text after zeros',
      Buffer.concat([two, Buffer.alloc(30), Buffer.from('text')]),
      'a.gz',
      'other bytes after its end',
    ],
    ['text named .gz', Buffer.from(TEXT), 'a.GZ', 'a.GZ is named as gzip but does not start like gzip'],
    ['nothing named .gz', Buffer.from(''), 'a.gz', 'a.gz is named as gzip but is empty'],
    ['text named .zst', Buffer.from(TEXT), 'a.zst', 'a.zst is named as zstd but does not start like zstd'],
    ['cut off zstd', ZSTD.subarray(0, -1), 'a.zst', 'a.zst: input ends in the middle of the zstd stream'],
    ['zstd cut in its magic', Buffer.concat([ZSTD, ZSTD.subarray(0, 3)]), 'a', 'in the middle of the zstd stream'],
    [
      'text after zstd',
      Buffer.concat([ZSTD, Buffer.from('text')]),
      'a',
      'the zstd stream is damaged (bytes that belong',
    ],
  ];
  for (const [what, bytes, name, message] of refusals) {
    it.each([1, 7, 1000])(`refuses ${what} in chunks of %i`, async (size) => {
      await expect(read(bytes, name, size)).rejects.toThrow(message);
    });
  }
});

describe('zstd', () => {
  const skippable = Uint8Array.of(0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
  const emptySkippable = Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0);
  const mixed = Buffer.concat([skippable, ZSTD, emptySkippable, skippable, ZSTD, skippable]);
  const hasProgram = spawnSync('zstd', ['--version']).status === 0;
  const decoders: readonly ZstdDecoder[] = hasProgram ? ['javascript', 'program'] : ['javascript'];

  for (const decoder of decoders) {
    it.each([1, 3, 8, 11, 1000])(`skips frames without content, by ${decoder}, in chunks of %i`, async (size) => {
      expect(await text(decompressZstd(cut(mixed, size), 'a.zst', decoder))).toBe(TEXT + TEXT);
    });

    it(`says that content is damaged, by ${decoder}`, async () => {
      const bad = Uint8Array.from(ZSTD);
      bad.fill(0xff, 9, 20);
      await expect(text(decompressZstd(cut(bad, 1000), 'a.zst', decoder))).rejects.toThrow(
        /^a\.zst: the zstd stream is damaged \(.+\); fetch or make the file again$/,
      );
    });
  }

  it.each([
    ['a window of 2 GB', [0x04, 0xa8, 0x45, 0, 0]],
    ['a window that no machine has', [0x04, 0xff, 0x45, 0, 0]],
    ['one segment of 4 GB', [0xa0, 0xff, 0xff, 0xff, 0xff, 0x45, 0, 0]],
  ])('refuses %s, whatever the decoder', async (_, header) => {
    const bytes = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, ...header, 0, 0, 0, 0);
    for (const decoder of decoders)
      await expect(text(decompressZstd(cut(bytes, 3), 'a.zst', decoder))).rejects.toThrow(
        'more than 128 MB of memory; if you trust it, decompress it first with: zstd -d --long=31',
      );
  });

  it('recognizes a file that starts with a skippable frame', async () => {
    expect(await read(mixed, 'a.zst')).toBe(TEXT + TEXT);
  });

  it.each([1, 2, 5, 1000])(
    'gives a decoder that stops after one frame one frame at a time (chunks of %i)',
    async (size) => {
      expect(await text(decodeByFrame(zstdFrames(cut(mixed, size), 'a'), oneFrameDecoder))).toBe(TEXT + TEXT);
    },
  );

  it('refuses a frame that needs a dictionary, wherever it stands', async () => {
    const withDictionary = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x23, 7, 1, 0, 0, 1, 9, 0, 0, 65);
    for (const bytes of [withDictionary, Buffer.concat([ZSTD, skippable, withDictionary])]) {
      await expect(read(bytes, 'a.warc.zst')).rejects.toThrow(
        'a.warc.zst is compressed with zstd dictionary 263, which cannot be read here; decompress it first with: zstd -d -D DICTIONARY',
      );
    }
  });
});

/** Behaves as Node's decoder: what comes after the first frame is dropped. */
function oneFrameDecoder(): Transform {
  const parts: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      parts.push(Buffer.from(chunk));
      done();
    },
    flush(done) {
      const all = Buffer.concat(parts);
      const second = all.indexOf(ZSTD.subarray(0, 4), 4);
      new Decompress((data) => this.push(data)).push(second < 0 ? all : all.subarray(0, second));
      done();
    },
  });
}
