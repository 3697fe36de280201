/** The operations of edit rules on scheme, host and path, each as `rules/interpret/edit.ts` defines it. */
import { type Answer, NO, YES } from './answer.ts';
import { type Bytes, LOWER, sameBytes } from './bytes.ts';
import { tripletAt } from './convert-bytes.ts';
import { appendDecodedWhere, PATH_ALLOWED, QUERY_ALLOWED } from './edit-decode.ts';
import { EDIT } from './edit-kinds.ts';
import type { Flat } from './flat.ts';
import type { KeysScan } from './keys-scan.ts';
import type { Scan } from './scan.ts';
import { hasLowerText, isText, startsWithText } from './texts.ts';

const STAR = Uint8Array.of(42);

/** Writes what the operation makes of the URL; NO when it has nothing to do. */
export function editPath(flat: Flat, op: number, args: number, scan: Scan, keys: KeysScan, out: Bytes): Answer {
  const { code, pool } = flat;
  const { bytes, from, authorityEnd, pathEnd } = scan;
  switch (op) {
    case EDIT.host:
      if (!hasLowerText(flat, args + 2, scan.hostHash, bytes, scan.host, scan.hostEnd)) return NO;
      return splice(scan, scan.host, scan.port, pool, code[args]!, code[args + 1]!, out);
    case EDIT.scheme:
      return isHttp(scan) ? splice(scan, from, scan.colon, pool, code[args]!, code[args + 1]!, out) : NO;
    case EDIT.dropPort:
      return splice(scan, scan.port, authorityEnd, pool, 0, 0, out);
    case EDIT.lowerPath:
      return lower(scan, authorityEnd, pathEnd, out);
    case EDIT.lowerComponent: {
      const c = keys.componentIndex(code[args]!);
      return c < 0 ? NO : lower(scan, keys.componentFrom[c]!, keys.componentTo[c]!, out);
    }
    case EDIT.decode:
      return decodePathAndQuery(scan, out);
    case EDIT.collapseSlashes:
      return collapseSlashes(scan, out);
    case EDIT.trimSlash:
      return splice(scan, trimmedEnd(bytes, authorityEnd, pathEnd), pathEnd, pool, 0, 0, out);
    case EDIT.dropSuffix:
      return splice(scan, withoutSuffix(flat, args, scan), pathEnd, pool, 0, 0, out);
    case EDIT.dropComponents:
      return dropComponents(flat, args, scan, keys, out);
    case EDIT.dropComponentAt:
      return dropComponentAt(keys.componentIndex(code[args]!), scan, keys, out);
    case EDIT.anyComponent: {
      const c = keys.componentIndex(code[args]!);
      return c < 0 ? NO : splice(scan, keys.componentFrom[c]!, keys.componentTo[c]!, STAR, 0, 1, out);
    }
    case EDIT.dropPathParam:
      return dropPathParams(flat, args, scan, out);
    default:
      return aliasPrefix(flat, args, scan, out);
  }
}

/** The URL with another text in place of [cut, cutTo). */
function splice(
  { bytes, from, to }: Scan,
  cut: number,
  cutTo: number,
  text: Uint8Array,
  at: number,
  length: number,
  out: Bytes,
): Answer {
  if (cut === cutTo && length === 0) return NO;
  out.append(bytes, from, cut);
  out.append(text, at, at + length);
  out.append(bytes, cutTo, to);
  return YES;
}

function isHttp({ bytes, from, colon }: Scan): boolean {
  const length = colon - from;
  if (colon < 0 || length < 4 || length > 5) return false;
  for (let i = 0; i < length; i++) if (LOWER[bytes[from + i]!] !== 'https'.charCodeAt(i)) return false;
  return true;
}

/** Lower-cases a stretch of the path but for the hex digits of its triplets. */
function lower({ bytes, from, to }: Scan, start: number, end: number, out: Bytes): Answer {
  out.append(bytes, from, to);
  const { data } = out;
  for (let i = start; i < end; i++) {
    if (bytes[i] === 37 && tripletAt(bytes, i, end) >= 0) i += 2;
    else data[i - from] = LOWER[bytes[i]!]!;
  }
  return YES;
}

function decodePathAndQuery({ bytes, from, to, authorityEnd, pathEnd, query, end }: Scan, out: Bytes): Answer {
  out.append(bytes, from, authorityEnd);
  appendDecodedWhere(PATH_ALLOWED, bytes, authorityEnd, pathEnd, out);
  if (query >= 0) {
    out.push(63);
    appendDecodedWhere(QUERY_ALLOWED, bytes, query, end, out);
  }
  out.append(bytes, end, to);
  return YES;
}

/** Every slash right after another goes: that leaves out all empty components but the last. */
function collapseSlashes({ bytes, from, to, authorityEnd, pathEnd }: Scan, out: Bytes): Answer {
  let copied = from;
  for (let i = authorityEnd + 1; i < pathEnd; i++) {
    if (bytes[i] !== 47 || bytes[i - 1] !== 47) continue;
    out.append(bytes, copied, i);
    copied = i + 1;
  }
  if (copied === from) return NO;
  out.append(bytes, copied, to);
  return YES;
}

