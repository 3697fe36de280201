/** Enters the rules that the features of the URL lead to; the twin of `src/normalize/features.ts`. */
import { enter } from './candidates';
import { hashByte, hashRange, mix, SEED } from './hash';
import {
  componentFrom,
  componentIndex,
  components,
  componentTo,
  facts,
  isUnsorted,
  nameSum,
  nameTo,
  paramFrom,
  params,
  paramTo,
  pathEnd,
  query,
  schemeHash,
} from './keys';
import { MULTI, SINGLE } from './kinds';
import { byte, CLASS, code, MARKS, NAME_HASH, word } from './memory';
import { authorityEnd, colon, from, hostHash, to } from './scan';

const NULL_HASH: i32 = 0x5bd1e995;
const WORD: i32 = 6;
const MOST_ANCHORED: i32 = 16;

/** Where a single feature puts its value. */
let value: i32 = 0;
/** Hash of the start of the path, as far as it was asked for; groups ask in ascending order. */
let prefixLength: i32 = 0;
let prefixHash: i32 = 0;

/** To be called when another URL is open. */
export function forgetFeatures(): void {
  prefixLength = 0;
  prefixHash = SEED;
}

/** Makes `prefixHash` that of the first n bytes of the path; false if it has fewer. */
function readPrefix(n: i32): bool {
  if (<i32>(pathEnd - authorityEnd) < n) return false;
  if (n < prefixLength) forgetFeatures();
  let hash = prefixHash;
  for (let i = prefixLength; i < n; i++) hash = hashByte(hash, byte(authorityEnd + i));
  prefixHash = hash;
  prefixLength = n;
  return true;
}

/** Enters every combination of literals under which rules of this program and group may be found; the bits of names that they have, if they all have one. */
export function probeGroup(its: i32, group: i32, names: u64): void {
  const singles = word(code, group);
  let hash = SEED;
  let at = group + 1;
  for (let s = 0; s < singles; s++) {
    if (!readSingle(word(code, at), word(code, at + 1))) return;
    hash = mix(hash, value);
    at += 2;
  }
  const kind = word(code, at);
  const filter = load<u64>(code + ((<usize>at + 2) << 2));
  if (kind === MULTI.none) {
    if (isIn(filter, hash)) enter(mix(its, group), hash);
  } else enterMulti(kind, word(code, at + 1), mix(its, group), hash, filter, names === 0 ? u64.MAX_VALUE : names);
}

/** True if the singles of a group, which has nothing else, have this hash. */
export function hasSingles(group: i32, literals: i32): bool {
  let hash = SEED;
  for (let at = group + 1, end = at + 2 * word(code, group); at < end; at += 2) {
    if (!readSingle(word(code, at), word(code, at + 1))) return false;
    hash = mix(hash, value);
  }
  return hash === literals;
}

/** False if no rule of the group has literals of this hash; nearly all URLs' literals lead nowhere, and are told so without a look at the table. */
function isIn(filter: u64, hash: i32): bool {
  return ((filter >> <u64>(hash >>> 26)) & 1) !== 0;
}

function enterIn(filter: u64, base: i32, hash: i32): void {
  if (isIn(filter, hash)) enter(base, hash);
}

function readSingle(kind: i32, a: i32): bool {
  switch (kind) {
    case SINGLE.fact:
      value = a;
      return (facts & a) === a;
    case SINGLE.component: {
      const c = componentIndex(a);
      if (c >= 0) value = hashRange(componentFrom(c), componentTo(c));
      return c >= 0;
    }
    case SINGLE.scheme:
      value = schemeHash;
      return colon !== 0;
    case SINGLE.pathPrefix:
      if (!readPrefix(a)) return false;
      value = prefixHash;
      return true;
    case SINGLE.pathSuffix:
      if (<i32>(pathEnd - authorityEnd) < a) return false;
      value = hashRange(pathEnd - a, pathEnd);
      return true;
    case SINGLE.extension: {
      const dot = lastDot();
      if (dot !== 0) value = hashRange(dot + 1, pathEnd);
      return dot !== 0;
    }
    case SINGLE.depth:
      value = components;
      return true;
    case SINGLE.names:
      value = mix(params, nameSum);
      return true;
    case SINGLE.hasQuery:
      value = query !== 0 ? 1 : 0;
      return true;
    case SINGLE.unsorted:
      value = 0;
      return params > 1 && isUnsorted();
    case SINGLE.head:
      if (<i32>(to - from) < a) return false;
      value = hashRange(from + max(0, a - MOST_ANCHORED), from + a);
      return true;
    case SINGLE.tail:
      if (<i32>(to - from) < a) return false;
      value = hashRange(to - min(a, MOST_ANCHORED), to);
      return true;
    default:
      value = hostHash;
      return true;
  }
}

/** Place of the last `.` of the last component, or 0. */
export function lastDot(): usize {
  for (let i = pathEnd - 1; i >= authorityEnd && byte(i) !== 47; i--) if (byte(i) === 46) return i;
  return 0;
}

function enterMulti(kind: i32, a: i32, base: i32, hash: i32, filter: u64, names: u64): void {
  switch (kind) {
    case MULTI.paramName:
    case MULTI.paramNameValue:
      for (let p = 0; p < params; p++) {
        const name = word(NAME_HASH, p);
        // Values are long, and most names are of no rule.
        if (!isIn(names, name)) continue;
        const literals = mix(hash, name);
        enterIn(filter, base, kind === MULTI.paramName ? literals : mix(literals, valueHash(p)));
      }
      return;
    case MULTI.namePrefix:
      for (let p = 0; p < params; p++) {
        const start = paramFrom(p);
        if (<i32>(nameTo(p) - start) >= a) enterIn(filter, base, mix(hash, hashRange(start, start + a)));
      }
      return;
    case MULTI.component:
      for (let c = 0; c < components; c++)
        enterIn(filter, base, mix(hash, hashRange(componentFrom(c), componentTo(c))));
      return;
    case MULTI.mark:
      enterMarks(base, hash, filter);
      return;
    default:
      enterWords(kind === MULTI.tokenWord, base, hash, filter);
  }
}

function valueHash(p: i32): i32 {
  const equals = nameTo(p);
  const end = paramTo(p);
  return equals === end ? NULL_HASH : hashRange(equals + 1, end);
}

function enterMarks(base: i32, hash: i32, filter: u64): void {
  memory.fill(MARKS, 0, 128);
  for (let i = from; i < to; i++) {
    const b = byte(i);
    if (b >= 0x80 || (byte(CLASS + b) & WORD) !== 0 || byte(MARKS + b) !== 0) continue;
    store<u8>(MARKS + b, 1);
    enterIn(filter, base, mix(hash, hashByte(SEED, b)));
  }
}

function enterWords(splitDigits: bool, base: i32, hash: i32, filter: u64): void {
  let i = from;
  while (i < to) {
    const kind = byte(CLASS + byte(i)) & WORD;
    if (kind === 0) {
      i++;
      continue;
    }
    const inside = splitDigits ? kind : WORD;
    let text = SEED;
    for (; i < to && (byte(CLASS + byte(i)) & inside) !== 0; i++) text = hashByte(text, byte(i));
    enterIn(filter, base, mix(hash, text));
  }
}
