/** How the positions of a consensus become parts of a rule; the twin of `src/learn/alignment/rule-plan.ts`. */
import {
  base,
  COUNT,
  GROUP_END,
  GROUP_PRESENCE,
  GROUP_START,
  isDelimiterToken,
  PLAIN,
  PRESENCE,
  RUN_END,
  RUN_START,
  setWord,
  word,
} from './memory';
import { hasGap, length, position, tokenAt } from './sequence';

export let groups: i32 = 0;
export let runs: i32 = 0;
/** True if the last group moved to the end: it would move on if more came after. */
export let isAtEnd: bool = false;

export function makePlan(): void {
  findGroups();
  isAtEnd = false;
  // From the right, because a group that moves may leave room for the one before it.
  for (let g = groups - 1; g >= 0; g--) shiftRight(g);
  findRuns();
}

export function groupStart(g: i32): i32 {
  return word(base + GROUP_START, g);
}

export function groupEnd(g: i32): i32 {
  return word(base + GROUP_END, g);
}

export function groupPresence(g: i32): i32 {
  return word(base + GROUP_PRESENCE, g);
}

export function runStart(r: i32): i32 {
  return word(base + RUN_START, r);
}

export function runEnd(r: i32): i32 {
  return word(base + RUN_END, r);
}

/** True if there is nothing that all URLs have. */
export function isAllOptional(): bool {
  let optional = 0;
  for (let g = 0; g < groups; g++) optional += groupEnd(g) - groupStart(g);
  return optional === length;
}

/** A group is a maximal run of positions that the same URLs have and others lack. */
function findGroups(): void {
  groups = 0;
  for (let p = 0; p < length; p++) {
    if (!hasGap(position(p))) continue;
    const presence = load<i32>(position(p), PRESENCE);
    setWord(base + GROUP_START, groups, p);
    setWord(base + GROUP_PRESENCE, groups, presence);
    while (p + 1 < length && load<i32>(position(p + 1), PRESENCE) === presence) p++;
    setWord(base + GROUP_END, groups++, p + 1);
  }
}

function shiftRight(g: i32): void {
  const limit = g + 1 < groups ? groupStart(g + 1) : length;
  let start = groupStart(g);
  let end = groupEnd(g);
  while (end < limit && isSameToken(position(start), position(end))) {
    start++;
    end++;
  }
  setWord(base + GROUP_START, g, start);
  setWord(base + GROUP_END, g, end);
  if (end === length) isAtEnd = true;
}

/** Segments are the positions between delimiters; a group with a delimiter ends one, a group without is inside. */
function findRuns(): void {
  runs = 0;
  let start = 0;
  let isUniform = true;
  let g = 0;
  for (let p = 0; p <= length; p++) {
    const atGroup = g < groups && p === groupStart(g);
    if (p < length && !atGroup && !isDelimiterAt(p)) {
      isUniform = isUniform && load<i32>(position(p), COUNT) === 1;
      continue;
    }
    if (atGroup && !hasDelimiter(g)) {
      isUniform = false;
      p = groupEnd(g++) - 1;
      continue;
    }
    if (isUniform && p > start && isSafeAfter(p, g) && isSafeBefore(start, g)) {
      setWord(base + RUN_START, runs, start);
      setWord(base + RUN_END, runs++, p);
    }
    if (atGroup) p = groupEnd(g++) - 1;
    start = p + 1;
    isUniform = true;
  }
}

/** True if what follows a run always begins with a delimiter; `g` is the first group from there on. */
function isSafeAfter(end: i32, g: i32): bool {
  let p = end;
  for (; g < groups && groupStart(g) === p; g++) {
    if (!isDelimiterAt(p)) return false;
    p = groupEnd(g);
  }
  return p === length || isDelimiterAt(p);
}

/** The mirror image, of what precedes a run. */
function isSafeBefore(start: i32, next: i32): bool {
  let p = start;
  for (let g = next - 1; g >= 0 && groupEnd(g) === p; g--) {
    if (!isDelimiterAt(p - 1)) return false;
    p = groupStart(g);
  }
  return p === 0 || isDelimiterAt(p - 1);
}

function hasDelimiter(g: i32): bool {
  for (let p = groupStart(g); p < groupEnd(g); p++) if (isDelimiterAt(p)) return true;
  return false;
}

/** True if all tokens of a position are delimiters. */
function isDelimiterAt(p: i32): bool {
  const its = position(p);
  if (load<i32>(its, PLAIN) >= 0) return isDelimiterToken(load<i32>(its, PLAIN));
  for (let k = 0; k < load<i32>(its, COUNT); k++) if (!isDelimiterToken(tokenAt(its, k))) return false;
  return true;
}

/** True if both positions have one token each, and the same. */
function isSameToken(a: usize, b: usize): bool {
  return load<i32>(a, COUNT) === 1 && load<i32>(b, COUNT) === 1 && tokenAt(a, 0) === tokenAt(b, 0);
}
