/** What the host calls: whole blocks of lines, or one URL. What the kernel cannot do it says, and the host does that URL itself. */
import { bitsOf, copy, firstBits, sharedEnd, sharedStart } from './bytes';
import {
  asked,
  DELIMITER_AT,
  IN,
  IN_SIZE,
  MOST_LINE,
  OUT,
  OUT_SIZE,
  RESULT,
  RULES,
  setSections,
  setWord,
} from './memory';
import { fetchable, fired, from, run, to } from './runner';
import { tellHost } from './scan';

// Where the host puts lines and the rule set, and finds what came out.
export { IN, IN_SIZE, MOST_LINE, OUT, RESULT, RULES };

/** Bytes written to the output, lines done, and lines changed by the last `lines`. */
let written: i32 = 0;
let lineCount: i32 = 0;
let changedCount: i32 = 0;

/** Where the host puts addresses and lengths of the sections before it calls `setup`. */
export function sectionTable(): usize {
  return DELIMITER_AT;
}

export function setup(quarantined: i32): void {
  setSections(DELIMITER_AT, quarantined !== 0);
}

/**
 * The key of the URL of n bytes at the start of the input: -1 if the host must find it, 0 if it is the URL; else 1, with the
 * form's beginning and end in RESULT, and after them how many bytes at its start and end are the URL's own. If `hostEnd` is not 0,
 * the URL has a plain host that ends there, of this hash.
 */
export function key(n: i32, onlyFetchable: i32, hostEnd: i32, hash: i32): i32 {
  if (hostEnd !== 0) tellHost(IN + hostEnd, hash);
  const changed = run(IN, IN + n, onlyFetchable !== 0);
  if (asked) return -1;
  if (!changed || (onlyFetchable !== 0 && !(fired && fetchable))) return 0;
  const size = <i32>(to - from);
  const start = sharedStart(IN, from, min(n, size));
  setWord(RESULT, 0, <i32>from);
  setWord(RESULT, 1, <i32>to);
  setWord(RESULT, 2, start);
  setWord(RESULT, 3, sharedEnd(IN + n, to, min(n, size) - start));
  return 1;
}

/**
 * Does the lines of [start, end) of the input, which ends with a line end. Gives the place where it stopped, which is before
 * `end` if the output may have no room; minus one minus the place when the host must do the line there.
 */
export function lines(start: i32, end: i32, onlyFetchable: i32): i32 {
  const stop = IN + end;
  let copied = IN + start;
  let at = copied;
  let isForHost = false;
  written = lineCount = changedCount = 0;
  while (at < stop) {
    const lf = lineEnd(at, stop);
    const last = lf > at && load<u8>(lf - 1) === 13 ? lf - 1 : lf;
    if (written + <i32>(lf - copied) > OUT_SIZE) break;
    isForHost = <i32>(last - at) > MOST_LINE;
    if (isForHost) break;
    const changed = run(at, last, onlyFetchable !== 0);
    isForHost = asked;
    if (isForHost) break;
    lineCount++;
    if (changed && (onlyFetchable === 0 || (fired && fetchable))) {
      changedCount++;
      write(copied, at);
      write(from, to);
      copied = last;
    }
    at = lf + 1;
  }
  write(copied, at);
  const place = <i32>(at - IN);
  return isForHost ? -1 - place : place;
}

export function outputLength(): i32 {
  return written;
}

export function linesDone(): i32 {
  return lineCount;
}

export function linesChanged(): i32 {
  return changedCount;
}

function write(start: usize, end: usize): void {
  const n = <i32>(end - start);
  copy(OUT + written, start, n);
  written += n;
}

function lineEnd(start: usize, stop: usize): usize {
  for (let block = start; block < stop; block += 16) {
    const bits = bitsOf(v128.load(block), 10) & firstBits(stop - block);
    if (bits !== 0) return block + ctz(bits);
  }
  return stop;
}
