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
/** Calls `found` with the hash of every combination of literals under which rules of this group may be entered. */
export function probeGroup(
  { code }: Flat,
  group: number,
  scan: Scan,
  keys: KeysScan,
  found: (hash: number) => void,
): void {
  const singles = code[group]!;
  let hash = SEED;
  let at = group + 1;
  for (let s = 0; s < singles; s++, at += 2) {
    if (!readSingle(code[at]!, code[at + 1]!, scan, keys)) return;
    hash = mix(hash, scan.hash);
  }
  eachMulti(code[at]!, code[at + 1]!, hash, scan, keys, found);
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

function eachMulti(
  kind: number,
  a: number,
  hash: number,
  scan: Scan,
  keys: KeysScan,
  found: (hash: number) => void,
): void {
  const { bytes } = scan;
  switch (kind) {
    case MULTI.none:
      found(hash);
      return;
    case MULTI.paramName:
      for (let p = 0; p < keys.params; p++) found(mix(hash, keys.nameHash[p]!));
      return;
    case MULTI.paramNameValue:
      for (let p = 0; p < keys.params; p++)
        found(mix(mix(hash, keys.nameHash[p]!), valueHash(bytes, keys.nameTo[p]!, keys.paramTo[p]!)));
      return;
    case MULTI.component:
      for (let c = 0; c < keys.components; c++)
        found(mix(hash, hashRange(bytes, keys.componentFrom[c]!, keys.componentTo[c]!)));
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
      while (end < to && (splitDigits ? CLASS[bytes[end]!] === kind : (CLASS[bytes[end]!]! & (LETTER | DIGIT)) !== 0))
        end++;
    }
    // Bytes of non-ASCII characters are no triggers, so it does not matter that they come one by one.
    found(mix(hash, hashRange(bytes, i, end)));
    i = end;
  }
}
