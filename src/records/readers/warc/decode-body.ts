/** Takes the content encoding off a body, with a limit on what may come out. */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

export type Decoded = {
  readonly bytes: Buffer;
  /** `bad-encoding` and `unknown-encoding`: there are no bytes. `body-too-large`: there are the first of them. */
  readonly problem?: 'bad-encoding' | 'unknown-encoding' | 'body-too-large';
};

type Decode = (bytes: Buffer, maxOutputLength: number) => Buffer;

const NOTHING = Buffer.alloc(0);
/** More layers than this nobody sends in good faith. */
const MAX_LAYERS = 3;
// What was cut off in transfer gives as much as it can.
const finishFlush = constants.Z_SYNC_FLUSH;

const DECODERS: Readonly<Record<string, Decode>> = {
  // Archives often hold the decoded body under the header of the encoded one.
  gzip: (bytes, maxOutputLength) => (isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength, finishFlush }) : bytes),
  deflate: (bytes, maxOutputLength) => {
    const isWrapped = bytes.length > 1 && (bytes[0]! & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0;
    return (isWrapped ? inflateSync : inflateRawSync)(bytes, { maxOutputLength, finishFlush });
  },
  br: (bytes, maxOutputLength) =>
    brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};
const UNKNOWN = new Set(['zstd', 'compress', 'x-compress', 'sdch', 'dcb', 'dcz', 'exi', 'pack200-gzip']);

/** `encoding` is the Content-Encoding header; of names that mean nothing the bytes stay as they are. */
export function decodeBody(body: Buffer, encoding: string | undefined, max: number): Decoded {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  if (names.some((name) => UNKNOWN.has(name)) || names.length > MAX_LAYERS) {
    return { bytes: NOTHING, problem: 'unknown-encoding' };
  }
  let decoded: Decoded = { bytes: body };
  for (const name of names.reverse()) {
    const known = name.replace(/^x-/, '');
    const decode = Object.hasOwn(DECODERS, known) ? DECODERS[known] : undefined;
    if (!decode || decoded.bytes.length === 0) continue;
    const layer = tryDecode(decode, decoded.bytes, max);
    decoded = layer.problem || !decoded.problem ? layer : { ...layer, problem: decoded.problem };
  }
  return decoded;
}

function tryDecode(decode: Decode, body: Buffer, max: number): Decoded {
  let input = body;
  for (;;) {
    try {
      const bytes = decode(input, max);
      return input.length === body.length ? { bytes } : { bytes, problem: 'body-too-large' };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') {
        return looksPlain(body) ? { bytes: body } : { bytes: NOTHING, problem: 'bad-encoding' };
      }
      // The library gives nothing rather than a part. Each try costs no more than the limit, whatever the input would become.
      input = input.subarray(0, input.length >> 1);
    }
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** True for a page that was decoded before it was archived. */
function looksPlain(bytes: Buffer): boolean {
  return /^\s*</.test(bytes.toString('latin1', 0, 64).replace(/^\xef\xbb\xbf/, ''));
}
