/**
 * What a URL has that a rule can be found by: each feature gives a hash, `single` ones at most one per URL, `multi` ones one
 * per parameter, component or token. Rules that need the same features form a group, and one lookup finds them all.
 */
import { CLASS, DIGIT, LETTER } from './bytes.ts';
import type { Candidates } from './candidates.ts';
import { FACTS_MASK, type Flat, ROW_FACTS, ROW_LAST, ROW_SECOND } from './flat.ts';
import { hashByte, hashRange, mix, SEED } from './hash.ts';
import { FACT, type KeysScan } from './keys-scan.ts';
import type { Scan } from './scan.ts';

/** Arguments in parentheses; kind and argument are two numbers in the code. */
export const SINGLE = {
  /** (facts) is there when all these facts hold. */
  fact: 0,
  /** (index) of a path component. */
  component: 1,
  scheme: 2,
  /** (bytes) at the start of the path. */
  pathPrefix: 3,
  /** (bytes) at the end of the path. */
  pathSuffix: 4,
  extension: 5,
  /** Number of path components. */
  depth: 6,
  /** Number and sum of all parameter names. */
  names: 7,
  /** 0 without a query, 1 with one. */
  hasQuery: 8,
  host: 9,
  /** Is there when some parameter comes before one with a smaller name. */
  unsorted: 10,
  /** (bytes) of the URL, of which the last MOST_ANCHORED are looked at: texts that begin a URL have its host in common. */
  head: 11,
  /** (bytes) at the end of the URL, of which the last MOST_ANCHORED are looked at. */
  tail: 12,
} as const;

export const MOST_ANCHORED = 16;

export const MULTI = {
  none: 0,
  paramName: 1,
  paramNameValue: 2,
  component: 3,
  /** (bytes) at the start of a parameter name. */
  namePrefix: 4,
  /** Runs of letters and digits: words of text rules. */
  textWord: 5,
  /** Runs of letters, runs of digits: words of token rules. */
  tokenWord: 6,
  /** ASCII characters other than letters and digits, each kind once. */
  mark: 7,
} as const;

/** Hash of a missing value (`a` in `?a`), unlike that of any text. */
export const NULL_HASH = 0x5bd1e995;

/** Which of 64 bits stands for a hash, in a group's filter and in the names of a row. They are looked at before anything is looked up. */
export function filterBit(hash: number): number {
  return hash >>> 26;
}

/** False if the URL lacks what a row of `lists` asks for, as it does for most of them. Names are asked for by the kernel alone. */
export function mayFind(lists: Int32Array, row: number, scan: Scan, { facts }: KeysScan): boolean {
  const wanted = lists[row + ROW_FACTS]! & FACTS_MASK;
  if ((facts & wanted) !== wanted) return false;
  const { bytes, authorityEnd, pathEnd } = scan;
  const fits = (lists[row + ROW_SECOND]! >>> byteBit(bytes[authorityEnd + 1])) & 1;
  return (fits & (lists[row + ROW_LAST]! >>> byteBit(bytes[pathEnd - 1]))) === 1;
}

/** Which of the 32 bits of a row stands for a byte. */
export function byteBit(byte: number | undefined): number {
  return (byte ?? 0) & 31;
}

/** Enters every combination of literals under which rules of this group may be found. */
export function probeGroup(
  { code }: Flat,
  group: number,
  base: number,
  scan: Scan,
  keys: KeysScan,
  candidates: Candidates,
): void {
  const singles = code[group]!;
  let hash = SEED;
  let at = group + 1;
  for (let s = 0; s < singles; s++, at += 2) {
    if (!readSingle(code[at]!, code[at + 1]!, scan, keys)) return;
    hash = mix(hash, scan.hash);
  }
  candidates.aim(base, code[at + 2]!, code[at + 3]!);
  enterMulti(code[at]!, code[at + 1]!, hash, scan, keys, candidates);
}

