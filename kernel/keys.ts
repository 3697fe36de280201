/** Path components and parameters of the URL that is open, with the facts about them; the twin of `src/normalize/keys-scan.ts`. */
import { bitsOf, firstBits, sharedStart, upperBits } from './bytes';
import { hashByte, hashRange, SEED } from './hash';
import { FACT, HEAD, URL_PART } from './kinds';
import { ask, byte, COMPONENT_FROM, LOWER, MOST_PARTS, NAME_HASH, NAME_TO, PARAM_FROM, setWord, word } from './memory';
import { hasOddTriplets } from './percent';
import { authority, authorityEnd, colon, from, host, hostEnd, port, to } from './scan';

const QUERY: i32 = URL_PART.query | URL_PART.fewerParams;
/** Hash of `http`. */
const HTTP_HASH: i32 = hashByte(hashByte(hashByte(hashByte(SEED, 104), 116), 116), 112);

/** All facts of the URL. */
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

/** So many parameters, from the first on, are known to stand in the order of their names. */
export let ordered: i32 = 0;
/** True if all will be when parameters are read next. */
let willBeOrdered: bool = false;

/** Says so of the form that is to be read next, or takes it back. */
export function expectOrdered(all: bool): void {
  willBeOrdered = all;
}

/** True if a component begins with a dot. */
let hasDots: bool = false;
/** Facts about scheme and authority, about the path, about the query. */
let headFacts: i32 = 0;
let pathFacts: i32 = 0;
let queryFacts: i32 = 0;
let pathLength: usize = 0;
let queryLength: usize = 0;

/** Reads what stands in these parts of the URL; what stands in others is as it was when they were read, wherever they are now. */
export function read(changed: i32): void {
  if ((changed & HEAD) !== 0) readHead();
  if ((changed & URL_PART.path) !== 0) readPath();
  pathEnd = authorityEnd + pathLength;
  query = pathEnd < to && byte(pathEnd) === 63 ? pathEnd + 1 : 0;
  if ((changed & QUERY) !== 0) {
    readParams();
    if (willBeOrdered) ordered = params;
    willBeOrdered = false;
  }
  end = query === 0 ? pathEnd : query + queryLength;
  facts = headFacts | pathFacts | queryFacts;
  if (end < to) facts |= FACT.untidy;
}

/** False only if the URL that was read is its own standard-normalized form. */
export function mayBeOdd(): bool {
  if ((facts & FACT.untidy) !== 0 || hasDots || components === 0) return true;
  return (facts & FACT.percent) !== 0 && hasOddTriplets(authorityEnd, to);
}

/** Components and parameters are known by how far from the start of path and query they begin: so they stay known when something before them changes. */
export function componentFrom(c: i32): usize {
  return authorityEnd + <usize>word(COMPONENT_FROM, c);
}

export function componentTo(c: i32): usize {
  return componentFrom(c + 1) - 1;
}

export function paramFrom(p: i32): usize {
  return query + <usize>word(PARAM_FROM, p);
}

/** Place of `=`, or the parameter's end when it has none. */
export function nameTo(p: i32): usize {
  return query + <usize>word(NAME_TO, p);
}

export function paramTo(p: i32): usize {
  return paramFrom(p + 1) - 1;
}

function readHead(): void {
  headFacts = port < authorityEnd ? FACT.port : 0;
  readScheme();
  if (isUntidy()) headFacts |= FACT.untidy;
}

function isUntidy(): bool {
  if (colon === 0 || host !== authority || hostEnd !== authorityEnd) return true;
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
  let p = max(1, ordered);
  while (p < params && compareNames(p, p - 1) >= 0) p++;
  ordered = p;
  return p < params;
}

/** Order of two names; only the host knows that of names which differ beyond ASCII. */
export function compareNames(p: i32, q: i32): i32 {
  const a = paramFrom(p);
  const b = paramFrom(q);
  const aLength = <i32>(nameTo(p) - a);
  const bLength = <i32>(nameTo(q) - b);
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
    if (lower !== b) headFacts |= FACT.upperScheme;
    hash = hashByte(hash, lower);
  }
  schemeHash = hash;
}

function readPath(): void {
  let n = 0;
  let found = 0;
  let stop: usize = to;
  let after = 0;
  let dots = 0;
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
    let slashes = bitsOf(v, 47) & inside;
    if ((slashes & ((slashes << 1) | after)) !== 0) found |= FACT.doubleSlash;
    dots |= bitsOf(v, 46) & ((slashes << 1) | after) & inside;
    after = slashes >>> 15;
    if (n + 16 > MOST_PARTS) {
      ask();
      return;
    }
    for (; slashes !== 0; slashes &= slashes - 1)
      setWord(COMPONENT_FROM, n++, <i32>(block - authorityEnd) + ctz(slashes) + 1);
    if (stops !== 0) break;
  }
  hasDots = dots !== 0;
  pathLength = stop - authorityEnd;
  components = n;
  setWord(COMPONENT_FROM, n, <i32>pathLength + 1);
  if (n > 0) {
    const initial = componentFrom(n - 1);
    if (initial < stop && <u32>(byte(initial) - 97) < 26) found |= FACT.smallInitial;
  }
  if (pathLength > 1 && byte(stop - 1) === 47) found |= FACT.trailingSlash;
  pathFacts = found;
}

function readParams(): void {
  params = 0;
  nameSum = 0;
  nameBits = 0;
  queryFacts = 0;
  ordered = 0;
  if (query === 0) return;
  queryFacts = FACT.query;
  let start = query;
  let equals: usize = 0;
  for (let block = query; block < to; block += 16) {
    const v = v128.load(block);
    let bits = bitsOf(v, 61) | bitsOf(v, 38) | bitsOf(v, 59) | bitsOf(v, 35) | bitsOf(v, 37);
    for (bits &= firstBits(to - block); bits !== 0; bits &= bits - 1) {
      const at = block + ctz(bits);
      const b = byte(at);
      if (b === 37) queryFacts |= FACT.percent;
      else if (b === 61) {
        if (equals === 0) equals = at;
      } else {
        if (!addParam(start, equals, at)) return;
        if (b === 35) {
          queryLength = at - query;
          return;
        }
        if (b === 59) queryFacts |= FACT.semicolon;
        start = at + 1;
        equals = 0;
      }
    }
  }
  addParam(start, equals, to);
  queryLength = to - query;
}

function addParam(start: usize, equals: usize, stop: usize): bool {
  if (params === MOST_PARTS - 1) {
    ask();
    return false;
  }
  const nameEnd = equals === 0 ? stop : equals;
  const hash = hashRange(start, nameEnd);
  setWord(PARAM_FROM, params, <i32>(start - query));
  setWord(NAME_TO, params, <i32>(nameEnd - query));
  setWord(NAME_HASH, params, hash);
  params++;
  setWord(PARAM_FROM, params, <i32>(stop - query) + 1);
  nameSum += hash;
  const bit = (<u64>1) << (<u64>(hash >>> 26));
  // Only equal names have something to do that many parameters are asked for.
  if ((nameBits & bit) !== 0) queryFacts |= FACT.manyParams;
  nameBits |= bit;
  if (nameEnd === start && stop - nameEnd <= 1) queryFacts |= FACT.emptyParam;
  return true;
}
