/** One URL in bytes: its host, then its delimiters; the twin of `src/normalize/scan.ts`. Addresses of what is not there are 0. */
import { bitsOf, copy, firstBits, same, sixteen } from './bytes';
import { hashByte, hashRange, SEED } from './hash';
import {
  ask,
  byte,
  DELIMITER_AT,
  DELIMITER_BITS,
  DELIMITER_BYTE,
  DELIMITER_TABLES,
  FILLED,
  HOST_BYTE,
  KNOWN_HOST_HEAD,
  KNOWN_HOST_STEP,
  KNOWN_HOSTS,
  LOWER,
  MOST_DELIMITERS,
  MOST_HOST,
  setWord,
  word,
} from './memory';

export let from: usize = 0;
export let to: usize = 0;
/** Place of the `:` of `scheme://`. */
export let colon: usize = 0;
export let authority: usize = 0;
export let authorityEnd: usize = 0;
export let host: usize = 0;
export let hostEnd: usize = 0;
export let port: usize = 0;
export let hostHash: i32 = 0;
export let delimiters: i32 = 0;

let newestId: i32 = 0;
/** Another number for another host, so that what was found out about one is known to hold. */
export let hostId: i32 = 0;
/** Where it stands among those that were seen; 0 if it is not to stand there. */
export let knownHost: usize = 0;

/** Where the host of the next URL ends, and its hash, if that is known already. */
let toldEnd: usize = 0;
let toldHash: i32 = 0;

export function tellHost(end: usize, hash: i32): void {
  toldEnd = end;
  toldHash = hash;
}

export function open(start: usize, end: usize): void {
  from = start;
  to = end;
  // Variants that the form before led to may still be tried: they must not fit the delimiters of that form.
  delimiters = -1;
  colon = schemeColon(start, end);
  authority = colon === 0 ? start : colon + 3;
  if (toldEnd !== 0) {
    hostId = ++newestId;
    knownHost = 0;
    hostHash = toldHash;
    authorityEnd = port = hostEnd = toldEnd;
    host = authority;
    toldEnd = 0;
    return;
  }
  const slash = firstSlash();
  const n = <i32>(slash - authority);
  knownHost = slash === 0 || n > MOST_HOST || n < 8 ? 0 : placeOfHost(n);
  if (knownHost !== 0 && word(knownHost, 0) === n && same(authority, knownHost + KNOWN_HOST_HEAD, n)) {
    hostHash = word(knownHost, 1);
    hostId = word(knownHost, 2);
    authorityEnd = port = hostEnd = slash;
    host = authority;
    return;
  }
  hostId = ++newestId;
  let hash = SEED;
  let i = authority;
  let b: i32 = 0;
  for (; i < end; i++) {
    b = byte(i);
    const lower = byte(HOST_BYTE + b);
    if (lower === 0) break;
    hash = hashByte(hash, lower);
  }
  const isPlain = (i === end || b === 47 || b === 63 || b === 35) && i > authority && byte(i - 1) !== 46;
  if (!isPlain || i !== slash) knownHost = 0;
  if (!isPlain) {
    openOdd();
    return;
  }
  authorityEnd = port = hostEnd = i;
  host = authority;
  hostHash = hash;
  if (knownHost === 0) return;
  setWord(knownHost, 0, n);
  setWord(knownHost, 1, hash);
  setWord(knownHost, 2, hostId);
  setWord(knownHost, 3, 0);
  copy(knownHost + KNOWN_HOST_HEAD, authority, n);
}

/** Place of the first slash from the authority on, if it is near; else 0. */
function firstSlash(): usize {
  for (let block = authority; block < to && block < authority + <usize>MOST_HOST; block += 16) {
    const bits = bitsOf(v128.load(block), 47) & firstBits(to - block);
    if (bits !== 0) return block + ctz(bits);
  }
  return 0;
}

/** Where a host of n bytes would stand among those that were seen: by its ends, which tell hosts apart well enough. */
function placeOfHost(n: i32): usize {
  const ends = load<u64>(authority) ^ rotl<u64>(load<u64>(authority + n - 8), 23);
  const hash = (<u32>ends ^ <u32>(ends >> 32)) * 0x9e3779b1;
  return KNOWN_HOSTS + <usize>(hash >> 26) * KNOWN_HOST_STEP;
}

/** The same for a URL with the scheme and the authority of the one that is open. */
export function reopen(start: usize, end: usize): void {
  const moved = start - from;
  from = start;
  to = end;
  delimiters = -1;
  if (colon !== 0) colon += moved;
  authority += moved;
  authorityEnd += moved;
  host += moved;
  hostEnd += moved;
  port += moved;
}

