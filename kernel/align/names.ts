/** Numbers sequences of bytes: equal ones get the same number, and each is kept once; the twin of `src/learn/alignment/byte-table.ts`. */
import { copy, same } from '../bytes';
import { more, room } from '../host';

/** A table's fields: its slots (hash and entry, side by side) and behind them the entries by number, the slots' mask, how many names there are, and where the next entry goes. */
const SLOTS: usize = 0;
const MASK: usize = 4;
const SIZE: usize = 8;
const NEXT: usize = 12;
const END: usize = 16;

/** An entry: its number, its length, four words for whoever has the table, its bytes. */
export const NUMBER: usize = 0;
const LENGTH: usize = 4;
export const OWN: usize = 8;
const BYTES: usize = 24;

/** Odd numbers of 64 bits without a pattern, in two halves because JavaScript's tools cannot read them whole. */
const FIRST: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;
const SECOND: u64 = ((<u64>0xff51afd7) << 32) | 0xed558ccd;

/** Slots at first, and how much memory is asked for at a time. */
const FIRST_SLOTS: i32 = 8192;
const PIECE: i32 = 262144;

export function makeTable(table: usize): void {
  store<i32>(table, <i32>more(FIRST_SLOTS * 10), SLOTS);
  store<i32>(table, FIRST_SLOTS - 1, MASK);
  store<i32>(table, 0, SIZE);
  store<i32>(table, 0, NEXT);
  store<i32>(table, 0, END);
}

export function sizeOf(table: usize): i32 {
  return load<i32>(table, SIZE);
}

/** What is likely to be the entry of a name with this hash, 0 if there is none. */
export function likelyEntry(table: usize, hash: i32): usize {
  return <usize>load<u32>(<usize>load<u32>(table, SLOTS) + ((<usize>(hash & load<i32>(table, MASK))) << 3), 4);
}

/** The entry of a name, which may be new. */
export function entryOf(table: usize, from: usize, to: usize, hash: i32): usize {
  const length = <i32>(to - from);
  const mask = load<i32>(table, MASK);
  const slots = <usize>load<u32>(table, SLOTS);
  let slot = hash & mask;
  for (;;) {
    const at = slots + ((<usize>slot) << 3);
    const entry = <usize>load<u32>(at, 4);
    if (entry === 0) break;
    if (load<i32>(at) === hash && load<i32>(entry, LENGTH) === length && same(entry + BYTES, from, length))
      return entry;
    slot = (slot + 1) & mask;
  }
  const number = load<i32>(table, SIZE);
  const entry = roomIn(table, BYTES + ((length + 3) & ~3));
  store<i32>(entry, number, NUMBER);
  store<i32>(entry, length, LENGTH);
  v128.store(entry, i64x2.splat(0), OWN);
  copy(entry + BYTES, from, length);
  const at = slots + ((<usize>slot) << 3);
  store<i32>(at, hash);
  store<i32>(at, <i32>entry, 4);
  store<i32>(entriesOf(table) + ((<usize>number) << 2), <i32>entry);
  store<i32>(table, number + 1, SIZE);
  if (2 * (number + 1) >= mask) grow(table);
  return entry;
}

export function entryAt(table: usize, number: i32): usize {
  return <usize>load<u32>(entriesOf(table) + ((<usize>number) << 2));
}

/** Where the bytes of a name are, and how many. */
export function bytesOf(table: usize, number: i32): usize {
  return entryAt(table, number) + BYTES;
}

export function lengthOf(table: usize, number: i32): i32 {
  return load<i32>(entryAt(table, number), LENGTH);
}

function entriesOf(table: usize): usize {
  return <usize>load<u32>(table, SLOTS) + ((<usize>load<i32>(table, MASK) + 1) << 3);
}

/** Room in what the table has, and behind it for what is read and written sixteen bytes at a time. It may hold what was copied past the end of another. */
export function roomIn(table: usize, size: i32): usize {
  let next = <usize>load<u32>(table, NEXT);
  if (next + size + 16 > <usize>load<u32>(table, END)) {
    const bytes = max(PIECE, size + 16);
    next = room(bytes);
    store<i32>(table, <i32>(next + bytes), END);
  }
  store<i32>(table, <i32>(next + size), NEXT);
  return next;
}

function grow(table: usize): void {
  const before = <usize>load<u32>(table, SLOTS);
  const slots = load<i32>(table, MASK) + 1;
  const mask = slots * 4 - 1;
  // Numbers stay below half of the slots.
  const after = more(slots * (32 + 8));
  memory.copy(after + ((<usize>slots) << 5), entriesOf(table), (<usize>slots) << 1);
  for (let s = 0; s < slots; s++) {
    const from = before + ((<usize>s) << 3);
    if (load<i32>(from, 4) === 0) continue;
    let slot = load<i32>(from) & mask;
    while (load<i32>(after + ((<usize>slot) << 3), 4) !== 0) slot = (slot + 1) & mask;
    store<u64>(after + ((<usize>slot) << 3), load<u64>(from));
  }
  store<i32>(table, <i32>after, SLOTS);
  store<i32>(table, mask, MASK);
}

/** Eight bytes at a time; what lies behind the end is not looked at. */
export function hashOf(from: usize, to: usize): i32 {
  const length = <i32>(to - from);
  let h: u64 = <u64>length * FIRST;
  let i = 0;
  for (; i + 8 <= length; i += 8) h = mixed(h ^ load<u64>(from + i));
  if (i < length) h = mixed(h ^ (load<u64>(from + i) & (((<u64>1) << ((<u64>(length - i)) << 3)) - 1)));
  return <i32>(h ^ (h >> 32));
}

function mixed(h: u64): u64 {
  const m = h * SECOND;
  return m ^ (m >> 32);
}