/** Puts the feature's value into `scan.hash`; false if the URL does not have it. */
function readSingle(kind: number, a: number, scan: Scan, keys: KeysScan): boolean {
  const { bytes, authorityEnd, pathEnd } = scan;
  switch (kind) {
    case SINGLE.fact:
      scan.hash = a;
      return (keys.facts & a) === a;
    case SINGLE.component: {
      const at = keys.componentIndex(a);
      if (at >= 0) scan.hash = hashRange(bytes, keys.componentFrom[at]!, keys.componentTo[at]!);
      return at >= 0;
    }
    case SINGLE.scheme:
      scan.hash = keys.schemeHash;
      return keys.hasScheme;
    case SINGLE.pathPrefix:
      if (pathEnd - authorityEnd < a) return false;
      scan.hash = hashRange(bytes, authorityEnd, authorityEnd + a);
      return true;
    case SINGLE.pathSuffix:
      if (pathEnd - authorityEnd < a) return false;
      scan.hash = hashRange(bytes, pathEnd - a, pathEnd);
      return true;
    case SINGLE.extension:
      return readExtension(scan);
    case SINGLE.depth:
      scan.hash = keys.components;
      return true;
    case SINGLE.names:
      scan.hash = mix(keys.params, keys.nameSum);
      return true;
    case SINGLE.hasQuery:
      scan.hash = scan.query >= 0 ? 1 : 0;
      return true;
    case SINGLE.unsorted:
      scan.hash = 0;
      return (keys.facts & FACT.manyParams) !== 0 && keys.isUnsorted(scan);
    case SINGLE.head:
      if (scan.to - scan.from < a) return false;
      scan.hash = hashRange(bytes, scan.from + Math.max(0, a - MOST_ANCHORED), scan.from + a);
      return true;
    case SINGLE.tail:
      if (scan.to - scan.from < a) return false;
      scan.hash = hashRange(bytes, scan.to - Math.min(a, MOST_ANCHORED), scan.to);
      return true;
    default:
      scan.hash = scan.hostHash;
      return true;
  }
}

function readExtension(scan: Scan): boolean {
  const { bytes, authorityEnd, pathEnd } = scan;
  for (let i = pathEnd - 1; i >= authorityEnd && bytes[i] !== 47; i--) {
    if (bytes[i] !== 46) continue;
    scan.hash = hashRange(bytes, i + 1, pathEnd);
    return true;
  }
  return false;
}

function valueHash(bytes: Uint8Array, nameTo: number, to: number): number {
  return nameTo === to ? NULL_HASH : hashRange(bytes, nameTo + 1, to);
}

function enterMulti(kind: number, a: number, hash: number, scan: Scan, keys: KeysScan, candidates: Candidates): void {
  switch (kind) {
    case MULTI.none:
      candidates.enter(hash);
      return;
    case MULTI.paramName:
    case MULTI.paramNameValue:
    case MULTI.namePrefix:
      enterParams(kind, a, hash, scan.bytes, keys, candidates);
      return;
    case MULTI.component:
      enterComponents(hash, scan.bytes, keys, candidates);
      return;
    case MULTI.mark:
      enterMarks(hash, scan, candidates);
      return;
    default:
      enterWords(kind === MULTI.tokenWord, hash, scan, candidates);
  }
}

function enterParams(
  kind: number,
  a: number,
  hash: number,
  bytes: Uint8Array,
  keys: KeysScan,
  candidates: Candidates,
): void {
  for (let p = 0; p < keys.params; p++) {
    const name = keys.nameHash[p]!;
    if (kind === MULTI.paramName) {
      // A name right after itself leads nowhere new.
      if (p === 0 || name !== keys.nameHash[p - 1]) candidates.enter(mix(hash, name));
    } else if (kind === MULTI.paramNameValue)
      candidates.enter(mix(mix(hash, name), valueHash(bytes, keys.nameTo[p]!, keys.paramTo[p]!)));
    else {
      const from = keys.paramFrom[p]!;
      if (keys.nameTo[p]! - from >= a) candidates.enter(mix(hash, hashRange(bytes, from, from + a)));
    }
  }
}

function enterComponents(hash: number, bytes: Uint8Array, keys: KeysScan, candidates: Candidates): void {
  for (let c = 0; c < keys.components; c++)
    candidates.enter(mix(hash, hashRange(bytes, keys.componentFrom[c]!, keys.componentTo[c]!)));
}

function enterMarks(hash: number, { bytes, from, to, marks }: Scan, candidates: Candidates): void {
  marks.fill(0);
  for (let i = from; i < to; i++) {
    const b = bytes[i]!;
    if (b >= 0x80 || (CLASS[b]! & (LETTER | DIGIT)) !== 0 || marks[b] !== 0) continue;
    marks[b] = 1;
    candidates.enter(mix(hash, hashByte(SEED, b)));
  }
}

function enterWords(splitDigits: boolean, hash: number, { bytes, from, to }: Scan, candidates: Candidates): void {
  let last = 0;
  let words = 0;
  for (let i = from; i < to; ) {
    const kind = CLASS[bytes[i]!]! & (LETTER | DIGIT);
    if (kind === 0) {
      i++;
      continue;
    }
    const inside = splitDigits ? kind : LETTER | DIGIT;
    let word = SEED;
    for (; i < to && (CLASS[bytes[i]!]! & inside) !== 0; i++) word = hashByte(word, bytes[i]!);
    // A word right after itself, as in `a/a/a/a`, leads nowhere new.
    if (words++ === 0 || word !== last) candidates.enter(mix(hash, word));
    last = word;
  }
}
