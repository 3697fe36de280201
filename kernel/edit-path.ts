/** The operations of edit rules on scheme, host and path; the twin of `src/normalize/edit-path.ts`. */
import { same } from './bytes';
import { appendDecoded, PATH_MARKS, QUERY_MARKS } from './decode';
import { componentFrom, componentIndex, components, componentTo, end, pathEnd, query } from './keys';
import { EDIT } from './kinds';
import { ask, byte, code, LOWER, pool, word } from './memory';
import { append, length, out, push } from './output';
import { triplet } from './percent';
import { authorityEnd, colon, from, host, hostEnd, hostHash, port, to } from './scan';
import { isLowerInList, startsWithText } from './texts';
import { isText } from './tokens';

/** Writes what the operation makes of the URL; false when it has nothing to do. */
export function editPath(op: i32, args: i32): bool {
  switch (op) {
    case EDIT.host:
      return isLowerInList(args + 2, hostHash, host, hostEnd) && splice(host, port, args);
    case EDIT.scheme:
      return isHttp() && splice(from, colon, args);
    case EDIT.dropPort:
      return cut(port, authorityEnd);
    case EDIT.lowerPath:
      return lower(authorityEnd, pathEnd);
    case EDIT.lowerComponent: {
      const c = componentIndex(word(code, args));
      return c >= 0 && lower(componentFrom(c), componentTo(c));
    }
    case EDIT.decode:
      return decodePathAndQuery();
    case EDIT.collapseSlashes:
      return collapseSlashes();
    case EDIT.trimSlash:
      return cut(trimmedEnd(authorityEnd, pathEnd), pathEnd);
    case EDIT.dropSuffix:
      return cut(withoutSuffix(args), pathEnd);
    case EDIT.dropComponents:
      return dropComponents(args);
    case EDIT.dropComponentAt:
      return dropComponentAt(componentIndex(word(code, args)));
    case EDIT.anyComponent:
      return anyComponent(componentIndex(word(code, args)));
    case EDIT.dropPathParam:
      return dropPathParams(args);
    case EDIT.aliasPrefix:
      return aliasPrefix(args);
    default:
      ask();
      return false;
  }
}

/** The URL with the text at `text` in place of [start, end). */
function splice(start: usize, end: usize, text: i32): bool {
  const place = pool + word(code, text);
  append(from, start);
  append(place, place + word(code, text + 1));
  append(end, to);
  return true;
}

/** The URL without [start, end). */
function cut(start: usize, end: usize): bool {
  if (start === end) return false;
  append(from, start);
  append(end, to);
  return true;
}

function isHttp(): bool {
  const n = <i32>(colon - from);
  if (colon === 0 || n < 4 || n > 5 || (load<u32>(from) | 0x20202020) !== 0x70747468) return false;
  return n === 4 || byte(LOWER + byte(from + 4)) === 115;
}

/** Lower-cases a stretch of the path but for the hex digits of its triplets. */
function lower(start: usize, end: usize): bool {
  append(from, to);
  for (let i = start; i < end; i++) {
    const b = byte(i);
    if (b === 37 && i + 2 < end && triplet(i) >= 0) i += 2;
    else store<u8>(out + (i - from), <u8>byte(LOWER + b));
  }
  return true;
}

function decodePathAndQuery(): bool {
  append(from, authorityEnd);
  appendDecoded(PATH_MARKS, authorityEnd, pathEnd);
  if (query !== 0) {
    push(63);
    appendDecoded(QUERY_MARKS, query, end);
  }
  append(end, to);
  return true;
}

/** Every slash right after another goes. */
function collapseSlashes(): bool {
  let copied = from;
  for (let i = authorityEnd + 1; i < pathEnd; i++) {
    if (byte(i) !== 47 || byte(i - 1) !== 47) continue;
    append(copied, i);
    copied = i + 1;
  }
  if (copied === from) return false;
  append(copied, to);
  return true;
}

