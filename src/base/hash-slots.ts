/** Open addressing in one array: pairs of a hash and a number that is not 0. */

/** The same entries in twice the room, or so many times, a power of two. */
export function grownSlots(old: Int32Array, times = 2): Int32Array {
  const slots = new Int32Array(times * old.length);
  const mask = slots.length - 2;
  for (let s = 0; s < old.length; s += 2) {
    if (old[s + 1] === 0) continue;
    let slot = (old[s]! << 1) & mask;
    while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
    slots[slot] = old[s]!;
    slots[slot + 1] = old[s + 1]!;
  }
  return slots;
}
