/** Walks the frames of a zstd stream without decompressing it, because no decoder at hand notices all that can be wrong (RFC 8878, section 3). */
import { InputError } from '../../base/index.ts';
import { damaged, truncated } from './failures.ts';

/** Consecutive bytes of one frame; skippable frames are left out. */
export type FramePiece = { readonly bytes: Uint8Array; readonly endsFrame: boolean };

type Step = 'magic' | 'skip-size' | 'skip' | 'descriptor' | 'header' | 'block' | 'content' | 'checksum';

const FRAME = 0xfd2fb528;
const MAGIC_BYTES = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
/** What a decoder must keep in memory, at most: the limit of the `zstd` program, which a JavaScript decoder does not have. */
const MAX_WINDOW = 2 ** 27;

/**
 * Refuses a stream that ends inside a frame (some decoders call that success), one that needs a dictionary (some give
 * garbage of the right length) or very much memory, and bytes that belong to no frame. Tells where frames end, as Node's own
 * decoder stops there.
 */
export async function* zstdFrames(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<FramePiece> {
  const walker = new FrameWalker(name);
  for await (const chunk of source) yield* walker.push(chunk);
  walker.end();
}

class FrameWalker {
  readonly #name: string;
  #step: Step = 'magic';
  /** Bytes still missing for this step. */
  #missing = 4;
  /** Bytes of the fields read so far, least significant first. */
  #field: number[] = [];
  #descriptor = 0;
  #isLastBlock = false;

  constructor(name: string) {
    this.#name = name;
  }

  push(chunk: Uint8Array): FramePiece[] {
    const pieces: FramePiece[] = [];
    let start = 0;
    let at = 0;
    while (at < chunk.length) {
      const size = Math.min(this.#missing, chunk.length - at);
      if (this.#step !== 'skip' && this.#step !== 'content') this.#field.push(...chunk.subarray(at, at + size));
      at += size;
      this.#missing -= size;
      if (this.#missing > 0) break;
      const finished = this.#step;
      this.#advance();
      if (finished === 'magic' && this.#step === 'descriptor') {
        // Bytes of a magic number are kept back until it is complete: they may begin a frame to be skipped.
        if (at - start < 4) pieces.push({ bytes: MAGIC_BYTES, endsFrame: false });
        start = at - start < 4 ? at : start;
      }
      if (this.#step !== 'magic') continue;
      if (finished === 'content' || finished === 'checksum' || finished === 'block') {
        pieces.push(piece(chunk, start, at, true));
      }
      start = at;
    }
    if (start < at && !this.#isUndecided()) pieces.push(piece(chunk, start, at, false));
    return pieces;
  }

  end(): void {
    if (this.#step !== 'magic' || this.#field.length > 0) throw truncated(this.#name, 'zstd');
  }

  #isUndecided(): boolean {
    return this.#step === 'skip' || this.#step === 'skip-size' || this.#step === 'magic';
  }

  #advance(): void {
    do [this.#step, this.#missing] = this.#next();
    while (this.#missing === 0);
  }

  /** What comes next, and its length in bytes. */
  #next(): [Step, number] {
    const field = this.#field;
    this.#field = [];
    switch (this.#step) {
      case 'magic': {
        const magic = number(field);
        if (magic === FRAME) return ['descriptor', 1];
        if (magic >>> 4 === 0x184d2a5) return ['skip-size', 4];
        throw damaged(this.#name, 'zstd', 'bytes that belong to no frame');
      }
      case 'skip-size':
        return ['skip', number(field)];
      case 'skip':
      case 'checksum':
        return ['magic', 4];
      case 'descriptor':
        this.#descriptor = field[0]!;
        return ['header', headerBytes(this.#descriptor)];
      case 'header':
        this.#refuseDictionary(field);
        this.#refuseWindow(field);
        return ['block', 3];
      case 'block': {
        const block = number(field);
        const type = (block >>> 1) & 3;
        if (type === 3) throw damaged(this.#name, 'zstd', 'a block of unknown type');
        this.#isLastBlock = (block & 1) === 1;
        // A block of one repeated byte stores that byte only.
        return ['content', type === 1 ? 1 : block >>> 3];
      }
      case 'content':
        if (!this.#isLastBlock) return ['block', 3];
        return this.#descriptor & 4 ? ['checksum', 4] : ['magic', 4];
    }
  }

  #refuseDictionary(header: readonly number[]): void {
    const from = isSingleSegment(this.#descriptor) ? 0 : 1;
    const id = number(header.slice(from, from + DICTIONARY_BYTES[this.#descriptor & 3]!));
    if (id === 0) return;
    throw new InputError(
      'input-needs-dictionary',
      `${this.#name} is compressed with zstd dictionary ${id}, which cannot be read here; decompress it first with: zstd -d -D DICTIONARY`,
    );
  }

  #refuseWindow(header: readonly number[]): void {
    if (windowBytes(this.#descriptor, header) <= MAX_WINDOW) return;
    throw new InputError(
      'input-needs-memory',
      `${this.#name}: the zstd stream says that decompressing it takes more than 128 MB of memory; if you trust it, decompress it first with: zstd -d --long=31`,
    );
  }
}

function piece(chunk: Uint8Array, start: number, end: number, endsFrame: boolean): FramePiece {
  return { bytes: chunk.subarray(start, end), endsFrame };
}

/** Window, dictionary id and content size, each present or not by the bits of the descriptor. */
function headerBytes(descriptor: number): number {
  const single = isSingleSegment(descriptor);
  const contentSize = descriptor >> 6 === 0 && single ? 1 : CONTENT_SIZE_BYTES[descriptor >> 6]!;
  return (single ? 0 : 1) + DICTIONARY_BYTES[descriptor & 3]! + contentSize;
}

/** Of a single segment all of its content, else what the first byte of the header says. */
function windowBytes(descriptor: number, header: readonly number[]): number {
  if (isSingleSegment(descriptor)) return number(header.slice(DICTIONARY_BYTES[descriptor & 3]));
  const base = 2 ** (10 + (header[0]! >> 3));
  return base + (base / 8) * (header[0]! & 7);
}

function isSingleSegment(descriptor: number): boolean {
  return (descriptor & 0x20) !== 0;
}

/** Little-endian, unsigned. */
function number(bytes: readonly number[]): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}
