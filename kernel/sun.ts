/** Standard normalization on bytes, as `src/url/sun.ts` defines it, and the quick look that says no for nearly every URL. */
import { bitsOf, firstBits, same, upperBits } from './bytes';
import { removeDots } from './dots';
import { asked, byte, LOWER } from './memory';
import { append, length, out, push } from './output';
import { hexChar, hexDigit, isUnreserved, nextPercent, triplet } from './percent';
import { authority, authorityEnd, colon, from, host, open, port, to } from './scan';

/** False only if the URL is its own standard-normalized form. */
export function needsSun(start: usize, end: usize): bool {
  let i = start;
  if (end - start > 8 && load<u32>(start) === 0x70747468 && byte(start + 4) === 58) i += 4;
  for (; i < end; i++) {
    const b = byte(i);
    if (b === 58) break;
    if (b >= 65 && b <= 90) return true;
    if (b === 47 || b === 63 || b === 35) return false;
  }
  if (i + 2 >= end || byte(i + 1) !== 47 || byte(i + 2) !== 47) return true;
  let slash: usize = 0;
  for (let block = i + 3; block < end; block += 16) {
    const v = v128.load(block);
    let inside = firstBits(end - block);
    const slashes = bitsOf(v, 47) & inside;
    if (slashes !== 0) {
      slash = block + ctz(slashes);
      inside = (slashes & -slashes) - 1;
    }
    if (((bitsOf(v, 63) | bitsOf(v, 35) | bitsOf(v, 58) | upperBits(v)) & inside) !== 0) return true;
    if (slash !== 0) break;
  }
  if (slash === 0) return true;
  let carry = 0;
  for (let block = slash; block < end; block += 16) {
    const v = v128.load(block);
    const inside = firstBits(end - block);
    const slashes = bitsOf(v, 47);
    const dots = bitsOf(v, 46) & ((slashes << 1) | carry);
    if (((bitsOf(v, 37) | bitsOf(v, 35) | dots) & inside) !== 0) return true;
    carry = slashes >>> 15;
  }
  return false;
}

/** Writes the standard-normalized form; false if that is the URL itself. */
export function writeSun(start: usize, end: usize): bool {
  open(start, end);
  if (colon === 0) return false;
  appendLower(from, colon);
  const scheme = length;
  append(colon, authority);
  append(authority, host);
  appendLower(host, port);
  if (!isDefaultPort(scheme)) append(port, authorityEnd);
  let stop = authorityEnd;
  while (stop < to && byte(stop) !== 63 && byte(stop) !== 35) stop++;
  const path = length;
  appendPercent(authorityEnd, stop);
  if (asked) return false;
  removeDots(path);
  if (length === path) push(47);
  if (stop < to && byte(stop) === 63) {
    let last = stop;
    while (last < to && byte(last) !== 35) last++;
    push(63);
    appendPercent(stop + 1, last);
  }
  return !asked && !(length === <i32>(to - from) && same(out, from, length));
}

function appendLower(start: usize, end: usize): void {
  for (let i = start; i < end; i++) push(byte(LOWER + byte(i)));
}

/** True for `:`, and `:80` or `:443` after the scheme that has this length in the output. */
export function isDefaultPort(scheme: i32): bool {
  const n = <i32>(authorityEnd - port);
  if (n === 1) return true;
  if (n === 3) return scheme === 4 && load<u32>(out) === 0x70747468 && byte(port + 1) === 56 && byte(port + 2) === 48;
  if (n !== 4 || scheme !== 5 || load<u32>(out) !== 0x70747468 || byte(out + 4) !== 115) return false;
  return byte(port + 1) === 52 && byte(port + 2) === 52 && byte(port + 3) === 51;
}

/** Decodes triplets of unreserved characters, upper-cases the hex of the others. */
function appendPercent(start: usize, end: usize): void {
  // How much of an unfinished triplet the output ends with: 0 none, 1 a bare `%`, 2 a bare `%` and a hex digit.
  let open = 0;
  for (let i = start; i < end; i++) {
    if (open === 0) {
      const next = nextPercent(i, end);
      append(i, next);
      i = next;
      if (i === end) return;
    }
    const b = byte(i);
    const value = b === 37 && i + 2 < end ? triplet(i) : -1;
    if (value < 0) {
      push(b);
      open = b === 37 ? 1 : open === 1 && hexDigit(b) >= 0 ? 2 : 0;
      continue;
    }
    if (open === 0 && isUnreserved(value)) push(value);
    else {
      push(37);
      push(hexChar(value >> 4));
      push(hexChar(value & 15));
      open = 0;
    }
    i += 2;
  }
}
