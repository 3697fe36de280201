/** Decompresses a stream of bytes if its first bytes say that it is gzip or zstd; anything else passes through. */
import { InputError } from '../../base/index.ts';

type Kind = 'gzip' | 'zstd' | 'plain';
type Chunks = AsyncIterable<Uint8Array>;

const GZIP_MAGIC = [0x1f, 0x8b, 0x08];
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** Of a skippable frame; the low half of the first byte is free. */
const SKIPPABLE_MAGIC = [0x50, 0x2a, 0x4d, 0x18];

/** `name` is for messages, and its ending is a promise: what is called `.gz` must be gzip. */
export async function* decompress(source: Chunks, name: string): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    let head: Uint8Array = new Uint8Array(0);
    let kind = kindOf(head);
    while (kind === undefined) {
      const { value, done } = await iterator.next();
      if (done) break;
      head = head.length === 0 ? value : Buffer.concat([head, value]);
      kind = kindOf(head);
      // Waiting for more bytes: what is kept must not change under us.
      if (kind === undefined) head = new Uint8Array(head);
    }
    checkName(name, kind ?? 'plain', head.length === 0);
    const whole = rejoin(head, iterator);
    // Loaded when needed: plain files, the most frequent case, should not wait for zlib.
    if (kind === 'gzip') yield* (await import('./gzip.ts')).gunzip(whole, name);
    else if (kind === 'zstd') yield* (await import('./zstd.ts')).decompressZstd(whole, name);
    else yield* whole;
  } finally {
    await iterator.return?.();
  }
}

/** Undefined while more bytes are needed to tell. */
function kindOf(head: Uint8Array): Kind | undefined {
  const magics: readonly [Kind, readonly number[]][] = [
    ['gzip', GZIP_MAGIC],
    ['zstd', ZSTD_MAGIC],
    ['zstd', SKIPPABLE_MAGIC],
  ];
  let open = false;
  for (const [kind, magic] of magics) {
    const known = Math.min(head.length, magic.length);
    const fits = magic.slice(0, known).every((byte, i) => byte === maskedByte(head[i]!, i, magic));
    if (!fits) continue;
    if (known === magic.length) return kind;
    open = true;
  }
  return open ? undefined : 'plain';
}

function maskedByte(byte: number, index: number, magic: readonly number[]): number {
  return index === 0 && magic === SKIPPABLE_MAGIC ? byte & 0xf0 : byte;
}

function checkName(name: string, kind: Kind, isEmpty: boolean): void {
  const promised = /\.gz$/i.test(name) ? 'gzip' : /\.zst$/i.test(name) ? 'zstd' : undefined;
  if (promised === undefined || kind !== 'plain') return;
  const found = isEmpty ? 'is empty' : `does not start like ${promised}`;
  throw new InputError(
    'input-not-compressed',
    `${name} is named as ${promised} but ${found}; make the file again, or rename it if it is plain text`,
  );
}

async function* rejoin(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (let item = await rest.next(); !item.done; item = await rest.next()) yield item.value;
}