/** End of a path without its final slashes; the first byte stays. */
function trimmedEnd(start: usize, end: usize): usize {
  let i = end;
  while (i > start + 1 && byte(i - 1) === 47) i--;
  return i;
}

/** End of the path without all copies of the suffix at its end, of which the path must not consist. */
function withoutSuffix(suffix: i32): usize {
  const n = word(code, suffix + 1);
  const text = pool + word(code, suffix);
  let end = pathEnd;
  while (<i32>(end - authorityEnd) > n && same(end - n, text, n)) end -= n;
  return end;
}

function dropComponents(text: i32): bool {
  let copied = from;
  for (let c = 0; c < components; c++) {
    const start = componentFrom(c);
    const end = componentTo(c);
    if (!isText(text, start, end)) continue;
    append(copied, start - 1);
    copied = end;
  }
  if (copied === from) return false;
  append(copied, pathEnd);
  // A path without components keeps its slash.
  if (length === <i32>(authorityEnd - from)) push(47);
  append(pathEnd, to);
  return true;
}

function dropComponentAt(c: i32): bool {
  if (c < 0) return false;
  append(from, componentFrom(c) - 1);
  if (components === 1) push(47);
  append(componentTo(c), to);
  return true;
}

function anyComponent(c: i32): bool {
  if (c < 0) return false;
  append(from, componentFrom(c));
  push(42);
  append(componentTo(c), to);
  return true;
}

/** Drops `;name` and `;name=…` from every component. */
function dropPathParams(name: i32): bool {
  const n = word(code, name + 1);
  let copied = from;
  for (let i = authorityEnd; i < pathEnd; i++) {
    if (byte(i) !== 59 || !startsWithText(name, i + 1, pathEnd)) continue;
    let end = i + 1 + n;
    const next = end < pathEnd ? byte(end) : 47;
    if (next !== 61 && next !== 59 && next !== 47) continue;
    while (end < pathEnd && byte(end) !== 59 && byte(end) !== 47) end++;
    append(copied, i);
    copied = end;
    i = end - 1;
  }
  if (copied === from) return false;
  append(copied, to);
  return true;
}

/** Puts a text in place of the longest listed prefix, again and again. */
function aliasPrefix(args: i32): bool {
  const target = word(code, args + 1);
  const start = args + 3;
  const end = start + word(code, args + 2) * 3;
  if (query === 0 && isBareFolder(start, end)) return false;
  let stop: usize = 0;
  for (let at = start; at < end && stop === 0; at += 3)
    if (isFolderPrefix(at, 0, authorityEnd)) stop = authorityEnd + word(code, at + 1);
  if (stop === 0) return false;
  // The path is now the target and what stands from `stop` on; only a longer prefix that begins with the target can shorten it further.
  for (let at = start; at < end; at += 3) {
    if (word(code, at + 2) === 0 || !isFolderPrefix(at, target, stop)) continue;
    stop += word(code, at + 1) - target;
    at = start - 3;
  }
  return splice(authorityEnd, stop, args);
}

/** True if the prefix without its first `skip` bytes begins the path from `start` on and ends where a component ends. */
function isFolderPrefix(prefix: i32, skip: i32, start: usize): bool {
  const place = pool + word(code, prefix);
  const n = word(code, prefix + 1);
  const end = start + n - skip;
  if (end > pathEnd || !same(start, place + skip, n - skip)) return false;
  return byte(place + n - 1) === 47 || end === pathEnd || byte(end) === 47;
}

/** True for `/en` and `/en/` when `/en` or `/en/` is one of the prefixes. */
function isBareFolder(start: i32, end: i32): bool {
  const n = trimmedEnd(authorityEnd, pathEnd) - authorityEnd;
  for (let at = start; at < end; at += 3) {
    const place = pool + word(code, at);
    const trimmed = trimmedEnd(place, place + word(code, at + 1)) - place;
    if (trimmed !== n || pathEnd - authorityEnd > trimmed + 1) continue;
    if (same(authorityEnd, place, <i32>n)) return true;
  }
  return false;
}
