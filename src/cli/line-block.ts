/** A block of whole lines and what becomes of it, on whichever thread that is. */
import type { LineTransform } from '../normalize/index.ts';

/** The block comes back with what became of it. */
export type LineAnswer = {
  readonly block: Uint8Array;
  readonly result: Uint8Array;
  readonly lines: number;
  readonly changed: number;
};

/** Only the last block of an input may lack its line end. The result is a copy, for it may wait for the blocks before it. */
export function transformBlock(transform: LineTransform, block: Uint8Array<ArrayBuffer>): LineAnswer {
  const before = transform.counts;
  const whole = transform.push(block).slice();
  const rest = transform.end();
  const result = rest.length === 0 ? whole : new Uint8Array(Buffer.concat([whole, rest]));
  const { lines, changed } = transform.counts;
  return { block, result, lines: lines - before.lines, changed: changed - before.changed };
}
