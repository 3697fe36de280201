/** Open addressing by the two halves of a hash: `hashes` has both for each number, and a slot has a number and one, or 0. */
import { word } from './memory';

/** The slot of this hash, or the free one where it would stand; there are `mask` slots and one, a power of two. */
export function slotOf(slots: usize, mask: i32, hashes: usize, a: i32, b: i32): i32 {
  let slot = a & mask;
  let number = word(slots, slot) - 1;
  while (number >= 0 && (word(hashes, 2 * number) !== a || word(hashes, 2 * number + 1) !== b)) {
    slot = (slot + 1) & mask;
    number = word(slots, slot) - 1;
  }
  return slot;
}
