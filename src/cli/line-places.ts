/** Cuts a stream of bytes into blocks of whole lines that lie in shared memory, which is used again and again. */
import { InputError } from '../base/index.ts';
import type { LineBlock } from './line-block.ts';

/** Little enough that the last blocks keep nobody waiting for long, and to stay in the processor's cache. */
const BLOCK = 1 << 19;
/** A block has whole lines, so it is as long as its longest; one of so many bytes is no URL, and there is no end to it in sight. */
const MAX_BLOCK = 64 << 20;
const LF = 10;

export class LinePlaces {
  private readonly free: LineBlock[] = [];
  /** Of blocks that were given out, in their order. */
  private readonly taken: LineBlock[] = [];

  /** Blocks in the order of the input; only the last may lack its line end. */
  async *blocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LineBlock> {
    let place = this.take(0);
    let size = 0;
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) {
        const more = chunk.subarray(at, at + place.lines.length - size);
        place.lines.set(more, size);
        at += more.length;
        size += more.length;
        if (size < place.lines.length) continue;
        const end = place.lines.lastIndexOf(LF) + 1;
        const full = place;
        place = this.take(size - end);
        place.lines.set(full.lines.subarray(end));
        size -= end;
        if (end > 0) yield this.given(full, end);
      }
    }
    if (size > 0) yield this.given(place, size);
  }

  /** Nobody needs the first of the blocks any more that were given out. */
  release(): void {
    const place = this.taken.shift();
    // What was made for a very long line is not kept.
    if (place?.lines.length === BLOCK) this.free.push(place);
  }

  private given(place: LineBlock, size: number): LineBlock {
    this.taken.push(place);
    return { lines: place.lines.subarray(0, size), room: place.room };
  }

  /** A place with room for more than so many bytes. */
  private take(bytes: number): LineBlock {
    if (bytes < BLOCK) return this.free.pop() ?? newPlace(BLOCK);
    if (bytes >= MAX_BLOCK)
      throw new InputError(
        'line-too-long',
        'a line of the input has more than 64 MB, which is no URL; check the input, or let it pass as it is with --workers 1',
      );
    return newPlace(2 * bytes);
  }
}

/** Rules seldom make lines longer. */
function newPlace(size: number): LineBlock {
  const bytes = new SharedArrayBuffer(2 * size + (size >> 2));
  return { lines: new Uint8Array(bytes, 0, size), room: new Uint8Array(bytes, size) };
}
