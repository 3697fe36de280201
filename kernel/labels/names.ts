/** Numbers of texts, in the tables of `src/clusters/packed/byte-names.ts` and by its hash. */
import { same } from '../bytes';

/** Fields of a table, as the host lays them out. */
const SLOTS: usize = 0;
const MASK: usize = 4;
const STARTS: usize = 8;
const ENDS: usize = 12;
const SIZE: usize = 16;
const MOST: usize = 20;
export const TABLE: usize = 24;

export function sizeOf(table: usize): i32 {
  return load<i32>(table, SIZE);
}

/** True if there is room for so many more texts. */
export function hasRoom(table: usize, more: i32): bool {
  return load<i32>(table, SIZE) + more <= load<i32>(table, MOST);
}

/** The address of the first slot for a hash. */
export function slotOf(table: usize, hash: i32): usize {
  return <usize>load<u32>(table, SLOTS) + ((<usize>((hash << 1) & load<i32>(table, MASK))) << 2);
}

/** The number of a text, the size of before if it is new; `text` is where the places in the tables count from. */
export function add(table: usize, text: usize, from: usize, to: usize, hash: i32): i32 {
  const at = find(table, text, from, to, hash);
  const known = load<i32>(at, 4) - 1;
  return known >= 0 ? known : put(table, at, text, from, to, hash);
}

/** Enters a text that is not there into the slot that `find` gave; gives its number. */
export function put(table: usize, at: usize, text: usize, from: usize, to: usize, hash: i32): i32 {
  const number = load<i32>(table, SIZE);
  store<i32>(<usize>load<u32>(table, STARTS) + ((<usize>number) << 2), <i32>(from - text));
  store<i32>(<usize>load<u32>(table, ENDS) + ((<usize>number) << 2), <i32>(to - text));
  store<i32>(at, hash);
  store<i32>(at, number + 1, 4);
  store<i32>(table, number + 1, SIZE);
  return number;
}

/** The number of the text that is likely to be in the first slot for a hash, -1 if there is none. */
export function likelyNumber(table: usize, hash: i32): i32 {
  const at = slotOf(table, hash);
  return load<i32>(at) !== hash ? -1 : load<i32>(at, 4) - 1;
}

export function startOf(table: usize, number: i32): i32 {
  return load<i32>(<usize>load<u32>(table, STARTS) + ((<usize>number) << 2));
}

export function endOf(table: usize, number: i32): i32 {
  return load<i32>(<usize>load<u32>(table, ENDS) + ((<usize>number) << 2));
}

/** The address of the text's slot, or of the empty one where it belongs. */
export function find(table: usize, text: usize, from: usize, to: usize, hash: i32): usize {
  const slots = <usize>load<u32>(table, SLOTS);
  const mask = load<i32>(table, MASK);
  const starts = <usize>load<u32>(table, STARTS);
  const ends = <usize>load<u32>(table, ENDS);
  const length = <i32>(to - from);
  let slot = (hash << 1) & mask;
  let at: usize = 0;
  for (;;) {
    at = slots + ((<usize>slot) << 2);
    const known = load<i32>(at, 4) - 1;
    if (known < 0) break;
    if (load<i32>(at) === hash) {
      const start = load<i32>(starts + ((<usize>known) << 2));
      if (load<i32>(ends + ((<usize>known) << 2)) - start === length && same(text + start, from, length)) break;
    }
    slot = (slot + 2) & mask;
  }
  return at;
}

export function hashOf(from: usize, to: usize): i32 {
  let h = <i32>(to - from);
  let i = from;
  for (; i + 4 <= to; i += 4) {
    h = (h ^ load<i32>(i)) * <i32>0x85ebca6b;
    h ^= h >>> 15;
  }
  for (; i < to; i++) h = (h ^ <i32>load<u8>(i)) * 0x01000193;
  h = (h ^ (h >>> 16)) * <i32>0xc2b2ae35;
  return h ^ (h >>> 13);
}

/** Enters all that is in some slots into others, which are empty and more; both are given with how many numbers they are. */
export function moveSlots(old: usize, oldLength: i32, slots: usize, length: i32): void {
  const mask = length - 2;
  const end = old + ((<usize>oldLength) << 2);
  for (let from = old; from < end; from += 8) {
    const entry = load<u64>(from);
    if (entry >> 32 === 0) continue;
    let slot = ((<i32>entry) << 1) & mask;
    while (load<i32>(slots + ((<usize>slot) << 2), 4) !== 0) slot = (slot + 2) & mask;
    store<u64>(slots + ((<usize>slot) << 2), entry);
  }
}
