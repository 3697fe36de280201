/** Cuts labeled lines into id, URL and wide id, sixteen bytes at a time, and numbers them; what is not plain ASCII and well-formed is left to the host. */
import { groupMembers } from './members';
import {
  add,
  endOf,
  find as findName,
  hashOf,
  hasRoom,
  likelyNumber,
  moveSlots,
  put,
  slotOf,
  startOf,
  TABLE,
} from './names';

export { groupMembers, moveSlots };

/** The host's state: tables of URLs, ids and wide ids; then the addresses of each URL's cluster and wide id, lines and labels taken, and lines cut. */
const IDS: usize = TABLE;
const WIDES: usize = 2 * TABLE;
const CLUSTER: usize = 3 * TABLE;
const WIDE: usize = CLUSTER + 4;
const LINES: usize = CLUSTER + 8;
const LABELS: usize = CLUSTER + 12;
const CUT: usize = CLUSTER + 16;

// Lines whose slots are brought into the cache together.
export const BATCH: i32 = 64;
/** A cut line: its end, where the id, the URL and the wide id begin and end, their hashes, and a text to compare with. */
const RECORD: usize = 32;

// How much room the state takes.
export const STATE_SIZE: i32 = <i32>(CUT + RECORD * 64);

const TAB: u8 = 9;
const LF: u8 = 10;
const CR: u8 = 13;

/** Whether `find` came past a byte that is not ASCII. */
let isHigh: bool = false;
/** A sum that goes nowhere need not be made, and compilers know. */
export let touched: i32 = 0;

/** Takes whole lines from `from` on, and gives the place of the first that it did not take. */
export function addLines(state: usize, text: usize, from: usize, to: usize): usize {
  let at = from;
  let lines = 0;
  let labels = 0;
  while (at < to && hasRoom(state, BATCH) && hasRoom(state + IDS, BATCH) && hasRoom(state + WIDES, BATCH)) {
    const cut = cutLines(state, at, to);
    touchSlots(state, cut);
    touchIds(state, text, cut);
    let k = 0;
    for (; k < cut; k++) {
      const line = state + CUT + <usize>k * RECORD;
      if (load<u32>(line, 8) === 0) lines++;
      else if (take(state, text, line)) {
        lines++;
        labels++;
      } else break;
      at = load<u32>(line);
    }
    if (k < BATCH) break;
  }
  store<i32>(state, lines, LINES);
  store<i32>(state, labels, LABELS);
  return at;
}

/** Cuts up to BATCH lines; gives how many it could. */
function cutLines(state: usize, from: usize, to: usize): i32 {
  let at = from;
  let cut = 0;
  for (; cut < BATCH && at < to; cut++) {
    const line = state + CUT + <usize>cut * RECORD;
    isHigh = false;
    const tab = find(at);
    let end = tab;
    if (load<u8>(tab) === LF) {
      // A blank line is passed over; any other without a tab is the host's concern.
      if (tab > at && !(tab === at + 1 && load<u8>(at) === CR)) break;
      store<u32>(line, 0, 8);
    } else {
      const second = find(tab + 1);
      let third = second;
      end = second;
      if (load<u8>(second) === TAB) {
        third = find(second + 1);
        end = third;
        while (load<u8>(end) !== LF) end = find(end + 1);
      }
      const last = load<u8>(end - 1) === CR ? end - 1 : end;
      const urlEnd = min(second, last);
      const wideEnd = min(third, last);
      if (isHigh || tab === at || urlEnd <= tab + 1) break;
      store<u32>(line, <u32>at, 4);
      store<u32>(line, <u32>tab, 8);
      store<u32>(line, <u32>urlEnd, 12);
      store<u32>(line, wideEnd > second + 1 ? <u32>wideEnd : 0, 16);
      store<i32>(line, hashOf(tab + 1, urlEnd), 20);
      store<i32>(line, hashOf(at, tab), 24);
    }
    at = end + 1;
    store<u32>(line, <u32>at);
  }
  return cut;
}

/** Brings into the cache the slots of all lines: reads with nothing between them are waited for together. */
function touchSlots(state: usize, cut: i32): void {
  const end = state + CUT + <usize>cut * RECORD;
  let sum = 0;
  for (let line = state + CUT; line < end; line += RECORD)
    sum += load<i32>(slotOf(state, load<i32>(line, 20))) + load<i32>(slotOf(state + IDS, load<i32>(line, 24)));
  touched ^= sum;
}

/** Brings into the cache what the ids of lines are likely to be compared with: that lies anywhere, and is waited for together. */
function touchIds(state: usize, text: usize, cut: i32): void {
  const end = state + CUT + <usize>cut * RECORD;
  let sum = 0;
  for (let line = state + CUT; line < end; line += RECORD) {
    const number = load<u32>(line, 8) === 0 ? -1 : likelyNumber(state + IDS, load<i32>(line, 24));
    store<i32>(line, number < 0 ? 0 : startOf(state + IDS, number), 28);
    if (number >= 0) sum += endOf(state + IDS, number);
  }
  for (let line = state + CUT; line < end; line += RECORD) sum += <i32>load<u8>(text + <usize>load<u32>(line, 28));
  touched ^= sum;
}

/** False if the URL has come before. */
function take(state: usize, text: usize, line: usize): bool {
  const start = <usize>load<u32>(line, 4);
  const tab = <usize>load<u32>(line, 8);
  const urlEnd = <usize>load<u32>(line, 12);
  const wideEnd = <usize>load<u32>(line, 16);
  const hash = load<i32>(line, 20);
  const slot = findName(state, text, tab + 1, urlEnd, hash);
  if (load<i32>(slot, 4) > 0) return false;
  const cluster = add(state + IDS, text, start, tab, load<i32>(line, 24));
  let wide = -1;
  if (wideEnd !== 0) wide = add(state + WIDES, text, urlEnd + 1, wideEnd, hashOf(urlEnd + 1, wideEnd));
  const url = (<usize>put(state, slot, text, tab + 1, urlEnd, hash)) << 2;
  store<i32>(<usize>load<u32>(state, CLUSTER) + url, cluster);
  store<i32>(<usize>load<u32>(state, WIDE) + url, wide);
  return true;
}

/** The next tab or line end; there is one. */
function find(from: usize): usize {
  let at = from;
  let bits = 0;
  for (; ; at += 16) {
    const v = v128.load(at);
    const high = i8x16.bitmask(v);
    bits = i8x16.bitmask(v128.or(i8x16.eq(v, i8x16.splat(TAB)), i8x16.eq(v, i8x16.splat(LF))));
    if ((high & (bits - 1)) !== 0) isHigh = isHigh || bits === 0 || (high & ((bits & -bits) - 1)) !== 0;
    if (bits !== 0) break;
  }
  return at + ctz(bits);
}