/** End of a path without its final slashes; the first byte stays. */
function trimmedEnd(bytes: Uint8Array, start: number, end: number): number {
  let i = end;
  while (i > start + 1 && bytes[i - 1] === 47) i--;
  return i;
}

/** End of the path without all copies of the suffix at its end, of which the path must not consist. */
function withoutSuffix({ code, pool }: Flat, suffix: number, { bytes, authorityEnd, pathEnd }: Scan): number {
  const length = code[suffix + 1]!;
  let end = pathEnd;
  while (end - authorityEnd > length && sameBytes(bytes, end - length, end, pool, code[suffix]!)) end -= length;
  return end;
}

function dropComponents(flat: Flat, text: number, scan: Scan, keys: KeysScan, out: Bytes): Answer {
  const { bytes, from, to, authorityEnd, pathEnd } = scan;
  let copied = from;
  let dropped = 0;
  for (let c = 0; c < keys.components; c++) {
    const start = keys.componentFrom[c]!;
    const end = keys.componentTo[c]!;
    if (!isText(flat, text, bytes, start, end)) continue;
    out.append(bytes, copied, start - 1);
    copied = end;
    dropped++;
  }
  if (dropped === 0) return NO;
  out.append(bytes, copied, pathEnd);
  // A path without components keeps its slash.
  if (out.length === authorityEnd - from) out.push(47);
  out.append(bytes, pathEnd, to);
  return YES;
}

function dropComponentAt(c: number, { bytes, from, to }: Scan, keys: KeysScan, out: Bytes): Answer {
  if (c < 0) return NO;
  out.append(bytes, from, keys.componentFrom[c]! - 1);
  if (keys.components === 1) out.push(47);
  out.append(bytes, keys.componentTo[c]!, to);
  return YES;
}

/** Drops `;name` and `;name=…` from every component. */
function dropPathParams(flat: Flat, name: number, scan: Scan, out: Bytes): Answer {
  const { bytes, from, to, authorityEnd, pathEnd } = scan;
  const length = flat.code[name + 1]!;
  let copied = from;
  for (let i = authorityEnd; i < pathEnd; i++) {
    if (bytes[i] !== 59 || !startsWithText(flat, name, bytes, i + 1, pathEnd)) continue;
    let end = i + 1 + length;
    const next = end < pathEnd ? bytes[end]! : 47;
    if (next !== 61 && next !== 59 && next !== 47) continue;
    while (end < pathEnd && bytes[end] !== 59 && bytes[end] !== 47) end++;
    out.append(bytes, copied, i);
    copied = end;
    i = end - 1;
  }
  if (copied === from) return NO;
  out.append(bytes, copied, to);
  return YES;
}

/** Puts a text in place of the longest listed prefix, again and again. */
function aliasPrefix(flat: Flat, args: number, scan: Scan, out: Bytes): Answer {
  const { code, pool } = flat;
  const { bytes, authorityEnd, pathEnd } = scan;
  const target = code[args + 1]!;
  const start = args + 3;
  const end = start + code[args + 2]! * 3;
  if (scan.query < 0 && isBareFolder(flat, start, end, scan)) return NO;
  let cut = -1;
  for (let at = start; at < end && cut < 0; at += 3)
    if (isFolderPrefix(flat, at, 0, bytes, authorityEnd, pathEnd)) cut = authorityEnd + code[at + 1]!;
  if (cut < 0) return NO;
  // The path is now the target and what stands from `cut` on; only a longer prefix that begins with the target can shorten it further.
  for (let at = start; at < end; at += 3) {
    if (code[at + 2] === 0 || !isFolderPrefix(flat, at, target, bytes, cut, pathEnd)) continue;
    cut += code[at + 1]! - target;
    at = start - 3;
  }
  return splice(scan, authorityEnd, cut, pool, code[args]!, target, out);
}

/** True if the prefix without its first `skip` bytes begins the range and ends where a component ends. */
function isFolderPrefix(
  { code, pool }: Flat,
  prefix: number,
  skip: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): boolean {
  const place = code[prefix]!;
  const length = code[prefix + 1]!;
  const end = from + length - skip;
  if (end > to || !sameBytes(bytes, from, end, pool, place + skip)) return false;
  return pool[place + length - 1] === 47 || end === to || bytes[end] === 47;
}

/** True for `/en` and `/en/` when `/en` or `/en/` is one of the prefixes. */
function isBareFolder({ code, pool }: Flat, start: number, end: number, scan: Scan): boolean {
  const { bytes, authorityEnd, pathEnd } = scan;
  const length = trimmedEnd(bytes, authorityEnd, pathEnd) - authorityEnd;
  for (let at = start; at < end; at += 3) {
    const place = code[at]!;
    const trimmed = trimmedEnd(pool, place, place + code[at + 1]!) - place;
    if (trimmed !== length || pathEnd - authorityEnd > trimmed + 1) continue;
    if (sameBytes(bytes, authorityEnd, authorityEnd + length, pool, place)) return true;
  }
  return false;
}
