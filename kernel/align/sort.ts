/** Sorts the URLs of a large cluster, each once. A record is a URL's beginning, its end, its number, and some bytes of it that mostly tell it from others. */
import { sharedStart } from '../bytes';

const RECORD: usize = 16;

/** Negative if the first comes first, by bytes. */
export function compare(a: usize, aEnd: usize, b: usize, bEnd: usize): i32 {
  const aLength = <i32>(aEnd - a);
  const bLength = <i32>(bEnd - b);
  const length = min(aLength, bLength);
  const equal = sharedStart(a, b, length);
  if (equal < length) return <i32>load<u8>(a + equal) - <i32>load<u8>(b + equal);
  return aLength - bLength;
}

/** Merges runs of one, two, four … records; there is as much room behind the records as they take. Gives how many are left. */
export function sortRecords(records: usize, count: i32): i32 {
  const bytes = <usize>count * RECORD;
  writeKeys(records, records + bytes);
  let from = records;
  let to = records + bytes;
  for (let run = RECORD; run < bytes; run *= 2) {
    for (let at: usize = 0; at < bytes; at += 2 * run)
      merge(from + at, from + min(at + run, bytes), from + min(at + 2 * run, bytes), to + at);
    const other = from;
    from = to;
    to = other;
  }
  return keepDistinct(from, from + bytes, records);
}

function merge(start: usize, middle: usize, end: usize, to: usize): void {
  let a = start;
  let b = middle;
  while (a < middle || b < end) {
    if (b === end || (a < middle && order(a, b) <= 0)) {
      v128.store(to, v128.load(a));
      a += RECORD;
    } else {
      v128.store(to, v128.load(b));
      b += RECORD;
    }
    to += RECORD;
  }
}

/** Writes one of equal ones, to a place that is not behind. */
function keepDistinct(start: usize, end: usize, records: usize): i32 {
  let to = records;
  for (let at = start; at < end; at += RECORD) {
    if (to > records && order(to - RECORD, at) === 0) continue;
    v128.store(to, v128.load(at));
    to += RECORD;
  }
  return <i32>((to - records) / RECORD);
}

/** Four bytes behind what all begin with, as a number that is larger where the URL comes later; fewer, with zeros, at an end. */
function writeKeys(records: usize, end: usize): void {
  const first = <usize>load<u32>(records);
  let shared = <i32>(<usize>load<u32>(records, 4) - first);
  for (let at = records + RECORD; at < end; at += RECORD) {
    const from = <usize>load<u32>(at);
    shared = sharedStart(first, from, min(shared, <i32>(<usize>load<u32>(at, 4) - from)));
  }
  for (let at = records; at < end; at += RECORD) {
    const from = <usize>load<u32>(at) + shared;
    const left = <i32>(<usize>load<u32>(at, 4) - from);
    const key = bswap<u32>(load<u32>(from));
    store<u32>(at, left >= 4 ? key : left <= 0 ? 0 : key & ((<u32>0xffffffff) << ((<u32>(4 - left)) << 3)), 12);
  }
}

function order(a: usize, b: usize): i32 {
  const key = load<u32>(a, 12);
  const other = load<u32>(b, 12);
  if (key !== other) return key < other ? -1 : 1;
  return compare(load<u32>(a), load<u32>(a, 4), load<u32>(b), load<u32>(b, 4));
}
