/** Numbers sequences of bytes: equal ones get the same number, and each is kept once; the twin of `src/learn/alignment/byte-table.ts`. */
import { copy, same } from '../bytes';

/** A table's fields: its slots (hash and entry, side by side) and behind them the entries by number, the slots' mask, how many names there are, and where the next entry goes. */
const SLOTS: usize = 0;
const MASK: usize = 4;
const SIZE: usize = 8;
const NEXT: usize = 12;
const END: usize = 16;

/** An entry: its number, its length, its bytes. */
const NUMBER: usize = 0;
const LENGTH: usize = 4;
const BYTES: usize = 8;

/** Odd numbers of 64 bits without a pattern, in two halves because JavaScript's tools cannot read them whole. */
const FIRST: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;
const SECOND: u64 = ((<u64>0xff51afd7) << 32) | 0xed558ccd;

const PAGE: i32 = 65536;
/** Memory is asked for in pieces of so many pages. */
const PIECE: i32 = 4;

export function makeTable(table: usize): void {
  store<i32>(table, <i32>allocate(2), SLOTS);
  store<i32>(table, PAGE / 8 - 1, MASK);
  store<i32>(table, 0, SIZE);
  store<i32>(table, 0, NEXT);
  store<i32>(table, 0, END);
}

/** The number of a name; the size of before if it is new. */
export function numberOf(table: usize, from: usize, to: usize): i32 {
  const length = <i32>(to - from);
  const hash = hashOf(from, length);
  const mask = load<i32>(table, MASK);
  const slots = <usize>load<i32>(table, SLOTS);
  let slot = hash & mask;
  for (;;) {
    const at = slots + ((<usize>slot) << 3);
    const entry = <usize>load<i32>(at, 4);
    if (entry === 0) break;
    if (load<i32>(at) === hash && load<i32>(entry, LENGTH) === length && same(entry + BYTES, from, length))
      return load<i32>(entry, NUMBER);
    slot = (slot + 1) & mask;
  }
  const number = load<i32>(table, SIZE);
  const entry = newEntry(table, length);
  store<i32>(entry, number, NUMBER);
  store<i32>(entry, length, LENGTH);
  copy(entry + BYTES, from, length);
  const at = slots + ((<usize>slot) << 3);
  store<i32>(at, hash);
  store<i32>(at, <i32>entry, 4);
  store<i32>(entriesOf(table) + ((<usize>number) << 2), <i32>entry);
  store<i32>(table, number + 1, SIZE);
  if (2 * (number + 1) >= mask) grow(table);
  return number;
}

/** Where the bytes of a name are, and how many. */
export function bytesOf(table: usize, number: i32): usize {
  return <usize>load<i32>(entriesOf(table) + ((<usize>number) << 2)) + BYTES;
}

export function lengthOf(table: usize, number: i32): i32 {
  return load<i32>(bytesOf(table, number) - BYTES, LENGTH);
}

function entriesOf(table: usize): usize {
  return <usize>load<i32>(table, SLOTS) + ((<usize>load<i32>(table, MASK) + 1) << 3);
}

/** Room for an entry, and behind it for what is read and written sixteen bytes at a time. */
function newEntry(table: usize, length: i32): usize {
  const size = BYTES + ((length + 3) & ~3);
  let next = <usize>load<i32>(table, NEXT);
  if (next + size + 16 > <usize>load<i32>(table, END)) {
    const pages = max(PIECE, (<i32>size + 16 + PAGE - 1) / PAGE);
    next = allocate(pages);
    store<i32>(table, <i32>(next + pages * PAGE), END);
  }
  store<i32>(table, <i32>(next + size), NEXT);
  return next;
}

function grow(table: usize): void {
  const before = <usize>load<i32>(table, SLOTS);
  const slots = load<i32>(table, MASK) + 1;
  const mask = slots * 4 - 1;
  // Numbers stay below half of the slots.
  const after = allocate((slots * (32 + 8)) / PAGE);
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

/** New pages, which hold zeros; whoever calls the kernel finds another way when there are none. */
function allocate(pages: i32): usize {
  const at = memory.grow(pages);
  if (at < 0) unreachable();
  return (<usize>at) << 16;
}

/** Eight bytes at a time; what lies behind the end is not looked at. */
function hashOf(from: usize, length: i32): i32 {
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
