/** A block of whole lines and what becomes of it, on whichever thread that is. */
import type { LineTransform } from '../normalize/index.ts';

/** Both lie in memory that all threads share, so that nothing is copied between them; but a block with a very long line does not. */
export type LineBlock = {
  readonly lines: Uint8Array;
  /** Where the result may stand. */
  readonly room: Uint8Array;
};

/** The block comes back with what became of it. */
export type LineAnswer = {
  readonly block: Uint8Array;
  readonly result: Uint8Array;
  readonly lines: number;
  readonly changed: number;
};

/** Only the last block of an input may lack its line end. */
export function transformBlock(transform: LineTransform, { lines: block, room }: LineBlock): LineAnswer {
  const before = transform.counts;
  const whole = put(transform.push(block), room);
  const rest = transform.end();
  const result = rest.length === 0 ? whole : new Uint8Array(Buffer.concat([whole, rest]));
  const { lines, changed } = transform.counts;
  return { block, result, lines: lines - before.lines, changed: changed - before.changed };
}

/** It is kept, for it may wait for the blocks before it; where there is no room, as a copy. */
function put(bytes: Uint8Array, room: Uint8Array): Uint8Array {
  if (bytes.length > room.length) return bytes.slice();
  room.set(bytes);
  return room.subarray(0, bytes.length);
}
