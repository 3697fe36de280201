/**
 * What a URL has that a rule can be found by: each feature gives a hash, `single` ones at most one per URL, `multi` ones one
 * per parameter, component or token. Rules that need the same features form a group, and one lookup finds them all.
 */
import { CLASS, DIGIT, LETTER } from './bytes.ts';
import type { Flat } from './flat.ts';
import { hashRange, mix, SEED } from './hash.ts';
import type { KeysScan } from './keys-scan.ts';
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
} as const;

export const MULTI = {
  none: 0,
  paramName: 1,
  paramNameValue: 2,
  component: 3,
  /** (bytes) at the start of a parameter name. */
  namePrefix: 4,
  /** Runs of letters and digits, or one other character: tokens of text rules. */
  textToken: 5,
  /** Runs of letters, runs of digits, or one other character: tokens of token rules. */
  token: 6,
} as const;

/** Hash of a missing value (`a` in `?a`), unlike that of any text. */
export const NULL_HASH = 0x5bd1e995;
/** What a single feature gives when the URL does not have it. */
const ABSENT = Number.NaN;

/** Calls `found` with the hash of every combination of literals under which rules of this group may be entered. */
export function probeGroup({ code }: Flat, group: number, scan: Scan, keys: KeysScan, found: (hash: number) => void): void {
  const singles = code[group]!;
  let hash = SEED;
  let at = group + 1;
  for (let s = 0; s < singles; s++, at += 2) {
    const value = singleValue(code[at]!, code[at + 1]!, scan, keys);
    if (Number.isNaN(value)) return;
    hash = mix(hash, value);
  }
  eachMulti(code[at]!, code[at + 1]!, hash, scan, keys, found);
}

function singleValue(kind: number, a: number, scan: Scan, keys: KeysScan): number {
  const { bytes, authorityEnd, pathEnd } = scan;
  switch (kind) {
    case SINGLE.fact:
      return (keys.facts & a) === a ? a : ABSENT;
    case SINGLE.component: {
      const at = keys.componentIndex(a);
      return at < 0 ? ABSENT : hashRange(bytes, keys.componentFrom[at]!, keys.componentTo[at]!);
    }
    case SINGLE.scheme:
      return keys.hasScheme ? keys.schemeHash : ABSENT;
    case SINGLE.pathPrefix:
      return pathEnd - authorityEnd < a ? ABSENT : hashRange(bytes, authorityEnd, authorityEnd + a);
    case SINGLE.pathSuffix:
      return pathEnd - authorityEnd < a ? ABSENT : hashRange(bytes, pathEnd - a, pathEnd);
    case SINGLE.extension:
      return extensionHash(scan);
    case SINGLE.depth:
      return keys.components;
    case SINGLE.names:
      return mix(keys.params, keys.nameSum);
    case SINGLE.hasQuery:
      return scan.query >= 0 ? 1 : 0;
    default:
      return scan.hostHash;
  }
}

function extensionHash({ bytes, authorityEnd, pathEnd }: Scan): number {
  for (let i = pathEnd - 1; i >= authorityEnd && bytes[i] !== 47; i--) if (bytes[i] === 46) return hashRange(bytes, i + 1, pathEnd);
  return ABSENT;
}

function valueHash(bytes: Uint8Array, nameTo: number, to: number): number {
  return nameTo === to ? NULL_HASH : hashRange(bytes, nameTo + 1, to);
}

function eachMulti(kind: number, a: number, hash: number, scan: Scan, keys: KeysScan, found: (hash: number) => void): void {
  const { bytes } = scan;
  switch (kind) {
    case MULTI.none:
      found(hash);
      return;
    case MULTI.paramName:
      for (let p = 0; p < keys.params; p++) found(mix(hash, keys.nameHash[p]!));
      return;
    case MULTI.paramNameValue:
      for (let p = 0; p < keys.params; p++) found(mix(mix(hash, keys.nameHash[p]!), valueHash(bytes, keys.nameTo[p]!, keys.paramTo[p]!)));
      return;
    case MULTI.component:
      for (let c = 0; c < keys.components; c++) found(mix(hash, hashRange(bytes, keys.componentFrom[c]!, keys.componentTo[c]!)));
      return;
    case MULTI.namePrefix:
      for (let p = 0; p < keys.params; p++) {
        const from = keys.paramFrom[p]!;
        if (keys.nameTo[p]! - from >= a) found(mix(hash, hashRange(bytes, from, from + a)));
      }
      return;
    default:
      eachToken(kind === MULTI.token, hash, scan, found);
  }
}

function eachToken(splitDigits: boolean, hash: number, { bytes, from, to }: Scan, found: (hash: number) => void): void {
  for (let i = from; i < to; ) {
    const kind = CLASS[bytes[i]!]!;
    let end = i + 1;
    if (kind === LETTER || kind === DIGIT) {
      while (end < to && (splitDigits ? CLASS[bytes[end]!] === kind : (CLASS[bytes[end]!]! & (LETTER | DIGIT)) !== 0)) end++;
    }
    // Bytes of non-ASCII characters are no triggers, so it does not matter that they come one by one.
    found(mix(hash, hashRange(bytes, i, end)));
    i = end;
  }
}
