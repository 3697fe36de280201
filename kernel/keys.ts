/** Path components and parameters of the URL that is open, with the facts about them; the twin of `src/normalize/keys-scan.ts`. */
import { bitsOf, firstBits, sharedStart, upperBits } from './bytes';
import { hashByte, hashRange, SEED } from './hash';
import { FACT } from './kinds';
import {
  ask,
  byte,
  COMPONENT_FROM,
  COMPONENT_TO,
  LOWER,
  MOST_PARTS,
  NAME_HASH,
  NAME_TO,
  PARAM_FROM,
  PARAM_TO,
  setWord,
  word,
} from './memory';
import { authority, authorityEnd, colon, from, host, hostEnd, port, to } from './scan';

/** Hash of `http`. */
const HTTP_HASH: i32 = hashByte(hashByte(hashByte(hashByte(SEED, 104), 116), 116), 112);

export let facts: i32 = 0;
export let schemeHash: i32 = 0;
export let components: i32 = 0;
export let params: i32 = 0;
export let nameSum: i32 = 0;
/** A bit for each name: of the 64 that its hash's upper bits number. */
export let nameBits: u64 = 0;
export let pathEnd: usize = 0;
/** First byte after `?`, or 0. */
export let query: usize = 0;
/** Place of `#`, or the end. */
export let end: usize = 0;

export function read(): void {
  facts = port < authorityEnd ? FACT.port : 0;
  readScheme();
  readPath();
  params = 0;
  nameSum = 0;
  nameBits = 0;
  end = pathEnd;
  if (query !== 0) readParams();
  if (isUntidy()) facts |= FACT.untidy;
}

function isUntidy(): bool {
  if (end < to || colon === 0 || host !== authority || hostEnd !== authorityEnd) return true;
  for (let block = from; block < authorityEnd; block += 16)
    if ((upperBits(v128.load(block)) & firstBits(authorityEnd - block)) !== 0) return true;
  return false;
}

/** Place of a component counted from 1 or from -1 backwards; -1 if there is none. */
export function componentIndex(index: i32): i32 {
  const at = index > 0 ? index - 1 : components + index;
  return at >= 0 && at < components ? at : -1;
}

/** True if a parameter has a smaller name than the one before it. */
export function isUnsorted(): bool {
  for (let p = 1; p < params; p++) if (compareNames(p, p - 1) < 0) return true;
  return false;
}

/** Order of two names; only the host knows that of names which differ beyond ASCII. */
export function compareNames(p: i32, q: i32): i32 {
  const a = <usize>word(PARAM_FROM, p);
  const b = <usize>word(PARAM_FROM, q);
  const aLength = word(NAME_TO, p) - <i32>a;
  const bLength = word(NAME_TO, q) - <i32>b;
  const shorter = min(aLength, bLength);
  const i = sharedStart(a, b, shorter);
  const x = i < aLength ? byte(a + i) : -1;
  const y = i < bLength ? byte(b + i) : -1;
  if (x >= 0x80 || y >= 0x80) ask();
  return x - y;
}

function readScheme(): void {
  // `http` and `https` are nearly all there is.
  const n = <i32>(colon - from);
  if (load<u32>(from) === 0x70747468 && (n === 4 || (n === 5 && byte(from + 4) === 115))) {
    schemeHash = n === 4 ? HTTP_HASH : hashByte(HTTP_HASH, 115);
    return;
  }
  let hash = SEED;
  for (let i = from; i < colon; i++) {
    const b = byte(i);
    const lower = byte(LOWER + b);
    if (lower !== b) facts |= FACT.upperScheme;
    hash = hashByte(hash, lower);
  }
  schemeHash = hash;
}

function readPath(): void {
  let n = 0;
  let found = 0;
  let stop: usize = to;
  for (let block = authorityEnd; block < to; block += 16) {
    const v = v128.load(block);
    let inside = firstBits(to - block);
    const stops = (bitsOf(v, 63) | bitsOf(v, 35)) & inside;
    if (stops !== 0) {
      stop = block + ctz(stops);
      inside = (stops & -stops) - 1;
    }
    if ((upperBits(v) & inside) !== 0) found |= FACT.upperPath;
    if ((bitsOf(v, 37) & inside) !== 0) found |= FACT.percent;
    if ((bitsOf(v, 59) & inside) !== 0) found |= FACT.pathParam;
    for (let slashes = bitsOf(v, 47) & inside; slashes !== 0; slashes &= slashes - 1) {
      const at = block + ctz(slashes);
      if (n === MOST_PARTS) {
        ask();
        return;
      }
      if (n > 0) {
        setWord(COMPONENT_TO, n - 1, <i32>at);
        if (byte(at - 1) === 47) found |= FACT.doubleSlash;
      }
      setWord(COMPONENT_FROM, n++, <i32>at + 1);
    }
    if (stops !== 0) break;
  }
  if (n > 0) {
    setWord(COMPONENT_TO, n - 1, <i32>stop);
    const initial = <usize>word(COMPONENT_FROM, n - 1);
    if (initial < stop && <u32>(byte(initial) - 97) < 26) found |= FACT.smallInitial;
  }
  if (stop - authorityEnd > 1 && byte(stop - 1) === 47) found |= FACT.trailingSlash;
  pathEnd = stop;
  query = stop < to && byte(stop) === 63 ? stop + 1 : 0;
  components = n;
  facts |= found;
}

function readParams(): void {
  let start = query;
  let nameTo: usize = 0;
  facts |= FACT.query;
  for (let block = query; block < to; block += 16) {
    const v = v128.load(block);
    let bits = bitsOf(v, 61) | bitsOf(v, 38) | bitsOf(v, 59) | bitsOf(v, 35) | bitsOf(v, 37);
    for (bits &= firstBits(to - block); bits !== 0; bits &= bits - 1) {
      const at = block + ctz(bits);
      const b = byte(at);
      if (b === 37) facts |= FACT.percent;
      else if (b === 61) {
        if (nameTo === 0) nameTo = at;
      } else {
        if (!addParam(start, nameTo, at)) return;
        if (b === 35) {
          end = at;
          return;
        }
        if (b === 59) facts |= FACT.semicolon;
        start = at + 1;
        nameTo = 0;
      }
    }
  }
  addParam(start, nameTo, to);
  end = to;
}

function addParam(start: usize, equals: usize, stop: usize): bool {
  if (params === MOST_PARTS) {
    ask();
    return false;
  }
  const nameTo = equals === 0 ? stop : equals;
  const hash = hashRange(start, nameTo);
  setWord(PARAM_FROM, params, <i32>start);
  setWord(NAME_TO, params, <i32>nameTo);
  setWord(PARAM_TO, params, <i32>stop);
  setWord(NAME_HASH, params, hash);
  params++;
  nameSum += hash;
  const bit = (<u64>1) << (<u64>(hash >>> 26));
  // Only equal names have something to do that many parameters are asked for.
  if ((nameBits & bit) !== 0) facts |= FACT.manyParams;
  nameBits |= bit;
  if (nameTo === start && stop - nameTo <= 1) facts |= FACT.emptyParam;
  return true;
}