/** The same for an authority with user info, port, trailing dot, or nothing in it. */
function openOdd(): void {
  let start = authority;
  let last: usize = 0;
  let colons = 0;
  let digits = true;
  let i = authority;
  for (; i < to; i++) {
    const b = byte(i);
    if (b === 47 || b === 63 || b === 35) break;
    if (b === 58) {
      last = i;
      colons++;
      digits = true;
    } else if (b === 64) {
      start = i + 1;
      last = 0;
      colons = 0;
    } else if (b < 48 || b > 57) digits = false;
  }
  authorityEnd = i;
  port = last !== 0 && digits && (colons === 1 || byte(last - 1) === 93) ? last : i;
  host = start;
  hostEnd = port > start && byte(port - 1) === 46 ? port - 1 : port;
  let hash = SEED;
  for (let k = host; k < hostEnd; k++) hash = hashByte(hash, byte(LOWER + byte(k)));
  hostHash = hash;
}

/** Finds the delimiters; false as soon as there are more than `most`, or if their number has no bit in `counts`. */
export function segments(most: i32, counts: i32): bool {
  if (most + 16 > MOST_DELIMITERS) {
    ask();
    return false;
  }
  let n = 0;
  let sixtyFour = DELIMITER_BITS;
  // Most URLs have a number of delimiters that no rule has, and counting is all they cost.
  for (let block = from; block < to; block += 64) {
    let bits = delimiterBits(v128.load(block)) | (delimiterBits(v128.load(block, 16)) << 16);
    bits |= (delimiterBits(v128.load(block, 32)) | (delimiterBits(v128.load(block, 48)) << 16)) << 32;
    if (to - block < 64) bits &= ((<u64>1) << (<u64>(to - block))) - 1;
    store<u64>(sixtyFour, bits);
    sixtyFour += 8;
    n += <i32>popcnt(bits);
    if (n > most) return false;
  }
  if (((counts >>> (n & 31)) & 1) === 0) return false;
  setDelimiters();
  delimiters = n;
  return true;
}

/** Writes where the delimiters are, which they are, and which segments are not empty. */
function setDelimiters(): void {
  let n: usize = 0;
  let start = from;
  let filled = 0;
  let sixtyFour = DELIMITER_BITS;
  for (let block = from; block < to; block += 64) {
    for (let bits = load<u64>(sixtyFour); bits !== 0; bits &= bits - 1) {
      const at = block + <usize>ctz(bits);
      store<i32>(DELIMITER_AT + (n << 2), <i32>at);
      store<u8>(DELIMITER_BYTE + n, <u8>byte(at));
      filled |= (<i32>(at !== start)) << ((<i32>(n & 7)) << 2);
      store<i32>(FILLED + ((n >> 3) << 2), filled);
      start = at + 1;
      if ((++n & 7) === 0) filled = 0;
    }
    sixtyFour += 8;
  }
  store<i32>(FILLED + ((n >> 3) << 2), filled | ((<i32>(to !== start)) << ((<i32>(n & 7)) << 2)));
}

/** Hash of the delimiters in their order. */
export function shapeHash(): i32 {
  return hashRange(DELIMITER_BYTE, DELIMITER_BYTE + delimiters);
}

export function segmentFrom(i: i32): usize {
  return i === 0 ? from : <usize>word(DELIMITER_AT, i - 1) + 1;
}

export function segmentTo(i: i32): usize {
  return i === delimiters ? to : <usize>word(DELIMITER_AT, i);
}

/** Texts between delimiters begin at boundary 0, 2, 4 … and end at 1, 3, 5 … */
export function boundary(i: i32): usize {
  return (i & 1) === 0 ? segmentFrom(i >> 1) : segmentTo(i >> 1);
}

/** A bit for each of sixteen bytes that is one of `/?=&#;:.`: those from 32 on select a byte of one table, those from 48 on one of another, all others nothing. */
function delimiterBits(v: v128): u64 {
  const lower = i8x16.swizzle(v128.load(DELIMITER_TABLES), i8x16.sub(v, sixteen(32)));
  const upper = i8x16.swizzle(v128.load(DELIMITER_TABLES, 16), i8x16.sub(v, sixteen(48)));
  return <u64>i8x16.bitmask(v128.or(lower, upper));
}

function schemeColon(start: usize, end: usize): usize {
  // `http`, then `://` or `s://`.
  if (end - start > 8 && load<u32>(start) === 0x70747468) {
    const at = byte(start + 4) === 115 ? start + 5 : start + 4;
    if (byte(at) === 58 && load<u16>(at + 1) === 0x2f2f) return at;
  }
  for (let i = start; i < end; i++) {
    const b = byte(i);
    const lower = b | 32;
    if (lower >= 97 && lower <= 122) continue;
    if (i > start && ((b >= 48 && b <= 57) || b === 43 || b === 45 || b === 46)) continue;
    return i > start && b === 58 && i + 2 < end && byte(i + 1) === 47 && byte(i + 2) === 47 ? i : 0;
  }
  return 0;
}
